#!/bin/sh
# Runs tests with compiled code that looks for errors of memory and undefined behaviour: `sanitize.sh BIN TESTS…`,
# or random inputs: `sanitize.sh BIN -m tests.hostile.fuzz OPTIONS…`.
# The module is built beside a copy of the Python files, so that the one in place is left alone.
bin=$(cd "$1" && pwd) && shift
compiler=${CC:-cc}
PATH=$bin:$PATH

runtime() { "$compiler" -print-file-name="$1" 2>/dev/null; }

skip() {
    echo "Tests under the sanitizers are skipped: $1"
    exit 0
}

[ "$(uname)" = Linux ] || skip "they are set up for Linux only"
[ "$SECTIO_NATIVE" = off ] && skip "there is no compiled code to look at"
command -v "$compiler" >/dev/null && [ -f "$(runtime libasan.so)" ] && [ -f "$(runtime libubsan.so)" ] ||
    skip "$compiler has no AddressSanitizer here"

set -e
rm -rf build/sanitized
mkdir -p build/sanitized
cp -R src/sectio build/sanitized/sectio
rm -f build/sanitized/sectio/_native.*
cmake -S native -B build/sanitize -G Ninja -DSECTIO_SANITIZE=ON -DPython_EXECUTABLE="$bin/python" \
    -DSECTIO_OUTPUT="$PWD/build/sanitized/sectio" >build/sanitize.log || { cat build/sanitize.log; exit 1; }
cmake --build build/sanitize >build/sanitize.log || { cat build/sanitize.log; exit 1; }

# Python keeps memory until it ends, which is not a leak of ours; its own allocator would hide small errors.
export PYTHONPATH="$PWD/build/sanitized" PYTHONMALLOC=malloc
found=$PWD/build/sanitized/found
export ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:log_path=$found"
export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1:log_path=$found"
export LD_PRELOAD="$(runtime libasan.so) $(runtime libubsan.so)"
python -c 'import sectio, sys; sys.exit(not (sectio.native and "sanitized" in sectio.__file__))'
status=0
[ "$1" = -m ] || set -- -m pytest -p no:cacheprovider "$@"
python "$@" || status=$?
unset LD_PRELOAD
cat "$found".* 2>/dev/null && exit 1
exit $status
