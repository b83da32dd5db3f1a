#!/bin/sh
# Each test of kernels/*.cl and kernels/language/legacy-*.cl, as its author wrote it and as clang compiled it, to
# SPIR-V (--via clang, -O0 and -O1) or to LLVM IR (--via llvm, -O0): the same final states, races or none, and answers.
# Where a compiler changes what a kernel does, as it may, the test stands in a list, with the reason. With
# HRFCHECK_EVERY=N every N-th file.
#   via.sh HRFCHECK LIST SOURCE_DIR clang|llvm
set -u
program="$1" list="$2" sources="$3" way="$4"
needed="clang-15 llvm-spirv-15" levels="0 1"
if [ "$way" = llvm ]; then
  needed="clang-19" levels="0"
fi
for one in $needed; do
  if ! command -v "$one" >/dev/null; then
    echo "skipped: no $one"
    exit 0
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The verdicts of a file, without what speaks of instructions by number, of how many executions there are, and of
# time. What a final state lists is in the order of names.
verdicts() {
  "$program" check --format herd --timeout 300 "$@" 2>"$folder/said" |
    sed -e '/^Pair /d' -e '/^Time /d' -e '/^Hash=/d' -e '/^Positive: /d' -e 's/^\(Observation.*\) [0-9]* [0-9]*$/\1/' |
    while IFS= read -r line; do
      case "$line" in
        "["*) echo "$line" | tr ' ' '\n' | sort | tr '\n' ' ' && echo ;;
        *) echo "$line" ;;
      esac
    done
}

# The verdict of one test among them.
verdict() {
  awk -v test="$1" '$1 == "Test" { here = $2 == test } here' "$2"
}

status=0
compared=0
number=0
for kernel in "$sources"/kernels/*.cl "$sources"/kernels/language/legacy-*.cl; do
  number=$((number + 1))
  [ $((number % ${HRFCHECK_EVERY:-1})) -eq 0 ] || continue
  file=$(basename "$kernel")
  for model in opencl hrf-indirect-relaxed; do
    verdicts -m $model "$kernel" >"$folder/written"
    for level in $levels; do
      verdicts -m $model --via "$way" -O "$level" "$kernel" >"$folder/compiled"
      for test in $(sed -n 's/^Test \([^ ]*\).*/\1/p' "$folder/written"); do
        verdict "$test" "$folder/written" >"$folder/one"
        verdict "$test" "$folder/compiled" >"$folder/other"
        compared=$((compared + 1))
        if ! cmp -s "$folder/one" "$folder/other" && ! grep -q "^$file $test -O$level " "$list"; then
          echo "$file $test -O$level under $model differs (< as written, > as compiled):"
          diff "$folder/one" "$folder/other"
          cat "$folder/said"
          status=1
        fi
      done
    done
  done
done
echo "$compared verdicts compared"
if [ "$compared" -lt $((50 / ${HRFCHECK_EVERY:-1})) ]; then
  echo "too few"
  status=1
fi
exit $status
