#!/bin/sh
# The CUDA harness from end to end, on a fake of CUDA's runtime that runs the emitted PTX on threads of this machine
# (fake_cuda): one device and two of them, barriers, seeds, and what goes wrong. It is sequentially consistent, so that
# nothing weak may be seen.
set -eu
hrfcheck=$1
source=$2
command -v c++ >/dev/null || { echo "skipped: no c++"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FAKE_CACHE="$work/cache"
cd "$source"
instances=100
small='groups=4 size=4 steps=2 stride=8 barrier=1 delay=3'

fail() {
  echo "$1"
  cat "$work/out" "$work/err"
  exit 1
}

# observe STATUS TEST OPTIONS...: runs a test of litmus/observe on the fake, which is to end with this status.
observe() {
  wanted=$1
  test=$2
  shift 2
  status=0
  "$hrfcheck" observe --backend cuda --nvcc tests/observe/fake_cuda/nvcc --seconds 60 --instances "$instances" \
    "litmus/observe/$test.litmus" "$@" >"$work/out" 2>"$work/err" || status=$?
  [ "$status" -eq "$wanted" ] || fail "$test: exit status $status, and $wanted was expected"
}
says() {
  grep -q -e "$1" "$work/out" "$work/err" || fail "nothing says: $1"
}

# Each thread of a test is on its device, and the locations are where the setting says: 0 and 1 are the devices, -1 is
# the host.
for place in 0 1 2; do
  export FAKE_TRACE="$work/trace"
  rm -f "$FAKE_TRACE"
  observe 0 mp-gpu-two-gpus --setting "$small warm=1 stress=1 place=$place"
  memory=$place
  [ "$place" -ne 2 ] || memory=-1
  printf '%s\n' "0 st.release.gpu.global.s32 $memory" "0 st.weak.global.s32 $memory" \
    "1 ld.acquire.gpu.global.s32 $memory" "1 ld.weak.global.s32 $memory" >"$work/trace.expected"
  LC_ALL=C sort "$FAKE_TRACE" | cmp -s - "$work/trace.expected" || fail "place $place: $(cat "$FAKE_TRACE")"
  unset FAKE_TRACE
  says "does not hold in 1[0-9][0-9]"
  says "locations in the .* memory: holds in 0 of 1[0-9][0-9]"
done
observe 0 lock-sys-two-gpus --setting "$small place=2"
says '=1): holds in 0,'
observe 0 iriw-relaxed-sys-two-gpus --setting "$small spread=1 place=1"
says 'nothing forbidden was seen'
! grep -q weak, "$work/out" || fail "a final state that no interleaving has"

# Barriers: all work-items of a group arrive, those that play nothing, too.
observe 0 barrier-twice --setting "$small"
says '0:r0=2 1:r0=1  *1[0-9][0-9]  allowed'
observe 0 barrier-then-release-gpu --setting "$small adjacent=1"
says 'nothing forbidden was seen'

# A seed repeats the search: the same settings, as often.
settings() {
  observe 0 mp-gpu --seed "$1" --format json
  sed -n 's/^ *"\(launches\|setting\|text\)": \(.*groups=.*\|[0-9]*\),*$/\1 \2/p' "$work/out" >"$work/settings.$2"
}
# On a busy machine instances may be left unfinished, and more launches made.
for _ in 1 2 3; do
  settings 7 once
  settings 7 again
  ! cmp -s "$work/settings.once" "$work/settings.again" || break
done
settings 8 other
grep -q groups= "$work/settings.once" || fail "no settings"
cmp -s "$work/settings.once" "$work/settings.again" || fail "one seed, different settings"
! cmp -s "$work/settings.once" "$work/settings.other" || fail "two seeds, the same settings"
# What a report calls a setting is taken as one.
setting=$(sed -n 's/.*"\(groups=.*\)".*/\1/p' "$work/out" | head -1)
observe 0 mp-gpu --setting "$setting" --format json
says "\"$setting\""

# What goes wrong.
FAKE_DEVICES=1 observe 2 mp-gpu-two-gpus
says 'the test needs 2 devices: this machine has 1'
FAKE_DEVICES=2 observe 2 mp-gpu-two-gpus --device 1
says 'the test needs 3 devices: this machine has 2'
FAKE_DEVICES=0 observe 2 mp-gpu
says 'there is no CUDA device'
FAKE_PEERS=0 observe 2 mp-gpu-two-gpus
says "needs devices that access each other's memory"
FAKE_ATOMICS=0 observe 2 rmw-sys-two-gpus
says "needs devices with atomic operations on each other's memory"
FAKE_ATOMICS=0 observe 0 mp-gpu-two-gpus --setting "$small"
instances=100000
FAKE_LOST_AFTER=30 observe 3 mp-gpu-two-gpus --setting "$small"
says 'PARTIAL: .*the fake device is lost; what was seen before is shown'
says '^  [1-9][0-9]* instances in'
FAKE_HANG_AFTER=30 observe 3 mp-gpu-two-gpus --setting "$small" --launch-seconds 2
says 'PARTIAL: a launch did not end within the time limit'
says '^  [1-9][0-9]* instances in'
