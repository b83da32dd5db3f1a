#include <algorithm>

#include "machine/rules/machine_kinds.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline machine {

const std::vector<MachineKind>& machineKinds() {
  static const std::vector<MachineKind> kinds = {scMachine(),         hrf0Machine(),    hrf0FixMachine(),
                                                 qrMachine(),         qrFixMachine(),   rspLitMachine(),
                                                 rspLitDropMachine(), rspCharMachine(), rspFixMachine(),
                                                 rspFix2Machine(),    hrfrMachine()};
  return kinds;
}

const MachineKind& machineNamed(const std::string& name) {
  std::vector<std::string> known;
  for (const MachineKind& kind : machineKinds()) {
    if (kind.name == name) {
      return kind;
    }
    known.push_back(kind.name);
  }
  const std::vector<std::string> near = nearestNames(name, known);
  throw UserError("there is no machine '" + name + "'", near.empty()
                                                            ? "`hrfcheck simulate --list` names them"
                                                            : "did you mean '" + near.front() + "'?");
}

const std::vector<MachineInfo>& machines() {
  static const std::vector<MachineInfo> infos = [] {
    std::vector<MachineInfo> all;
    for (const MachineKind& kind : machineKinds()) {
      MachineInfo info{kind.name, kind.title, kind.source, {}, kind.abilities};
      for (std::size_t r = 0; r < kRuleCount; ++r) {
        if (kind.rules[static_cast<Rule>(r)]) {
          info.rules.push_back(nameOf(static_cast<Rule>(r)));
        }
      }
      all.push_back(std::move(info));
    }
    return all;
  }();
  return infos;
}

const MachineInfo* findMachine(const std::string& name) {
  const auto found = std::ranges::find(machines(), name, &MachineInfo::name);
  return found == machines().end() ? nullptr : &*found;
}

std::string nothingUnsupported(const Site&) {
  return {};
}

std::string noRemoteOperations(const Site& site) {
  return site.remote() ? "it has no remote operations" : "";
}

}  // namespace hrfcheck::inline machine
