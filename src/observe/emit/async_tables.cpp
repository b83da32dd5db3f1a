#include "observe/emit/async_tables.h"

#include <fmt/format.h>

#include "util/mapped.h"

namespace hrfcheck::inline observe {
namespace {

/// `case 0: ... break;` of each block.
template <typename Of>
std::string ofBlocks(const AsyncPlan& plan, const Of& of) {
  std::string text;
  for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
    std::string lines;
    for (LocationId l = 0; l < plan.sharedBy.size(); ++l) {
      lines += plan.sharedBy[l] == b ? of(l) : "";
    }
    text += lines.empty() ? "" : fmt::format("    case {}:\n{}      break;\n", b, lines);
  }
  return "  switch (block) {\n" + text + "    default: break;\n  }\n}\n\n";
}

std::string setUp(const AsyncPlan& plan, LocationId l) {
  const auto object = plan.objects.find(l);
  return object != plan.objects.end() && object->second.count > 0
             ? fmt::format("      hrf_make_object(hrf_shared(slot, {}), {}u);\n", l, object->second.count)
         : object != plan.objects.end()
             ? ""
             : fmt::format("      hrf_fill(hrf_shared(slot, {}), {});\n", l, plan.rows->locations[l].initial);
}

std::string windUp(const AsyncPlan& plan, LocationId l) {
  const auto found = plan.objects.find(l);
  if (found == plan.objects.end()) {
    return fmt::format("      *hrf_location(memory, launch, home, {0}) = hrf_word(hrf_shared(slot, {0}));\n",
                       l);
  }
  const DeviceObject& object = found->second;
  std::string text;
  if (object.awaited) {
    const unsigned left = (object.count - object.arrivals % object.count) % object.count;
    text += fmt::format("      hrf_complete(hrf_shared(slot, {}), {}, {}u, {}u, {}u);\n", l, object.missing,
                        left, (object.arrivals + left) / object.count, object.count);
  }
  return text + (object.invalidates ? fmt::format("      hrf_end_object(hrf_shared(slot, {}));\n", l) : "");
}

}  // namespace

std::string shapeOfPlan(const AsyncPlan& plan) {
  return fmt::format("#define HRF_CLUSTER {}\n#define HRF_ASYNC 1\n", plan.clusterSize);
}

std::string sharedMemoryOf(const AsyncPlan& plan) {
  return "HRF_DEVICE void hrf_set_up(int block, unsigned slot) {\n" +
         ofBlocks(plan, [&](const LocationId l) { return setUp(plan, l); }) +
         "HRF_DEVICE void hrf_wind_up(int block, unsigned slot, int* memory, HrfLaunch launch, unsigned home) {\n" +
         ofBlocks(plan, [&](const LocationId l) { return windUp(plan, l); });
}

}  // namespace hrfcheck::inline observe
