#pragma once

#include <string>
#include <vector>

#include "program/expr/value.h"

namespace hrfcheck::inline program {

/// Index of a scope instance in `ScopeTree::instances()`, from 0.
using ScopeInstanceId = std::uint32_t;
inline constexpr ScopeInstanceId kNoScope = ~ScopeInstanceId{0};

/// A node of the scope tree: one work-group, one device ... with the threads in it.
/// Identity is the node, not the set of threads: dev and sys differ even in a test on a
/// single device.
struct ScopeInstance {
  std::uint32_t level;     ///< index into ScopeTree::levels(), 0 the innermost
  ScopeInstanceId parent;  ///< kNoScope for the root
  std::string name;        ///< for people: "wg0", "cmp0", "sys"; wi instances are named after the thread
  std::vector<ThreadId> agents;  ///< sorted
  std::uint32_t id = 0;          ///< as declared, within the parent; a thread's number, 0 for the root
};

/// Where the threads of a test sit: every thread has one instance at each level of its dialect, and
/// instances are nested (a tree, so scopes never overlap partially).
class ScopeTree {
 public:
  ScopeTree() = default;
  /// @param levels names, inner to outer ("wi", "wv", "wg", "cmp", "sys"); the innermost is the thread
  ///        itself, the outermost has one instance.
  /// @param ids per thread and level the declared id; ids are local to the enclosing level. The entries of
  ///        the innermost and outermost level are ignored.
  /// @throws InternalError when a thread lacks an id.
  ScopeTree(std::vector<std::string> levels, const std::vector<std::vector<std::uint32_t>>& ids);

  const std::vector<std::string>& levels() const { return levels_; }
  const std::vector<ScopeInstance>& instances() const { return instances_; }
  std::size_t threadCount() const { return instanceOf_.size(); }

  /// The instance of `level` that thread t lies in.
  ScopeInstanceId instanceOf(ThreadId t, std::uint32_t level) const { return instanceOf_[t][level]; }
  bool contains(ScopeInstanceId s, ThreadId t) const;
  /// inner is outer or lies inside it.
  bool nested(ScopeInstanceId inner, ScopeInstanceId outer) const;

 private:
  /// "wg0" of two devices: says of which, by the nearest level that tells them apart.
  void nameApart();

  std::vector<std::string> levels_;
  std::vector<ScopeInstance> instances_;
  std::vector<std::vector<ScopeInstanceId>> instanceOf_;
};

}  // namespace hrfcheck::inline program
