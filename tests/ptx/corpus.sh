#!/bin/sh
# Kernels that nvcc and Triton made PTX of (../shared/corpora/ptx beside the sources, or $HRFCHECK_CORPORA/ptx): each row
# of the list is answered as it says. A row is
#   FILE | DIRECTIVE; DIRECTIVE ... | RACES | OBSERVATION
# where the directives are `//# ` lines that the file gets, and RACES is `racy` or `none`.
#   corpus.sh HRFCHECK ROWS SOURCE_DIR
set -eu
program="$1" rows="$2" sources="$3"
corpora="${HRFCHECK_CORPORA:-$sources/../shared/corpora}/ptx"
if [ ! -f "$corpora/expected.csv" ]; then
  echo "skipped: no corpora"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0 count=0
while IFS='|' read -r file directives races observation; do
  file=$(echo "$file" | tr -d ' ') races=$(echo "$races" | tr -d ' ') observation=$(echo "$observation" | tr -d ' ')
  case "$file" in '' | \#*) continue ;; esac
  count=$((count + 1))
  { echo "$directives" | tr ';' '\n' | sed 's/^ */\/\/# /; s/ *$//; s/ and / \/\\ /g'
    cat "$corpora/$file"; } >"$folder/$file"
  # One after the other: racy rows have more outcomes than anybody could list.
  : >"$folder/log"
  for only in condition races; do
    "$program" check "$folder/$file" -m ptx --only "$only" --timeout 60 --format json >>"$folder/log" 2>"$folder/errors" || true
  done
  got=$(sed -n 's/.*"observation": "\([A-Za-z]*\)".*/\1/p' "$folder/log" | head -n 1)
  found=none
  ! grep -q '"data-race"' "$folder/log" || found=racy
  if [ "$got" != "$observation" ] || [ "$found" != "$races" ]; then
    echo "$file: ${got:-no answer}, $found; expected $observation, $races"
    cat "$folder/errors"
    status=1
  fi
done <"$rows"
echo "$count rows"
exit "$status"
