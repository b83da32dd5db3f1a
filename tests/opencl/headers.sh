#!/bin/sh
# Each kernel of tests/opencl/headers is compiled by clang with our headers (headers/opencl), and what it says holds.
#   headers.sh HRFCHECK FOLDER
set -u
program="$1" folder="$2"
if ! command -v clang-19 >/dev/null; then
  echo "skipped: no clang-19"
  exit 0
fi
status=0
for file in "$folder"/*.cl; do
  if ! "$program" check "$file" --via llvm -m opencl --expect-conditions >/dev/null 2>&1; then
    echo "$(basename "$file"):"
    "$program" check "$file" --via llvm -m opencl
    status=1
  fi
done
exit "$status"
