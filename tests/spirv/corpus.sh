#!/bin/sh
# Other people's expectations of SPIR-V modules (../shared/corpora/spirv beside the sources, or $HRFCHECK_CORPORA/spirv):
# every row must come out as expected or stand in the list of rows that do not, with the reason. Rows that expect
# UNKNOWN must be undecided, or decided as is right: UNKNOWN_LIST says which.
#   corpus.sh HRFCHECK LIST UNKNOWN_LIST SOURCE_DIR
set -eu
program="$1" list="$2" unknown="$3" sources="$4"
corpora="${HRFCHECK_CORPORA:-$sources/../shared/corpora}"
if [ ! -f "$corpora/spirv/expected.csv" ]; then
  echo "skipped: no corpora"
  exit 0
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
"$program" batch --expect "$corpora/spirv/expected.csv" --timeout 60 --table problems >"$log" 2>&1 || status=$?
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
# What is answered with the row's own bound.
answer() {
  path=$1 model=$2 question=$3 bound=$4
  only=condition
  [ "$question" = race ] && only=races
  "$program" check "$corpora/spirv/$path" -m "$model" --only $only --unroll "$bound" --timeout 60 2>/dev/null >"$log" || true
  if [ "$only" = races ]; then
    sed -n '1s/^.*  ·  \([^ :(]*\).*$/\1/p' "$log"
  else
    sed -n 's/^  \(exists\|forall\|~exists\) (.*): \([A-Za-z]*\).*$/\2/p' "$log"
  fi
}
for row in $(grep -n ',UNKNOWN' "$corpora/spirv/expected.csv" | cut -d: -f1); do
  line=$(sed -n "${row}p" "$corpora/spirv/expected.csv")
  # shellcheck disable=SC2046 # four words
  got=$(answer $(echo "$line" | tr ',' ' ' | cut -d' ' -f1-4))
  right=$(sed -n "s/^$row \([A-Za-z-]*\).*/\1/p" "$unknown")
  if [ "$got" != undecided ] && [ "$got" != "$right" ]; then
    echo "line $row of expected.csv expects UNKNOWN, and is answered '$got'; right is '$right' ($unknown):"
    echo "$line"
    new=1
  fi
done
exit "$new"
