/* Changes with what the functions of this folder take and give, so that a library built from older files is not used. */
int sectio_version(void) { return 4; }
