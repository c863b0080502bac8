"""`python -m sectio` is the command `sectio`."""

from sectio.apps.cli import main

if __name__ == "__main__":
    main()
