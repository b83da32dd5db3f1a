#include "dialects.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/ptx_table.h"
#include "target.h"

namespace hrfcheck::fuzz {
namespace ptx_target {

void read(const std::string& text) {
  readTest(frontend::kPtxDialect, text);
}

Words words() {
  return joined({wordsOf(frontend::kPtxDialect), namesOf(frontend::ptx::kOrders),
                 Words(frontend::ptx::kFenceProxies.begin(), frontend::ptx::kFenceProxies.end()),
                 namesOf(frontend::kRmwOperators)});
}

std::vector<std::string> examples() {
  return {
      "PTX t\n{ x=0; y aliases x; s @ surface aliases y; P0:k=3; }\n"
      "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      "st.weak x, 1 | ld.acquire.gpu r0, y ;\n"
      "fence.acq_rel.cta | bne r0, 1, E ;\n"
      "atom.acq_rel.sys.add r1, x, k | fence.proxy.surface ;\n"
      "red.relaxed.gpu.xor x, 1 | suld.weak r2, s ;\n"
      "bar.cta.sync 0 | E: ;\n"
      "~exists (1:r0=1 /\\ 1:r2=0)\n"};
}

std::vector<std::string> seedsIn(const std::string& /*path*/, const std::string& text) {
  return testIn(frontend::kPtxDialect, text);
}

}  // namespace ptx_target

const Target& ptx() {
  using namespace ptx_target;
  static constexpr Target kTarget{"ptx", 512, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
