#include "target.h"

#include <algorithm>

namespace hrfcheck::fuzz {

const std::vector<const Target*>& targets() {
  static const std::vector<const Target*> kAll{&hsa(),           &c(),
                                               &ptx(),           &ptxModule(),
                                               &vulkan(),        &spirv(),
                                               &lisa(),          &cat(),
                                               &certificate(),   &condition(),
                                               &csv(),           &herdLog(),
                                               &machine(),       &sanitizerReport(),
                                               &results(),       &suiteResults(),
                                               &observeResults()};
  return kAll;
}

const Target* findTarget(std::string_view name) {
  const auto found = std::ranges::find(targets(), name, [](const Target* target) { return target->name; });
  return found == targets().end() ? nullptr : *found;
}

}  // namespace hrfcheck::fuzz
