#include "dialects.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/lisa_table.h"
#include "target.h"

namespace hrfcheck::fuzz {
namespace lisa_target {

void read(const std::string& text) {
  readTest(frontend::kLisaDialect, text);
}

Words words() {
  return joined(
      {wordsOf(frontend::kLisaDialect),
       {"scopes:", "levels:",   "regions:",        "machine", "board", "block", "(",     ")",   "[",   "]",
        "[]",      "[acquire]", "[release,board]", "{'rlx}",  "(add",  "(eq",   "call[", "b[]", "r[]", "w[]",
        "f[]",     "rmw[]"}});
}

std::vector<std::string> examples() {
  return {
      "LISA t\n{ x=0; y=0; 1:r2=x; }\n"
      " P0             | P1                       ;\n"
      " w[rlx] x 1     | L: r[acquire,board] r0 y ;\n"
      " f[sc,board]    | b[] r0 E                 ;\n"
      " w[release] y 1 | rmw[] r1 (add r0 1) x    ;\n"
      " call[lock]     | mov r3 (eq r0 1)         ;\n"
      "                | E: r[] r4 r2             ;\n"
      "scopes: (machine (board (block P0) (block P1)))\n"
      "levels: (node P0 P1)\n"
      "regions: x:global, y:shared\n"
      "exists (1:r0=1 /\\ 1:r4=0)\n"};
}

std::vector<std::string> seedsIn(const std::string& /*path*/, const std::string& text) {
  return testIn(frontend::kLisaDialect, text);
}

}  // namespace lisa_target

const Target& lisa() {
  using namespace lisa_target;
  static constexpr Target kTarget{"lisa", 512, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
