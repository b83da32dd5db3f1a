#include "machine/rule_set.h"

#include "machine/machine.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

// In the order of the enumeration; the letters B1 ... are those of docs/machines.md.
const std::vector<MachineRule>& table() {
  static const std::vector<MachineRule> rules = {
      {"inv-after-access",
       "an acquire invalidates the caches below its scope after its access; without: before it, and a neighbour can fill them again in between",
       "fix of B1 and HF1 (Orr et al. 2015, section 2.3; Hower et al. 2013, section 4.2)"},
      {"acc-star",
       "an access at a scope writes back and drops the requester's own inner copies of its line in the same step; without: it bypasses them",
       "fix of B4 and HF2 (scope inclusion; Orr et al. 2015, section 2.3)"},
      {"blocking-release",
       "a release's store completes before the next instruction is issued; without: it is posted and completes after its flush while the work-item continues",
       "B12 (left open by Orr et al. 2015, section 2.3)", MachineTests::Hsa},
      {"rm-acq-flush-own",
       "a remote acquire also flushes the requester's own leaf cache; without: only all others (for which acc-star compensates)",
       "fix of B3 (Orr et al. 2015, section 4.2, rm_acq.1)", MachineTests::Hsa},
      {"rm-ar-flush-own",
       "a remote acquire-release also flushes the requester's own leaf cache; without: only all others",
       "Orr et al. 2015, section 4.2, rm_ar.1", MachineTests::Hsa},
      {"rm-inv-after-acks",
       "a remote acquire-release invalidates its own caches after the flushes are acknowledged; without: while they are in progress",
       "fix of B6 (Orr et al. 2015, section 4.2, rm_ar.2, and footnote 3)", MachineTests::Hsa},
      {"rm-rel-as-rm-ar",
       "a remote release store goes through the steps of a remote acquire-release; without: rm_rel.1-3, which do not exclude synchronization",
       "fix of B5 (Orr et al. 2015, section 4.2, rm_rel)", MachineTests::Hsa},
      {"rm-acq-stall",
       "a remote acquire load excludes synchronization from the caches that it flushes; without: releases proceed after its markers",
       "fix of B2 (Orr et al. 2015, section 4.2, rm_acq)", MachineTests::Hsa},
      {"rm-ar-stall",
       "a remote read-modify-write (and a remote release, with rm-rel-as-rm-ar) excludes synchronization from the caches that it flushes; without: neither does",
       "Orr et al. 2015, sections 4.3 and 4.4.1", MachineTests::Hsa},
      {"stall-on-entry",
       "a cache excludes synchronization as soon as the flush marker enters its FIFO; without: when the marker leaves the head",
       "fix of B7 (Orr et al. 2015, section 4.3: \"when they begin processing the flush marker\")",
       MachineTests::Hsa},
      {"stall-per-requester",
       "each remote operation ends its own stall only; without: there is a single bit, and any of them ends all stalls",
       "fix of B8 (Orr et al. 2015, section 4.3: \"re-enables synchronization\")", MachineTests::Hsa},
      {"second-flush",
       "a remote acquire load flushes all leaf caches again after its access; without: once, before it",
       "the other fix of B2", MachineTests::Hsa},
      {"line-lock",
       "rm_rel locks its line at the target scope until its invalidations are acknowledged; without: no lock",
       "Orr et al. 2015, section 4.2, footnote 1", MachineTests::Hsa},
      {"keep-dirty",
       "an invalidation leaves dirty lines, which stay readable and drain; without (and without flush-dirty): it drops them",
       "fix of B9 (open in Orr et al. 2015; section 3.2: \"carried out by invalidating dirty data\")"},
      {"flush-dirty",
       "an invalidation writes dirty lines to the next level first (before keep-dirty, where both are enabled)",
       "the other interpretation of B9"},
      {"outer-first",
       "of several levels of caches the outer is invalidated first; without: the inner, which can be filled again from the outer",
       "fix of B10 (open in Orr et al. 2015)"},
      {"kill-fill",
       "an invalidation or a store ends a fill of its line that is in progress (so a fill is one step); without: the fill arrives later with the value that it had read",
       "fix of B11 (open in Orr et al. 2015)"},
      {"scope-bits",
       "an atomic load goes past the caches below its scope; without: it may be answered by them",
       "User Guide for AMDGPU Backend, code sequences of loads: sc0 and sc1, or scope:",
       MachineTests::Amdgpu},
      {"release-waits", "a release waits for what has been stored before it; without: it overtakes that",
       "User Guide for AMDGPU Backend, code sequences of releases: s_waitcnt vmcnt(0), or s_wait_storecnt",
       MachineTests::Amdgpu},
      {"release-writes-back",
       "a release at system scope has the L2 write back, and waits for that; without: it waits until the L2 has what has been stored",
       "User Guide for AMDGPU Backend, code sequences of releases: buffer_wbl2, or global_wb",
       MachineTests::Amdgpu},
      {"acquire-invalidates",
       "an acquire invalidates the caches below its scope; without: they keep what they have",
       "User Guide for AMDGPU Backend, code sequences of acquires: buffer_inv, or global_inv",
       MachineTests::Amdgpu},
      {"seq-cst-waits",
       "a sequentially consistent load waits for what has been stored before it; without: it overtakes that",
       "User Guide for AMDGPU Backend, code sequences of seq_cst loads: s_waitcnt vmcnt(0), or s_wait_storecnt",
       MachineTests::Amdgpu},
  };
  return rules;
}

}  // namespace

const std::vector<MachineRule>& machineRules() {
  return table();
}

const std::string& nameOf(Rule rule) {
  INVARIANT(table().size() == kRuleCount, "every rule has its row");
  return table()[static_cast<std::size_t>(rule)].name;
}

namespace {

/// Of machines with such tests.
Rule ruleFor(const std::string& name, MachineTests tests) {
  const Rule rule = ruleNamed(name);
  if (!table()[static_cast<std::size_t>(rule)].concerns(tests)) {
    throw UserError("the rule '" + name + "' is one of machines " +
                    (tests == MachineTests::Amdgpu ? "other than those for AMDGPU" : "for AMDGPU"));
  }
  return rule;
}

}  // namespace

RuleSet rulesWith(RuleSet rules, MachineTests tests, const SimulationOptions& options) {
  for (const std::string& name : options.without) {
    rules.set(ruleFor(name, tests), false);
  }
  for (const std::string& name : options.with) {
    rules.set(ruleFor(name, tests), true);
  }
  return rules;
}

Rule ruleNamed(const std::string& name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (table()[i].name == name) {
      return static_cast<Rule>(i);
    }
    known.push_back(table()[i].name);
  }
  const std::vector<std::string> near = nearestNames(name, known);
  throw UserError("no machine has a rule '" + name + "'", near.empty()
                                                              ? "`hrfcheck simulate --list` lists them"
                                                              : "did you mean '" + near.front() + "'?");
}

}  // namespace hrfcheck::inline machine
