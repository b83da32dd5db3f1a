#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/describe/every_site.h"
#include "machine/describe/machine_text.h"
#include "machine/describe/read_machine.h"
#include "machine/rules/machine_kinds.h"
#include "util/diagnostic.h"

// Made of the files of machine/rules by cmake/Embed.cmake.
namespace hrfcheck::assets {
extern const std::string_view sc_machine, hrf0_machine, hrf0_fix_machine, qr_machine, qr_fix_machine,
    rsp_lit_machine, rsp_lit_drop_machine, rsp_char_machine, rsp_fix_machine, rsp_fix2_machine, hrfr_machine,
    gfx942_machine, gfx12_machine;
}  // namespace hrfcheck::assets

namespace hrfcheck::inline machine {
namespace {

/// The files of machine/rules, by name, in the order in which people see the machines; each comes after those
/// that it is like.
const std::vector<std::pair<std::string_view, std::string_view>>& builtInMachines() {
  static const std::vector<std::pair<std::string_view, std::string_view>> files = {
      {"sc.machine", assets::sc_machine},
      {"hrf0.machine", assets::hrf0_machine},
      {"hrf0-fix.machine", assets::hrf0_fix_machine},
      {"qr.machine", assets::qr_machine},
      {"qr-fix.machine", assets::qr_fix_machine},
      {"rsp-lit.machine", assets::rsp_lit_machine},
      {"rsp-lit-drop.machine", assets::rsp_lit_drop_machine},
      {"rsp-char.machine", assets::rsp_char_machine},
      {"rsp-fix.machine", assets::rsp_fix_machine},
      {"rsp-fix2.machine", assets::rsp_fix2_machine},
      {"hrfr.machine", assets::hrfr_machine},
      {"gfx942.machine", assets::gfx942_machine},
      {"gfx12.machine", assets::gfx12_machine}};
  return files;
}

const MachineKind* findKind(const std::vector<MachineKind>& kinds, const std::string& name) {
  const auto found = std::ranges::find(kinds, name, &MachineKind::name);
  return found == kinds.end() ? nullptr : &*found;
}

/// Each of the files of rules/, after those that it is like.
std::vector<MachineKind> readBuiltIn() {
  std::vector<MachineKind> kinds;
  for (const auto& [file, text] : builtInMachines()) {
    const auto source = std::make_shared<const Source>(std::string(file), std::string(text));
    kinds.push_back(readMachine(source, [&](const std::string& name) { return findKind(kinds, name); }));
  }
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
                                                            ? "`hrfcheck simulate --list` lists them"
                                                            : "did you mean '" + near.front() + "'?");
}

}  // namespace

const std::vector<MachineKind>& machineKinds() {
  static const std::vector<MachineKind> kinds = readBuiltIn();
  return kinds;
}

const MachineKind& machineOf(const std::string& name, const std::shared_ptr<const MachineKind>& described) {
  return described != nullptr ? *described : machineNamed(name);
}

DescribedMachine describedMachine(const SourcePtr& source) {
  auto kind = std::make_shared<const MachineKind>(
      readMachine(source, [](const std::string& name) { return findKind(machineKinds(), name); }));
  const std::string name = kind->name;
  return {name, std::move(kind)};
}

std::string machineText(const std::string& name) {
  return textOf(machineNamed(name));
}

std::string machineText(const DescribedMachine& machine) {
  return textOf(*machine.kind);
}

namespace {

MachineInfo infoOf(const MachineKind& kind) {
  MachineInfo info{kind.name, kind.title, kind.source, {}, abilitiesOf(kind)};
  for (std::size_t r = 0; r < kRuleCount; ++r) {
    if (kind.rules[static_cast<Rule>(r)]) {
      info.rules.push_back(nameOf(static_cast<Rule>(r)));
    }
  }
  return info;
}

}  // namespace

MachineInfo infoOf(const DescribedMachine& machine) {
  return infoOf(*machine.kind);
}

const std::vector<MachineInfo>& machines() {
  static const std::vector<MachineInfo> infos = [] {
    std::vector<MachineInfo> all;
    for (const MachineKind& kind : machineKinds()) {
      all.push_back(infoOf(kind));
    }
    return all;
  }();
  return infos;
}

const MachineInfo* findMachine(const std::string& name) {
  const auto found = std::ranges::find(machines(), name, &MachineInfo::name);
  return found == machines().end() ? nullptr : &*found;
}

}  // namespace hrfcheck::inline machine
