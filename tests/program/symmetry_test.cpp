// Which threads are interchangeable, and what leads them.

#include "program/symmetry/symmetry.h"

#include <doctest/doctest.h>

#include "frontend/litmus.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

using Blocks = std::vector<std::vector<ThreadId>>;

std::shared_ptr<const EventStructure> structureOf(const std::string& text) {
  return std::make_shared<const EventStructure>(parseLitmus(std::make_shared<Source>("test.litmus", text)));
}

/// An HSA test of these threads, one line each; `places` are their work-groups.
std::string test(const std::vector<std::pair<std::string, std::string>>& threads, const std::string& rest) {
  std::string head;
  std::string code;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const std::string end = t + 1 == threads.size() ? " ;\n" : " | ";
    head += "P" + std::to_string(t) + "@" + threads[t].first + end;
    code += threads[t].second + end;
  }
  return "HSA t\n{ x=0; y=0; }\n" + head + code + rest;
}

std::vector<Blocks> blocksOf(const std::shared_ptr<const EventStructure>& structure) {
  std::vector<Blocks> blocks;
  for (const SymmetryGroup& group : symmetriesOf(*structure)) {
    blocks.push_back(group.blocks);
  }
  return blocks;
}

std::vector<Blocks> blocksOf(const std::string& text) {
  return blocksOf(structureOf(text));
}

const std::string kAny = "exists (x=1)";

TEST_CASE("threads of one work-group with the same code") {
  CHECK(blocksOf(test({{"wg 0", "st x, 1"}, {"wg 0", "ld r0, x"}, {"wg 0", "st x, 1"}}, kAny)) ==
        std::vector<Blocks>{{{0}, {2}}});
  CHECK(blocksOf(test({{"wg 0", "st x, 1"}, {"wg 0", "st x, 2"}}, kAny)).empty());
  CHECK(blocksOf(test({{"wg 0", "st x, 1"}, {"wg 0", "st y, 1"}}, kAny)).empty());
  CHECK(blocksOf(test({{"wg 0", "st.rel.wg x, 1"}, {"wg 0", "st.rel.cmp x, 1"}}, kAny)).empty());
  CHECK(blocksOf(test({{"wg 0", "st.rel.wg x, 1"}, {"wg 0", "st.rlx.wg x, 1"}}, kAny)).empty());
}

TEST_CASE("threads of two work-groups are no siblings") {
  CHECK(blocksOf(test({{"wg 0", "st x, 1"}, {"wg 0", "st x, 2"}, {"wg 1", "st x, 1"}}, kAny)).empty());
}

TEST_CASE("work-groups with one thread each") {
  CHECK(blocksOf(test({{"wg 0", "st x, 1"}, {"wg 1", "st x, 1"}, {"wg 2", "st x, 1"}}, kAny)) ==
        std::vector<Blocks>{{{0}, {1}, {2}}});
  CHECK(blocksOf(test({{"wg 0, cmp 0", "st x, 1"}, {"wg 0, cmp 1", "st x, 1"}}, kAny)) ==
        std::vector<Blocks>{{{0}, {1}}});
}

TEST_CASE("work-groups with corresponding threads, in whatever order") {
  const auto structure = structureOf(test({{"wg 0", "st.rlx.wg x, 1"},
                                           {"wg 0", "ld.rlx.wg r0, x"},
                                           {"wg 1", "ld.rlx.wg r0, x"},
                                           {"wg 1", "st.rlx.wg x, 1"}},
                                          kAny));
  CHECK(blocksOf(structure) == std::vector<Blocks>{{{0, 1}, {3, 2}}});
}

TEST_CASE("threads or work-groups, whichever has more permutations") {
  const std::string code = "st x, 1";
  CHECK(blocksOf(test({{"wg 0", code}, {"wg 0", code}, {"wg 1", code}, {"wg 1", code}}, kAny)) ==
        std::vector<Blocks>{{{0}, {1}}, {{2}, {3}}});
  CHECK(blocksOf(test({{"wg 0", code}, {"wg 0", "ld r0, y"}, {"wg 1", code}, {"wg 1", "ld r0, y"}}, kAny)) ==
        std::vector<Blocks>{{{0, 1}, {2, 3}}});
}

