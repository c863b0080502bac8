#!/bin/sh
# Whether compiled code can be built for a Python: `toolchain.sh PYTHON`. Compiler and headers are brought where apt can.
# Only what is missing counts: an error in the code must fail the build, not turn it into one without compiled code.
python=$1

has_compiler() { command -v "${CC:-cc}" >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null; }

has_headers() {
    "$python" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))'
}

is_ready() { [ "$OS" = Windows_NT ] || { has_compiler && has_headers; }; }

bring() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    apt-get update -qq && { has_compiler || apt-get install -y -qq --no-install-recommends gcc libc6-dev >/dev/null; } &&
        { has_headers || apt-get install -y -qq --no-install-recommends "libpython$version-dev" >/dev/null; }
}

if [ "$SECTIO_NATIVE" = off ]; then
    echo "SECTIO_NATIVE=off: Sectio is installed without compiled code"
    exit 1
fi
is_ready || bring 2>/dev/null
if ! is_ready; then
    echo "There is no C compiler, or no header of Python, and neither could be installed:"
    echo "Sectio is installed without compiled code. Results are the same, only slower. Once both are there: make clean."
    exit 1
fi
