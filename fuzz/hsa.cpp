#include "dialects.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/hsa_table.h"
#include "target.h"

namespace hrfcheck::fuzz {
namespace hsa_target {

void read(const std::string& text) {
  readTest(frontend::kHsaDialect, text);
}

Words words() {
  return joined(
      {wordsOf(frontend::kHsaDialect), namesOf(frontend::hsa::kOrders), namesOf(frontend::hsa::kCompares)});
}

std::vector<std::string> examples() {
  return {
      "HSA everything\n{ x=1; q[3]={1,&x,-2}; local l @wg; P0:r1=&q[1]; }\n"
      " P0-P1@wv 0,wg 0 | P2@cmp 1 ;\n"
      " L: ld.acq.wg r2, q[%tid+1] | cas.rm_ar.sys _, x, 0, r5 ;\n"
      " @!p add r2, r2, -1 | fence.sc.cmp ;\n"
      " blt r2, 3, L | bar.sync 1, 2 ;\n"
      " setp.le p, %lane, 2 | st [r1+1], &q[2] ;\n"
      "locations [x; q; 0:r2;]\nfilter (x=1)\nterminates obe=Y\nexpect rsp, all: racy, 3 states\n"
      "~exists (0:r2=1 /\\ ~([x]!=&x) /\\ (true || x<0x7f))\n"};
}

std::vector<std::string> seedsIn(const std::string& /*path*/, const std::string& text) {
  return testIn(frontend::kHsaDialect, text);
}

}  // namespace hsa_target

const Target& hsa() {
  using namespace hsa_target;
  static constexpr Target kTarget{"hsa", 512, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