TEST_CASE("initial registers tell threads apart") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (const Value initial : {1, 1, 2}) {
    ThreadBuilder& t = p.thread();
    t.reg("r0", initial);
    t.store(x, t.get("r0"));
  }
  CHECK(blocksOf(p.structure()) == std::vector<Blocks>{{{0}, {1}}});
}

TEST_CASE("predicates tell threads apart") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().load("r0", x).store(x, 1).onlyIf("r0");
  p.thread().load("r0", x).store(x, 1).onlyIf("r0", true);
  p.thread().load("r0", x).store(x, 1);
  p.thread().load("r0", x).store(x, 1).onlyIf("r0", true);
  CHECK(blocksOf(p.structure()) == std::vector<Blocks>{{{1}, {3}}});
}

TEST_CASE("so does the filter, but not the condition") {
  const std::string code = "ld r0, x";
  const std::vector<std::pair<std::string, std::string>> threads(3, {"wg 0", code});
  CHECK(blocksOf(test(threads, "filter (1:r0=0)\nexists (2:r0=0)")) == std::vector<Blocks>{{{0}, {2}}});
  CHECK(blocksOf(test(threads, "exists (2:r0=0)")) == std::vector<Blocks>{{{0}, {1}, {2}}});
}

/// The leading instruction of the first group, by kind of event; nothing where it has none.
std::optional<std::pair<std::uint32_t, EventKind>> leaderOf(
    const std::shared_ptr<const EventStructure>& structure) {
  const SymmetryGroup group = symmetriesOf(*structure).at(0);
  if (group.leaders.empty()) {
    return std::nullopt;
  }
  CHECK(group.leaders.size() == group.blocks.size());
  for (std::size_t i = 0; i < group.blocks.size(); ++i) {
    CHECK(structure->events()[group.leaders[i]].thread == group.blocks[i][0]);
  }
  const Event& event = structure->events()[group.leaders[0]];
  return std::pair(event.instruction, event.kind);
}

std::optional<std::pair<std::uint32_t, EventKind>> leaderOf(
    const std::function<void(ThreadBuilder&, const ExprPtr&)>& code) {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  code(p.thread(), x);
  code(p.thread(), x);
  return leaderOf(p.structure(2));
}

using Leader = std::optional<std::pair<std::uint32_t, EventKind>>;

TEST_CASE("the leader is an access that tells most") {
  CHECK(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.load("r0", x).store(x, 1); }) ==
        Leader({1, EventKind::Write}));
  CHECK(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.cas("r0", x, 0, 1).load("r1", x); }) ==
        Leader({0, EventKind::Read}));
  CHECK(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.rmw(RmwOp::Add, "r0", x, 1).store(x, 5); }) ==
        Leader({0, EventKind::Write}));
  CHECK(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.assign("a", x).store(t.get("a"), 1); }) ==
        Leader({1, EventKind::Write}));
}

TEST_CASE("no leader where nothing is certain to happen") {
  CHECK_FALSE(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.load("r0", x); }));
  CHECK_FALSE(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.barrier().store(x, 1); }));
  CHECK_FALSE(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.store(x, 1).onlyIf("p"); }));
  CHECK_FALSE(
      leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.load("a", x).store(t.get("a"), 1); }).has_value());
  CHECK_FALSE(leaderOf([](ThreadBuilder& t, const ExprPtr& x) {
    t.assign("a", binary(BinaryOp::Div, constant(1), t.get("z"))).store(x, 1);
  }));
  CHECK_FALSE(leaderOf([](ThreadBuilder& t, const ExprPtr& x) { t.branch(t.get("c"), 2).store(x, 1); }));
}

TEST_CASE("renaming events") {
  const auto structure = structureOf(test({{"wg 0", "faa.ar.wg r0, x, 1"},
                                           {"wg 0", "st y, 1"},
                                           {"wg 0", "faa.ar.wg r0, x, 1"},
                                           {"wg 0", "faa.ar.wg r0, x, 1"}},
                                          kAny));
  const std::vector<SymmetryGroup> groups = symmetriesOf(*structure);
  REQUIRE(groups.size() == 1);
  // Two initial writes, then 2, 1, 2, 2 events.
  CHECK(eventRenaming(*structure, groups, {{1, 2, 0}}) == std::vector<EventId>{0, 1, 5, 6, 4, 7, 8, 2, 3});
}

}  // namespace
}  // namespace hrfcheck::test
