"""Programs on top of the library: the command line, later the server and the inspector."""
