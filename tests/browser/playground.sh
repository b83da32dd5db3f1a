#!/bin/sh
# Opens the playground in a browser without a window. Skipped (77) where it is not built (scripts/playground), or what
# the test needs is not installed.
#
#   playground.sh HRFCHECK SOURCE SITE WORK-FOLDER
set -eu
hrfcheck=$1
source=$2
site=$3
work=$4

if [ ! -f "$site/index.html" ]; then
  echo "skipped: the playground is not built (scripts/playground)"
  exit 77
fi
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
mkdir -p "$work"
cd "$source"
exec node tests/browser/playground_test.mjs "$(command -v chromedriver)" "$(command -v chromium)" "$hrfcheck" "$site" "$work"
