"""How interesting the text of an element is, from counts of keywords x and other terms y (x + y = N).

Oita and Senellart, "FOREST: Focused Object Retrieval by Exploiting Significant Tag paths": J is the lower end
of the keyword density's interval, U the unexpectedness of that many keywords in one place, I = J · U the
informativeness. Logarithms are to base 2; another base ranks the same.
"""

import numpy as np
from numpy.typing import ArrayLike

from sectio.dom.page import Floats


def density(x: ArrayLike, n: ArrayLike) -> Floats:
    """f: the share of keywords, by the add-half estimate."""
    return np.asarray((np.asarray(x, float) + 0.5) / (np.asarray(n, float) + 1))


def margin(x: ArrayLike, n: ArrayLike) -> Floats:
    """One standard deviation of the density; 0 where there are no terms."""
    x, n = np.asarray(x, float), np.asarray(n, float)
    spread = np.sqrt((x + 0.5) * (n - x + 0.5) / np.maximum(n, 1))
    return np.where(n > 0, spread / (n + 1), 0.0)


def lower_density(x: ArrayLike, n: ArrayLike) -> Floats:
    """J: the density minus its margin, at least 0; 0 if there are no terms."""
    return np.where(np.asarray(n) > 0, np.maximum(density(x, n) - margin(x, n), 0.0), 0.0)


def unexpectedness(x: ArrayLike, y: ArrayLike, page_x: float, page_y: float) -> Floats:
    """U: the cost of drawing these terms from the page at large, minus that of naming them by kind."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    if page_x <= 0:
        return np.zeros(np.broadcast(x, y).shape)
    drawn = (x + y) * np.log2(page_x + page_y)
    named = x * np.log2(page_x) + (y * np.log2(page_y) if page_y > 0 else 0.0)
    # Never below 0 in theory; rounding may say otherwise.
    return np.asarray(np.maximum(drawn - named, 0.0), np.float64)


def informativeness(x: ArrayLike, y: ArrayLike, page_x: float, page_y: float) -> Floats:
    """I = J · U."""
    n = np.asarray(x, float) + np.asarray(y, float)
    return lower_density(x, n) * unexpectedness(x, y, page_x, page_y)
