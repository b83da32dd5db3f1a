#include "check/models/barriers_of_model.h"

#include <algorithm>
#include <string_view>

#include "util/text.h"

namespace hrfcheck::inline check {
namespace {

constexpr std::string_view kNothing = "the barriers of the test order nothing under the model";

/// What a barrier of Vulkan orders is in the semantics that tests of Vulkan alone give it.
bool isVulkanAlone(const Model& model) {
  const auto dialects = model.header.fields.find("Dialects");
  return lowered(model.header.title) == "vulkan" ||
         (dialects != model.header.fields.end() && lowered(dialects->second) == "vulkan");
}

}  // namespace

std::string whyBarriersMeanNothing(const Model& model, const Program& program) {
  const bool looks = std::ranges::any_of(
      model.nodes, [](const CatNode& node) { return node.isBase(BaseRelation::SyncBarrier); });
  const bool order = looks && !isVulkanAlone(model);
  return order || !featuresOf(program).barriers ? "" : std::string(kNothing);
}

bool isAboutBarriers(const std::string& why) {
  return why == kNothing;
}

}  // namespace hrfcheck::inline check
