#pragma once

#include <optional>

#include "cat/elaborate/node_table.h"

namespace hrfcheck::cat {

/// The first base relation or choice below `id` that is not known before an execution is chosen; nothing if
/// all are.
std::optional<CatNodeId> dynamicPart(const NodeTable& table, CatNodeId id, Budget& budget);

/// A use of a member of `group` under an odd number of complements and right sides of differences, or in the
/// argument of classes.
struct NegatedUse {
  std::uint32_t member;
  CatNodeId negation;  ///< the node that negates it
};
/// @param first the first node that was made for the group
std::optional<NegatedUse> negatedUse(const NodeTable& table, std::uint32_t group, CatNodeId first,
                                     Budget& budget);

/// Whether two definitions are the same once variable `va` of the first is read as `vb`.
bool sameUpToVariable(const NodeTable& table, CatNodeId a, ClassVariable va, CatNodeId b, ClassVariable vb,
                      Budget& budget);

}  // namespace hrfcheck::cat
