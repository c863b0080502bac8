"""Settings of all tests: hypothesis is deterministic, and slow machines do not cause failures."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "sectio",
    derandomize=True,
    max_examples=500,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# For runs that are slow for another reason, as under the sanitizers: --hypothesis-profile=quick
settings.register_profile("quick", settings.get_profile("sectio"), max_examples=40)
settings.load_profile("sectio")
