#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/language/language.h"
#include "frontend/c/syntax/ast.h"
#include "frontend/launch/grid.h"

namespace hrfcheck::frontend::c {

/// What a launch says to the code of a kernel: who its threads are, what its parameters are, and which local
/// memory is whose. launch_kernel.h makes it, the Lowerer asks it.
struct Launched {
  Grid grid;
  std::map<std::string_view, Value> values;   ///< of the parameters that are no pointers
  std::vector<Parameter> localParameters;     ///< pointers to local memory
  std::set<std::string_view> localVariables;  ///< that the kernel declares in local memory
  std::deque<std::string> invented;           ///< names of instances: what tokens point to

  /// What local memory of that name is called where it belongs to a work-group: "tmp@g1", and "tmp" where
  /// there is one work-group only.
  std::string instanceName(std::string_view name, std::uint32_t group) const;
  /// What `get_global_id(dimension)` and the like give a thread; beyond the dimensions of the launch a size
  /// is 1 and an id 0.
  Value idOf(ThreadId thread, IdKind kind, Value dimension) const;
};

/// What a barrier of a block says of the votes of its threads.
enum class Vote { Count, And, Or };
/// `__syncthreads_count` and its like; nothing for other names.
std::optional<Vote> voteOf(std::string_view name, const Language& language);

/// The row of a function that tells a thread about its launch; null for other names.
const IdRow* findId(std::string_view name, const Language& language);

}  // namespace hrfcheck::frontend::c
