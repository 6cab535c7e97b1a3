"""Settings of the whole test suite: two tiers, a screenless pygame, and no skip on the build machine."""

import os

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile(
    "ci", max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def soaking(config: pytest.Config) -> bool:
    """Whether the whole numbers are asked for: ``pytest -m soak``."""
    return config.option.markexpr == "soak"


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("soak" if soaking(config) else "ci")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Property tests belong to both tiers: with ``-m soak`` they run too, with many more examples."""
    if soaking(config):
        for item in items:
            if getattr(getattr(item, "function", None), "is_hypothesis_test", False):
                item.add_marker("soak")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A skip is a failure where GIANTFALL_NO_SKIPS is set: the build machine has all that a test needs."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("GIANTFALL_NO_SKIPS") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although GIANTFALL_NO_SKIPS is set: {report.longrepr}"
