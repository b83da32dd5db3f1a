#!/bin/sh
# Other people's expectations of SPIR-V modules (../shared/corpora/spirv beside the sources, or $HRFCHECK_CORPORA/spirv):
# every row must come out as expected or stand in the list of rows that do not, with the reason.
#   corpus.sh HRFCHECK LIST SOURCE_DIR
set -eu
program="$1" list="$2" sources="$3"
corpora="${HRFCHECK_CORPORA:-$sources/../shared/corpora}"
if [ ! -f "$corpora/spirv/expected.csv" ]; then
  echo "skipped: no corpora"
  exit 0
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
"$program" batch --expect "$corpora/spirv/expected.csv" --timeout 20 --table problems >"$log" 2>&1 || status=$?
tail -n 7 "$log"
if [ "$status" -gt 4 ]; then
  echo "hrfcheck ended with status $status"
  exit 1
fi
new=0
for row in $(grep -o 'expected.csv:[0-9]*' "$log" | cut -d: -f2 | sort -un); do
  if ! grep -q "^$row " "$list"; then
    echo "line $row of expected.csv does not come out as expected, and is not in $list:"
    sed -n "${row}p" "$corpora/spirv/expected.csv"
    new=1
  fi
done
exit "$new"
