#include "differential/kernel_words.h"

#include <fmt/format.h>

namespace hrfcheck::kernels {

std::string KernelWords::order(const Words& orders) {
  return careful_ && random_.chance(75) ? "seq_cst" : pick(orders);
}

std::string KernelWords::scope() {
  return careful_ && random_.chance(85)
             ? pick({"device", "device", "all_svm_devices"})
             : pick({"work_group", "work_group", "device", "all_svm_devices", "sub_group", "work_item"});
}

std::string KernelWords::both(const Words& orders) {
  const std::string order = this->order(orders);
  return fmt::format("memory_order_{}, memory_scope_{}", order, scope());
}

std::string KernelWords::flags() {
  return careful_ ? "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE"
                  : pick({"CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE",
                          "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE"});
}

const Words& KernelWords::ofLoads() {
  static const Words kLoads = {"relaxed", "acquire", "acquire", "seq_cst"};
  return kLoads;
}
const Words& KernelWords::ofStores() {
  static const Words kStores = {"relaxed", "release", "release", "seq_cst"};
  return kStores;
}
const Words& KernelWords::ofUpdates() {
  static const Words kUpdates = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return kUpdates;
}

}  // namespace hrfcheck::kernels
