"""How hypothesis runs here: the same examples every time, and more or others where asked.

``--hypothesis-profile long`` tries new examples, and twenty times as many.
"""

from hypothesis import HealthCheck, settings

SUPPRESSED = [HealthCheck.too_slow, HealthCheck.data_too_large]  # whole games, all of them needed

settings.register_profile(
    "house",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=SUPPRESSED,
)
settings.register_profile(
    "long",
    settings.get_profile("house"),
    derandomize=False,
    max_examples=20 * settings.get_profile("house").max_examples,
)
settings.load_profile("house")
