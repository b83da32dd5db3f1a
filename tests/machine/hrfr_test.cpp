#include <doctest/doctest.h>

#include "machine_support.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::string messagePassing(const std::string& store, const std::string& load) {
  return "HSA MP\n{ x=0; L=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | " + load + " r0, L ;\n " + store +
         " L, 1 | bne r0, 1, END ;\n | ld r1, x ;\n | END: ;\nexists (1:r0=1 /\\ 1:r1=0)\n";
}

}  // namespace

TEST_CASE("hrfr: message passing needs seq_cst accesses of a scope that holds both") {
  const Setting hrfr{"hrfr", Environment::Fifo};
  CHECK(reach(messagePassing("st.sc.cmp", "ld.sc.cmp"), hrfr).shortest() == 0);
  CHECK(reach(messagePassing("st.sc.sys", "ld.sc.cmp"), hrfr).shortest() == 0);
  CHECK(reach(messagePassing("st.rlx.cmp", "ld.sc.cmp"), hrfr).shortest() > 0);  // L overtakes x in the L1
  CHECK(reach(messagePassing("st.sc.wg", "ld.sc.cmp"), hrfr).shortest() > 0);
  CHECK(reach(messagePassing("st.sc.cmp", "ld.rlx.cmp"), {"hrfr", Environment::Full}).shortest() > 0);
}

TEST_CASE("hrfr: ordinary requests overtake each other in caches, not in write buffers") {
  const std::string neighbours = R"(HSA Neighbours
{ x=0; y=0; }
 P0@wg 0 | P1@wg 0  ;
 st x, 1 | ld r0, y ;
 st y, 1 | ld r1, x ;
exists (1:r0=1 /\ 1:r1=0)
)";
  CHECK(reach(neighbours, {"hrfr", Environment::Evict}).shortest() == 0);
  std::string strangers = neighbours;
  strangers.replace(strangers.find("P1@wg 0"), 7, "P1@wg 1");
  CHECK(reach(strangers, {"hrfr", Environment::Fifo}).shortest() > 0);
  CHECK(reach(strangers, {"rsp-fix", Environment::Fifo}).shortest() == 0);
}

TEST_CASE("hrfr: store buffering is seen by relaxed accesses, not by seq_cst ones") {
  const auto text = [](const std::string& suffix) {
    return "HSA SB\n{ x=0; y=0; }\n P0@wg 0 | P1@wg 1 ;\n st" + suffix + " x, 1 | st" + suffix +
           " y, 1 ;\n ld" + suffix + " r0, y | ld" + suffix + " r0, x ;\nexists (0:r0=0 /\\ 1:r0=0)\n";
  };
  CHECK(reach(text(".rlx.cmp"), {"hrfr", Environment::Fifo}).shortest() > 0);
  CHECK(reach(text(".sc.cmp"), {"hrfr", Environment::Evict}).shortest() == 0);
}

TEST_CASE("hrfr: a read-modify-write takes the agent's own store along") {
  const std::string text = R"(HSA Own
{ x=0; }
 P0@wg 0                ;
 st x, 1                ;
 faa.rlx.cmp r0, x, 1   ;
exists (0:r0=0)
)";
  CHECK(reach(text, {"hrfr", Environment::Fifo}).shortest() == 0);
  CHECK(reach(text, {"hrfr", Environment::Fifo, Hierarchy::H2, {"acc-star"}}).shortest() > 0);
}
