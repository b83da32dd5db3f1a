#include <doctest/doctest.h>

#include "show_code.h"

using namespace hrfcheck;
using test::codeOf;
using test::mistakes;
using test::parse;
using test::warningsOf;

namespace {

std::shared_ptr<const Program> parsePtx(const std::string& code,
                                        const std::string& header = "P0@cta 0,gpu 0") {
  std::string rows;
  std::size_t begin = 0;
  while (begin < code.size()) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    rows += code.substr(begin, end - begin) + " ;\n";
    begin = end + 1;
  }
  return parse("PTX t\n{ x=0; y aliases x; s @ surface aliases y; P0:k=3; }\n" + header + " ;\n" + rows);
}

std::string ptx(const std::string& code) {
  return codeOf(*parsePtx(code));
}

std::string marksOf(const std::string& code) {
  const auto program = parsePtx(code);
  return fmt::format("{}", fmt::join(program->threads[0].instructions[0].marks, " "));
}

}  // namespace

TEST_CASE("ptx: accesses are weak, or have an order and a scope") {
  CHECK(ptx("ld.weak r, x") == "ld r, [&x]\n");
  CHECK(ptx("ld.relaxed.gpu r, x") == "ld.rlx.gpu r, [&x]\n");
  CHECK(ptx("ld.acquire.sys r, x") == "ld.acq.sys r, [&x]\n");
  CHECK(ptx("ld.acquire.cluster r, x") == "ld.acq.cluster r, [&x]\n");
  CHECK(ptx("st.weak x, 1") == "st [&x], 1\n");
  CHECK(ptx("st.relaxed.cta x, k") == "st.rlx.cta [&x], k\n");
  CHECK(ptx("st.release.cta x, -1") == "st.rel.cta [&x], -1\n");
}

TEST_CASE("ptx: a load without suffix is of a constant or a register") {
  CHECK(ptx("ld r, 2") == "r := 2\n");
  CHECK(ptx("ld r, k") == "r := k\n");
}

TEST_CASE("ptx: atoms give the old value, reductions do not") {
  CHECK(ptx("atom.relaxed.gpu.add r, x, 1") == "add.rlx.gpu r, [&x], 1\n");
  CHECK(ptx("atom.acq_rel.sys.sub _, x, 1") == "sub.ar.sys _, [&x], 1\n");
  CHECK(ptx("atom.acquire.cta.exch r, x, 7") == "exch.acq.cta r, [&x], 7\n");
  CHECK(ptx("atom.release.gpu.cas r, x, 5, 7") == "cas.rel.gpu r, [&x], 5, 7\n");
  CHECK(ptx("red.acq_rel.sys.sub x, 1") == "sub.ar.sys _, [&x], 1\n");
  CHECK(ptx("red.relaxed.gpu.xor x, k") == "xor.rlx.gpu _, [&x], k\n");
}

TEST_CASE("ptx: fences, and those between proxies, which are marks") {
  CHECK(ptx("fence.acq_rel.cta") == "fence.ar.cta global local\n");
  CHECK(ptx("fence.sc.gpu") == "fence.sc.gpu global local\n");
  CHECK(ptx("fence.proxy.surface") == "fence global local\n");
  CHECK(marksOf("fence.proxy.surface") == "proxy.surface");
  CHECK(marksOf("fence.proxy.alias") == "proxy.alias");
  CHECK(marksOf("fence.sc.gpu").empty());
}

TEST_CASE("ptx: accesses through other proxies are marked, and go to the same location") {
  CHECK(ptx("sust.weak s, 2") == "st [&x], 2\n");
  CHECK(marksOf("sust.weak s, 2") == "surface");
  CHECK(ptx("suld.acquire.gpu r, s") == "ld.acq.gpu r, [&x]\n");
  CHECK(marksOf("tld.weak r, s") == "texture");
  CHECK(marksOf("cold.weak r, y") == "constant");
  CHECK(ptx("suatom.relaxed.gpu.add r, s, 1") == "add.rlx.gpu r, [&x], 1\n");
  CHECK(marksOf("sured.relaxed.gpu.add s, 1") == "surface");
  CHECK(marksOf("ld.weak r, x").empty());
}

