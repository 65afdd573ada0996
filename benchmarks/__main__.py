"""Run all benchmarks, or those named: ``python -m benchmarks [engine] [service]``."""

import sys

from benchmarks import engine, service

REPORTS = {
    "engine": (engine.report, engine.report_import),
    "service": (
        service.report,
        service.report_includes,
        service.report_process,
        service.report_sizes,
    ),
}

for name in sys.argv[1:]:
    if name not in REPORTS:
        sys.exit(f"benchmarks: expected {' or '.join(REPORTS)}, got {name}")

for name in sys.argv[1:] or REPORTS:
    for report in REPORTS[name]:
        report()
