"""Run all benchmarks, or those named: ``python -m benchmarks [engine] [service]``."""

import sys

from benchmarks import engine

REPORTS = {"engine": (engine.report, engine.report_import)}

for name in sys.argv[1:] or REPORTS:
    for report in REPORTS[name]:
        report()
