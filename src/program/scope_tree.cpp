#include "program/scope_tree.h"

#include <algorithm>
#include <map>
#include <set>

#include "util/invariant.h"

namespace hrfcheck {
namespace {

/// Declared ids from the outermost level down to `level`: the identity of an instance.
using Path = std::vector<std::uint32_t>;

Path pathOf(const std::vector<std::uint32_t>& ids, std::size_t level, std::size_t levels, ThreadId thread) {
  Path path;
  for (std::size_t l = levels - 1; l-- > level;) {
    path.push_back(l == 0 ? thread : ids[l]);
  }
  return path;
}

}  // namespace

ScopeTree::ScopeTree(std::vector<std::string> levels, const std::vector<std::vector<std::uint32_t>>& ids)
    : levels_(std::move(levels)), instanceOf_(ids.size()) {
  const std::size_t count = levels_.size();
  INVARIANT(count >= 2, "a scope tree has at least the thread and the whole system");
  std::map<std::pair<std::size_t, Path>, ScopeInstanceId> known;
  std::map<std::pair<std::size_t, std::uint32_t>, std::set<Path>> sameName;
  for (ThreadId t = 0; t < ids.size(); ++t) {
    INVARIANT(ids[t].size() == count, "every thread has an id at each level");
    instanceOf_[t].assign(count, kNoScope);
    ScopeInstanceId parent = kNoScope;
    for (std::size_t l = count; l-- > 0;) {
      const Path path = pathOf(ids[t], l, count, t);
      const auto [it, fresh] = known.try_emplace({l, path}, static_cast<ScopeInstanceId>(instances_.size()));
      if (fresh) {
        const std::string id = l + 1 == count ? "" : std::to_string(path.back());
        const std::string name = l == 0 ? "P" + std::to_string(t) : levels_[l] + id;
        instances_.push_back({static_cast<std::uint32_t>(l), parent, name, {}});
        if (l != 0 && l + 1 != count) {
          sameName[{l, path.back()}].insert(path);
        }
      }
      instances_[it->second].agents.push_back(t);
      instanceOf_[t][l] = parent = it->second;
    }
  }
  // "wg0" of two devices: say of which.
  for (const auto& [key, id] : known) {
    const auto& [level, path] = key;
    if (level != 0 && level + 1 != count && sameName[{level, path.back()}].size() > 1) {
      instances_[id].name = instances_[instances_[id].parent].name + "/" + instances_[id].name;
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

}  // namespace hrfcheck
