"""Write synthetic sites: `python -m tests.sitegen OUT --seed 1 --sites 18 --pages 80`."""

import argparse
from pathlib import Path

from . import generate_sites
from .demo import write_demo
from .write import write_site


def main() -> None:
    """Read the arguments, write the folders."""
    parser = argparse.ArgumentParser(prog="python -m tests.sitegen", description="Write synthetic sites with gold.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sites", type=int, default=18)
    parser.add_argument("--pages", type=int, default=80)
    parser.add_argument("--demo", action="store_true", help="write the pages of `sectio demo` instead")
    args = parser.parse_args()
    if args.demo:
        write_demo(args.out)
        return
    for site in generate_sites(args.seed, args.sites, args.pages):
        write_site(site, args.out)


if __name__ == "__main__":
    main()
