#!/bin/sh
# Packages the extension, looks at the package, and runs what is in it against the program.
#   run.sh PROGRAM SOURCES WORK
set -eu
program=$1 sources=$2 work=$3
if ! command -v node > /dev/null; then
  echo "skipped: no Node.js"
  exit 77
fi
rm -rf "$work"
mkdir -p "$work"
"$sources/editors/vscode/package" "$work/hrfcheck.vsix"
"$sources/editors/vscode/package" "$work/again.vsix" > /dev/null
cmp "$work/hrfcheck.vsix" "$work/again.vsix"
exec node "$sources/tests/vscode/run.js" "$program" "$sources" "$work"
