"""Settings of the whole test suite: hypothesis profiles, a screenless pygame, and no skip on the build machine."""

import os

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile(
    "ci", max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("soak" if "soak" in (config.option.markexpr or "").replace("not soak", "") else "ci")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A skip is a failure where GIANTFALL_NO_SKIPS is set: the build machine has all that a test needs."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("GIANTFALL_NO_SKIPS") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although GIANTFALL_NO_SKIPS is set: {report.longrepr}"
