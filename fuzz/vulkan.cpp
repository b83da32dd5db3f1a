#include "dialects.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/vulkan_table.h"
#include "target.h"

namespace hrfcheck::fuzz {
namespace vulkan_target {

void read(const std::string& text) {
  readTest(frontend::kVulkanDialect, text);
}

Words words() {
  return joined({wordsOf(frontend::kVulkanDialect),
                 namesOf(frontend::vulkan::kOrders),
                 namesOf(frontend::kRmwOperators),
                 {"atom", "nonpriv", "av", "vis", "sc0", "sc1", "semsc0", "semav", "semvis"}});
}

std::vector<std::string> examples() {
  return {
      "Vulkan t\n{ x=0; y aliases x; P0:k=3; }\n{ ssw 0 1; }\n"
      "P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n"
      "st.av.wg.sc0 x, k | ld.atom.acq.dv.sc1.semsc0.semvis r0, y ;\n"
      "membar.acq_rel.dv.semsc0.semav | bne r0, 1, E ;\n"
      "rmw.atom.rel.qf.sc0.semsc0.add r1, x, 1 | ld.nonpriv.sc0 r1, x ;\n"
      "cbar.acq.wg.semsc0 0 | avdevice ;\n"
      " | E: ;\n"
      "forall (1:r0=0 \\/ 1:r1=1)\n"};
}

std::vector<std::string> seedsIn(const std::string& /*path*/, const std::string& text) {
  return testIn(frontend::kVulkanDialect, text);
}

}  // namespace vulkan_target

const Target& vulkan() {
  using namespace vulkan_target;
  static constexpr Target kTarget{"vulkan", 512, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
