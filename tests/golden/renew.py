"""Write down what the shipped model decides now: `python -m tests.golden.renew`, then read the diff."""

from tests.golden.decisions import every

if __name__ == "__main__":
    for one in every():
        one.write()
