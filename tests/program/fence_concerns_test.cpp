#include "program/structure/fence_concerns.h"

#include <doctest/doctest.h>

#include "program/ir/ptx_marks.h"
#include "program/ir/shared_memory.h"
#include "program/structure/event_structure.h"

namespace fence_concerns_test {

using namespace hrfcheck;

namespace {

/// P0 of block 0 and P1 of block 1 in one cluster; x is global, s is of P0's block and t of P1's. P0: the
/// fence; then stores to x, s, t.
std::shared_ptr<Program> withFence(std::vector<std::string> marks) {
  auto program = std::make_shared<Program>();
  program->name = "fence";
  program->dialect = "PTX";
  program->scopes = ScopeTree({"thread", "cta", "cluster", "gpu", "sys"}, {{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}});
  const auto address = [](LocationId l) { return kAddressBase + Value{l} * kAddressStride; };
  for (LocationId l = 0; l < 3; ++l) {
    program->locations.push_back({std::string(1, "xst"[l]), address(l), 0, AddressSpace::Generic, {}});
    if (l > 0) {
      program->locations[l].regions.push_back(sharedRegion(l - 1));
    }
  }
  Thread p0{"P0", {}, {}, {}};
  p0.instructions.push_back({FenceOp{}, std::nullopt, {}, "fence"});
  p0.instructions.back().marks = std::move(marks);
  for (LocationId l = 0; l < 3; ++l) {
    p0.instructions.push_back(
        {StoreOp{constant(address(l)), constant(1), std::nullopt}, std::nullopt, {}, "store"});
  }
  program->threads = {p0, Thread{"P1", {}, {}, {}}};
  program->condition = std::make_shared<Condition>(Condition{TrueCondition{}});
  return program;
}

/// Of the three stores, those that the fence is about; "-" where there is no such relation.
std::string about(std::vector<std::string> marks) {
  const EventStructure s(withFence(std::move(marks)));
  const Relation* concerns = s.staticRelation("concerns");
  if (concerns == nullptr) {
    return "-";
  }
  const EventId fence = s.tags().at("F").members().front();
  std::string names;
  for (LocationId l = 0; l < 3; ++l) {
    names += concerns->contains(fence, fence + 1 + l) ? std::string(1, "xst"[l]) : "";
  }
  return names;
}

}  // namespace

TEST_CASE("what fences of the async proxy and restricted fences are about") {
  CHECK(about({}) == "-");
  CHECK(about({"proxy.surface"}) == "-");
  CHECK(about({kMarkFenceAsync}) == "xst");
  CHECK(about({kMarkFenceAsync, kMarkAboutGlobal}) == "x");
  CHECK(about({kMarkFenceAsync, kMarkAboutCta}) == "s");
  CHECK(about({kMarkFenceAsync, kMarkAboutCluster}) == "st");
  CHECK(about({kMarkFenceToTensormap, std::string(kMarkAboutLocation) + "t"}) == "t");
  CHECK(about({kMarkAboutReads}).empty());
  CHECK(about({kMarkAboutInit}).empty());
}

}  // namespace fence_concerns_test
