#!/bin/sh
# Opens the page of `hrfcheck serve` in a browser without a window. Skipped (77) where what it needs is not installed.
#
#   serve.sh HRFCHECK SOURCE WORK-FOLDER
set -eu
hrfcheck=$1
source=$2
work=$3

for program in node chromium chromedriver dot; do
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
exec node tests/browser/serve_test.mjs "$(command -v chromedriver)" "$(command -v chromium)" "$hrfcheck" "$work"
