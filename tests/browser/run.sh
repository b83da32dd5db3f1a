#!/bin/sh
# Opens report pages in a browser without a window. Skipped (77) where what it needs is not installed.
#
#   run.sh PAGES-PROGRAM SOURCE WORK-FOLDER
set -eu
pages=$1
source=$2
work=$3

for program in node chromium chromedriver; do
  if ! command -v "$program" > /dev/null 2>&1; then
    echo "skipped: $program is not installed"
    exit 77
  fi
done
if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)'; then
  echo "skipped: node is older than 18"
  exit 77
fi

rm -rf "$work"
mkdir -p "$work/from a disk"
"$pages" "$source" "$work/from a disk"
for test in page_test changed_test; do
  node "$source/tests/browser/$test.mjs" "$(command -v chromedriver)" "$(command -v chromium)" "$work/from a disk"
done
