#!/bin/sh
# Each kernel of tests/ptx/headers is compiled by clang with our headers, and what it says holds.
#   headers.sh HRFCHECK FOLDER
set -u
program="$1" folder="$2"
if ! command -v clang-16 >/dev/null; then
  echo "skipped: no clang-16"
  exit 0
fi
status=0
for file in "$folder"/*.cu; do
  if ! "$program" check "$file" --via clang -m ptx --expect-conditions >/dev/null 2>&1; then
    echo "$(basename "$file"):"
    "$program" check "$file" --via clang -m ptx
    status=1
  fi
done
exit "$status"
