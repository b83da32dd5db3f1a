// Remote-scope promotion, fixed another way: a remote acquire load excludes nobody. It flushes all leaf
// caches again after its load, which brings out whatever was released behind the first marker, and
// invalidates then. The other remote operations are those of `rsp-fix`.

#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {

MachineKind rspFix2Machine() {
  MachineKind kind = rspFixMachine();
  kind.name = "rsp-fix2";
  kind.title = "remote-scope promotion, fixed; a remote acquire flushes twice and stalls no cache";
  kind.rules.set(Rule::RmAcqStall, false);
  kind.rules.set(Rule::SecondFlush, true);
  return kind;
}

}  // namespace hrfcheck::inline machine
