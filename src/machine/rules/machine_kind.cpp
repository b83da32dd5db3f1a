#include "machine/rules/machine_kinds.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline machine {
const TreeShape& MachineKind::shape(Hierarchy hierarchy) const {
  std::string have;
  for (const HierarchyShape& made : hierarchies) {
    if (!made.hierarchy || *made.hierarchy == hierarchy) {
      return made.shape;
    }
    have += (have.empty() ? "" : ", ") + std::string(nameIn(kHierarchyNames, *made.hierarchy));
  }
  throw UserError("machine " + name + " has no hierarchy " + nameIn(kHierarchyNames, hierarchy),
                  "it has: " + have);
}

Site siteOf(const MachineKind& kind, const MemoryTree& tree, const RuleSet& rules, ThreadId t,
            Site::Kind access, const std::optional<Atomicity>& atomicity, const SiteMarks& marks) {
  const std::size_t k = !atomicity           ? 0
                        : kind.ignoresScopes ? tree.path(t).size() - 1
                                             : tree.indexOf(t, atomicity->level);
  return {tree, rules, t, access, atomicity, k, marks};
}

}  // namespace hrfcheck::inline machine
