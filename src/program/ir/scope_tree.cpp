#include "program/ir/scope_tree.h"

#include <algorithm>
#include <map>

#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
ScopeTree::ScopeTree(std::vector<std::string> levels, const std::vector<std::vector<std::uint32_t>>& ids)
    : levels_(std::move(levels)), instanceOf_(ids.size()) {
  const std::size_t count = levels_.size();
  INVARIANT(count >= 2, "a scope tree has at least the thread and the whole system");
  std::map<std::pair<ScopeInstanceId, std::uint32_t>, ScopeInstanceId> known;  // by parent and id
  for (ThreadId t = 0; t < ids.size(); ++t) {
    INVARIANT(ids[t].size() == count, "every thread has an id at each level");
    instanceOf_[t].assign(count, kNoScope);
    ScopeInstanceId parent = kNoScope;
    for (std::size_t l = count; l-- > 0;) {
      const std::uint32_t id = l + 1 == count ? 0 : l == kThreadLevel ? t : ids[t][l];
      const auto fresh = static_cast<ScopeInstanceId>(instances_.size());
      const auto [it, isFresh] = known.try_emplace({parent, id}, fresh);
      if (isFresh) {
        const std::string name = l == kThreadLevel ? "P" : levels_[l];
        instances_.push_back({static_cast<std::uint32_t>(l),
                              parent,
                              l + 1 == count ? name : name + std::to_string(id),
                              {},
                              id});
      }
      instances_[it->second].agents.push_back(t);
      instanceOf_[t][l] = parent = it->second;
    }
  }
  nameApart();
}

void ScopeTree::nameApart() {
  std::map<std::string, unsigned> sameName;
  for (const ScopeInstance& instance : instances_) {
    ++sameName[instance.name];
  }
  // A cluster of one block is named after the block, and tells nothing apart.
  const std::optional<std::uint32_t> idle = idleClusterLevel(*this);
  // Children come behind their parents, whose names are still short then.
  for (std::size_t i = instances_.size(); i-- > 0;) {
    ScopeInstance& instance = instances_[i];
    if (instance.level != kThreadLevel && sameName[instance.name] > 1) {
      const ScopeInstance& parent = instances_[instance.parent];
      const ScopeInstance& around = parent.level == idle ? instances_[parent.parent] : parent;
      instance.name = around.name + "/" + instance.name;
    }
  }
}

bool ScopeTree::contains(ScopeInstanceId s, ThreadId t) const {
  const std::vector<ThreadId>& agents = instances_[s].agents;
  return std::binary_search(agents.begin(), agents.end(), t);
}

bool ScopeTree::nested(ScopeInstanceId inner, ScopeInstanceId outer) const {
  for (ScopeInstanceId s = inner; s != kNoScope; s = instances_[s].parent) {
    if (s == outer) {
      return true;
    }
  }
  return false;
}

}  // namespace hrfcheck::inline program
