#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/rules/protocol.h"
#include "machine/sequence.h"
#include "util/enum_names.h"

namespace hrfcheck::inline machine {

inline constexpr std::array kHierarchyNames{EnumName{Hierarchy::H2, "h2"}, EnumName{Hierarchy::H3, "h3"},
                                            EnumName{Hierarchy::H5, "h5"}};
static_assert(coversUpTo(kHierarchyNames, Hierarchy::H5), "every hierarchy has its name");

/// A machine: where its caches sit and which steps its instructions take. Those that are built in are the
/// files *.machine of this folder; users describe others (describe/read_machine.h).
struct MachineKind {
  struct HierarchyShape {
    std::optional<Hierarchy> hierarchy;  ///< nothing: whichever is asked for
    TreeShape shape;
  };

  std::string name, title, source;
  std::string model;  ///< it is intended for; empty where its file names none
  RuleSet rules;
  std::vector<HierarchyShape> hierarchies;
  Protocol protocol;
  bool components = false;  ///< its suites have several components, except in hierarchy h2
  MachineTests tests = MachineTests::Hsa;
  bool mixedScopes = false;  ///< it keeps its promise also where a location is accessed at several scopes
  /// Ordinary requests overtake each other in caches (not in write buffers), in every environment, but not a
  /// flush marker (hrfr).
  bool queuesReorder = false;
  bool ignoresScopes = false;  ///< whatever synchronizes does so with everyone

  /// @throws UserError where it has no such hierarchy
  const TreeShape& shape(Hierarchy hierarchy) const;
};

/// An instruction as a work-item of this machine executes it.
Site siteOf(const MachineKind& kind, const MemoryTree& tree, const RuleSet& rules, ThreadId t,
            Site::Kind access, const std::optional<Atomicity>& atomicity, const SiteMarks& marks = {});

/// All that are built in, in the order in which people see them.
const std::vector<MachineKind>& machineKinds();
/// The one that the options name or describe.
/// @throws UserError for a name that no machine has
const MachineKind& machineOf(const std::string& name, const std::shared_ptr<const MachineKind>& described);

}  // namespace hrfcheck::inline machine
