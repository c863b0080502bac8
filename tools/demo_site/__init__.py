"""The small newspaper that `sectio demo` works on: stories of our own in `stories/`, made into pages by `build`."""
