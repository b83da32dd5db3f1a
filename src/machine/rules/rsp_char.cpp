// Remote-scope promotion with every open point read in the paper's favour: an invalidation keeps dirty lines,
// a cache stalls when the marker enters its FIFO, one bit per requester, and rm_ar.2 comes after the
// acknowledgements. What still goes wrong here (B1 to B5) is the text's own.

#include "machine/rules/machine_kinds.h"

namespace hrfcheck::inline machine {

MachineKind rspCharMachine() {
  MachineKind kind = rspLitMachine();
  kind.name = "rsp-char";
  kind.title = "remote-scope promotion, open points interpreted favourably";
  kind.source = "Orr et al. 2015, sections 4.2-4.4";
  kind.rules.set(Rule::RmInvAfterAcks, true);
  kind.rules.set(Rule::StallOnEntry, true);
  kind.rules.set(Rule::StallPerRequester, true);
  return kind;
}

}  // namespace hrfcheck::inline machine
