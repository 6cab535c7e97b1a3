"""How speed is measured: as a ratio to a calibration loop in the same run, best of several.

``pytest tests/benchmarks --benchmark-enable`` measures, prints the table and compares each ratio with the one in
``ratios.json``; slower by more than a third is an alarm. ``GIANTFALL_RENEW_RATIOS=1`` writes the new ratios there.
Without ``--benchmark-enable`` everything runs once and only its answers are checked.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest

RATIOS = Path(__file__).with_name("ratios.json")
ALARM = 4 / 3


def calibration_loop() -> float:
    """A fixed piece of plain Python and numpy work."""
    total = 0
    for i in range(20_000):
        total += i * i % 7
    array = np.arange(20_000, dtype=np.float64)
    for _ in range(20):
        array = np.sqrt(array * array + 1.0)
    return total + float(array[0])


def best_of(function, times: int) -> float:
    """The shortest of several runs, in seconds."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        function()
        found.append(time.perf_counter() - began)
    return min(found)


@pytest.fixture
def measured(benchmark, request):
    """Measure a function beside its rival or its limit, and compare its ratio with the recorded one.

    Call it as ``measured(function, rival=..., limit=milliseconds)``; it returns what the function returns.
    """

    def measure(function, rival=None, limit=None, rounds=15):
        result = function()
        if rival is not None:
            rival()
        if not benchmark.enabled:
            benchmark(function)
            return result
        benchmark.pedantic(function, rounds=rounds, warmup_rounds=2)
        best = benchmark.stats.stats.min
        ratio = best / best_of(calibration_loop, 15)
        benchmark.extra_info.update(ratio=round(ratio, 4), milliseconds=round(best * 1e3, 3))
        line = f"{request.node.name}: {best * 1e3:.3f} ms, {ratio:.3f} of the calibration loop"
        if rival is not None:
            theirs = best_of(rival, 3)
            benchmark.extra_info["rival_milliseconds"] = round(theirs * 1e3, 3)
            line += f"; rival {theirs * 1e3:.2f} ms, {theirs / best:.0f} times as long"
        if limit is not None:
            line += f"; limit {limit} ms" + ("" if best * 1e3 <= limit else ": MISSED")
        print("\n" + line)
        compare(request.node.name, ratio)
        return result

    return measure


def compare(name: str, ratio: float) -> None:
    """Hold a ratio against the recorded one; record it if that is asked for."""
    recorded = json.loads(RATIOS.read_text(encoding="utf-8")) if RATIOS.is_file() else {}
    if os.environ.get("GIANTFALL_RENEW_RATIOS"):
        recorded[name] = round(ratio, 4)
        RATIOS.write_text(json.dumps(dict(sorted(recorded.items())), indent=2) + "\n", encoding="utf-8")
        return
    if name in recorded:
        assert ratio <= recorded[name] * ALARM, f"{name}: {ratio:.3f}, recorded {recorded[name]:.3f}: slower by a third"