TEST_CASE("ptx: barriers have an instance, an id and a count") {
  CHECK(ptx("bar.cta.sync 1, 2, 4") == "barrier.cta 2 global local no fences no order instance 1 of 4\n");
  CHECK(ptx("bar.cta.arrive 1, 0, 2") ==
        "barrier.cta 0 global local no fences no order instance 1 of 2 arrives\n");
  CHECK(ptx("bar.cta.sync 1, k, 4") == "barrier.cta 3 global local no fences no order instance 1 of 4\n");
}

TEST_CASE("ptx: without a count those meet whose code has the barrier") {
  const auto program = parse(
      "PTX t\n{ }\nP0@cta 0,gpu 0 ;\nbar.cta.sync 1 ;\nbar.cta.sync 1, 1, 2 ;\nbar.cta.arrive 1, 1 ;\n");
  const auto barrier = [&](std::size_t i) {
    return std::get<BarrierOp>(program->threads[0].instructions[i].operation);
  };
  CHECK(barrier(0).amongNamed);
  CHECK_FALSE(barrier(0).count);
  CHECK_FALSE(barrier(1).amongNamed);
  CHECK(barrier(2).amongNamed);
  CHECK_FALSE(barrier(2).waits);
}

TEST_CASE("ptx: an arrival at a barrier at which nobody waits does nothing") {
  const auto program = parse(
      "PTX t\n{ x=0; }\nP0@cta 0 | P1@cta 0 | P2@cta 1 ;\nst.weak x, 1 | bar.cta.arrive 1 | bar.cta.sync 1 ;\n"
      "bar.cta.arrive 1 | bar.cta.arrive 2 | ;\nbar.cta.sync 2 | | ;\n");
  const auto isBarrier = [&](ThreadId thread, std::size_t i) {
    return std::holds_alternative<BarrierOp>(program->threads[thread].instructions[i].operation);
  };
  CHECK_FALSE(isBarrier(0, 1));
  CHECK_FALSE(isBarrier(1, 0));
  CHECK(isBarrier(1, 1));
  CHECK(isBarrier(2, 0));
}

TEST_CASE("ptx: arithmetic and branches") {
  CHECK(ptx("LC00:\nadd r2, r2, 1\nbeq r2,k,LC01\ngoto LC00\nLC01:") ==
        "nop\nr2 := (r2 + 1)\nif (r2 == k) goto 4\ngoto 0\nnop\n");
}

TEST_CASE("ptx: placement, aliases, and names of final states") {
  const auto program = parse(
      "ptx t\n{\nx = 2;\ny @ generic aliases x;\nt @ texture aliases y;\nP1: r0=0\n}\n"
      " P0@cta 0, gpu 0 \t| P1@cta 0,gpu 1 | P2 | P3@cta 1 ;\n st.weak y, 1 | ld.weak r0, x | | ;\n"
      "exists (y == 1 /\\ P1: r0 == 0)");
  CHECK(warningsOf(*program).empty());
  REQUIRE(program->locations.size() == 1);
  CHECK(program->locations[0].initial == 2);
  CHECK(program->conditionText == "([x]=1 /\\ 1:r0=0)");
  const ScopeTree& scopes = program->scopes;
  const auto together = [&](ThreadId a, ThreadId b, std::uint32_t level) {
    return scopes.instanceOf(a, level) == scopes.instanceOf(b, level);
  };
  CHECK_FALSE(together(0, 1, 1));
  CHECK_FALSE(together(0, 1, 3));
  CHECK(together(0, 1, 4));
  CHECK(together(0, 2, 3));
  CHECK_FALSE(together(0, 2, 2));
  CHECK_FALSE(together(0, 2, 1));
  CHECK_FALSE(together(0, 3, 1));
}

TEST_CASE("ptx: what memory models do not define is for schedulers only") {
  CHECK(parsePtx("st.weak x, 1")->notForModels.empty());
  CHECK(parsePtx("bar.cta.sync 1")->notForModels.empty());
  CHECK(parsePtx("bar.cta.sync 1, 0, 2")->notForModels.empty());
  CHECK(
      parsePtx("bar.cta.arrive 1, 0, 2")->notForModels ==
      "memory models support a barrier with a count only if every thread waits at it, once, and in at most 5,040 orders of arrival");
}
