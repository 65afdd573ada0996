"""Compare the two engines for as many rounds as asked: ``python -m tests.oracle.long_run``."""

import argparse
import sys
import time
from collections import Counter

from tests.oracle.harness import Figures, play_round
from tests.oracle.outside import Parted

REPORT_EVERY = 5_000


def main() -> int:
    """Play numbered rounds up to the first difference, and print what they were made of."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.long_run", description=__doc__)
    parser.add_argument("--games", type=int, default=2_000, help="how many rounds (2000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first round (0)")
    parser.add_argument("--seats", type=int, default=15, help="the most seats, up to 15 (15)")
    asked = parser.parse_args()
    figures: Figures = Counter()
    started = time.monotonic()
    for number in range(asked.first, asked.first + asked.games):
        try:
            figures.update(play_round(number, asked.seats))
        except Parted as parted:
            sys.stdout.write("\n".join((str(parted), *parted.__notes__, "")))
            return 1
        if figures["rounds"] % REPORT_EVERY == 0:
            sys.stdout.write(f"{figures['rounds']:,} rounds, {time.monotonic() - started:,.0f} s\n")
            sys.stdout.flush()
    lines = (f"{count:>12,} {name}\n" for name, count in sorted(figures.items()))
    sys.stdout.writelines(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
