#!/bin/sh
# The kernels that nvcc made the PTX of tests/ptx/corpus.sh of (../shared/corpora/ptx/src beside the sources, or
# $HRFCHECK_CORPORA/ptx/src), through a compiler, without any SDK: each row of the list is answered as it says, but
# for those that stand in a second one, with the reason, or with the directives that the source needs. Which macro a file is compiled with stands in build.sh.
# With HRFCHECK_EVERY=N every N-th row.
#   sources.sh HRFCHECK ROWS LEFT_OUT SOURCE_DIR [COMPILER]
set -eu
program="$1" rows="$2" left="$3" sources="$4" compiler="${5:-clang}"
corpora="${HRFCHECK_CORPORA:-$sources/../shared/corpora}/ptx/src"
if [ ! -f "$corpora/build.sh" ]; then
  echo "skipped: no corpora"
  exit 0
fi
if [ "$compiler" = clang ] && ! command -v clang-16 >/dev/null; then
  echo "skipped: no clang-16"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tr ';' '\n' <"$corpora/build.sh" | sed -n 's/^ *one //p' >"$folder/variants"
status=0 count=0 number=0
while IFS='|' read -r file directives races observation; do
  file=$(echo "$file" | tr -d ' ') races=$(echo "$races" | tr -d ' ') observation=$(echo "$observation" | tr -d ' ')
  variant=$(echo "${file%.ptx}" | sed 's/-debug$//; s/-sm80$//')
  line=$(sed 's/""//' "$folder/variants" | while read -r name rest; do
    case "$rest" in -D* | -rdc* | '') suffix='' macros="$rest" ;; *) suffix="${rest%% *}" macros="${rest#"$suffix"}" ;; esac
    [ "$name$suffix" != "$variant" ] || echo "$name $macros"
  done | head -n 1)
  if [ -z "$line" ] || grep -qx "$file" "$left"; then
    continue
  fi
  number=$((number + 1))
  [ $((number % ${HRFCHECK_EVERY:-1})) -eq 0 ] || continue
  own=$(grep "^$file *|" "$left" | cut -d'|' -f2) || true
  directives="${own:-$directives}"
  name="${line%% *}"
  macros=$(echo "${line#* }" | tr ' ' '\n' | sed -n 's/^-D/-D /p' | tr '\n' ' ')
  count=$((count + 1))
  { echo "$directives" | tr ';' '\n' | sed 's/^ */\/\/# /; s/ *$//; s/ and / \/\\ /g'
    cat "$corpora/$name.cu"; } >"$folder/$name.cu"
  # One after the other: racy rows have more outcomes than anybody could list.
  : >"$folder/log"
  for only in condition races; do
    # shellcheck disable=SC2086
    "$program" check "$folder/$name.cu" --via "$compiler" $macros -m ptx --only "$only" --timeout 120 --format json \
      >>"$folder/log" 2>"$folder/errors" || true
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
