#include "cat/model/parts_of_accesses.h"

#include <algorithm>

namespace hrfcheck::cat {

bool knowsPartsOfAccesses(const Model& model) {
  return std::ranges::any_of(model.nodes, [](const CatNode& node) { return node.isBase("same-access"); });
}

}  // namespace hrfcheck::cat
