#include "cat/model/asynchronous.h"

#include <algorithm>

namespace hrfcheck::cat {

bool knowsAsynchronousOperations(const Model& model) {
  return std::ranges::any_of(model.nodes, [](const CatNode& node) { return node.isTag("COMPLETE"); });
}

}  // namespace hrfcheck::cat
