#include "program/structure/event_structure.h"

#include <doctest/doctest.h>

namespace structure_test {

using namespace hrfcheck;

namespace {

constexpr std::uint32_t kWg = 1;
constexpr std::uint32_t kSys = 2;

Instruction instruction(Operation operation) {
  return {std::move(operation), std::nullopt, {}, "text"};
}

Value address(LocationId l) {
  return kAddressBase + Value{l} * kAddressStride;
}

/// P0: st.rel.wg x, 1      | P1: r0 = cas.rm_acq.sys x, 1, 2; if (r0 == 0) goto end; st y, r0; barrier.sys
std::shared_ptr<Program> example() {
  auto program = std::make_shared<Program>();
  program->name = "example";
  program->scopes = ScopeTree({"wi", "wg", "sys"}, {{0, 0, 0}, {0, 1, 0}});
  for (LocationId l = 0; l < 2; ++l) {
    program->locations.push_back({std::string(1, "xy"[l]), address(l), 0, AddressSpace::Generic, {}});
  }
  Thread p0{"P0", {}, {}, {}};
  p0.instructions = {instruction(StoreOp{constant(address(0)), constant(1), Atomicity{Order::Release, kWg}})};
  Thread p1{"P1", {"r0"}, {0}, {}};
  p1.instructions = {instruction(RmwOperation{0, RmwOp::CompareSwap, constant(address(0)), constant(2),
                                              constant(1), Atomicity{Order::Acquire, kSys, true}}),
                     instruction(BranchOp{binary(BinaryOp::Eq, registerRef(0), constant(0)), 4}),
                     instruction(StoreOp{constant(address(1)), registerRef(0), std::nullopt}),
                     instruction(BarrierOp{kSys, 0})};
  program->threads = {p0, p1};
  program->condition = std::make_shared<Condition>(Condition{TrueCondition{}});
  return program;
}

std::vector<EventId> tagged(const EventStructure& s, const std::string& tag) {
  return s.tags().at(tag).members();
}

// Events: 0 initial x, 1 initial y, 2 P0's store, 3 R and 4 W of the exchange, 5 P1's store, 6 arrival, 7
// departure.

}  // namespace

TEST_CASE("events, their order and their tags") {
  const EventStructure s(example());
  REQUIRE(s.size() == 8);
  CHECK(tagged(s, "IW") == std::vector<EventId>{0, 1});
  CHECK(tagged(s, "R") == std::vector<EventId>{3});
  CHECK(tagged(s, "W") == std::vector<EventId>{0, 1, 2, 4, 5});
  CHECK(tagged(s, "M") == std::vector<EventId>{0, 1, 2, 3, 4, 5});
  CHECK(tagged(s, "A") == std::vector<EventId>{2, 3, 4});
  CHECK(tagged(s, "RM") == std::vector<EventId>{3, 4});
  CHECK(tagged(s, "ACQ") == std::vector<EventId>{3, 4, 7});
  CHECK(tagged(s, "REL") == std::vector<EventId>{2, 6});
  CHECK(tagged(s, "WG") == std::vector<EventId>{2});
  CHECK(tagged(s, "SYS") == std::vector<EventId>{3, 4, 6, 7});
  CHECK(tagged(s, "B") == std::vector<EventId>{6, 7});
  CHECK(tagged(s, "ARRIVE") == std::vector<EventId>{6});
  CHECK(tagged(s, "DEPART") == std::vector<EventId>{7});
  CHECK(tagged(s, "EF") == std::vector<EventId>{6});
  CHECK(tagged(s, "XF") == std::vector<EventId>{7});
  CHECK(tagged(s, "F").empty());
  CHECK(tagged(s, "NAL").empty());
  CHECK(tagged(s, "GENERIC") == std::vector<EventId>{0, 1, 2, 3, 4, 5});
  CHECK(tagged(s, "GLOBAL") == std::vector<EventId>{6, 7});
  CHECK(s.conditionalTags().empty());
  CHECK(tagged(s, "AR") == tagged(s, "ACQ_REL"));
  CHECK(s.describe(0) == "initial x=0");
  CHECK(s.describe(5) == "P1:2 text");
  CHECK(s.instructionOf(4) == InstructionRef{1, 0});
}

TEST_CASE("OpenCL's barriers are two fences, with the spaces and the memory scope they name") {
  auto program = example();
  program->locations[0].space = AddressSpace::Global;
  program->locations[1].space = AddressSpace::Local;
  program->locations[1].atomicType = false;
  program->threads[1].instructions[3] = instruction(BarrierOp{kWg, 0, kSys, {false, true}, true});
  const EventStructure s(program);
  CHECK(tagged(s, "F") == std::vector<EventId>{6, 7});
  CHECK(tagged(s, "SYS") == std::vector<EventId>{3, 4, 6, 7});
  CHECK(s.events()[6].meeting == program->scopes.instanceOf(1, kWg));
  CHECK(tagged(s, "GLOBAL") == std::vector<EventId>{0, 2, 3, 4});
  CHECK(tagged(s, "LOCAL") == std::vector<EventId>{1, 5, 6, 7});
  CHECK(tagged(s, "NAL") == std::vector<EventId>{1, 5});
}

TEST_CASE("the order of a failed compare-and-swap is a set's conditional member") {
  auto program = example();
  auto& swap = std::get<RmwOperation>(program->threads[1].instructions[0].operation);
  swap.failureOrder = Order::Relaxed;
  const EventStructure s(program);
  CHECK(tagged(s, "ACQ") == std::vector<EventId>{4, 7});
  CHECK(tagged(s, "RLX").empty());
  REQUIRE(s.conditionalTags().size() == 2);
  const auto& acquire = s.conditionalTags().at("ACQ");
  REQUIRE(acquire.size() == 1);
  CHECK(acquire[0].event == 3);
  CHECK(acquire[0].other == 4);
  CHECK(acquire[0].whenHappens);
  CHECK_FALSE(s.conditionalTags().at("RLX").at(0).whenHappens);
  swap.failureOrder = Order::Acquire;
  CHECK(EventStructure(program).conditionalTags().empty());
}

TEST_CASE("static relations") {
  const EventStructure s(example());
  CHECK(s.rmw().pairs() == std::vector<std::pair<EventId, EventId>>{{3, 4}});
  CHECK(s.po().contains(3, 4));
  CHECK(s.po().contains(4, 7));
  CHECK(s.po().contains(6, 7));
  CHECK_FALSE(s.po().contains(4, 3));
  CHECK_FALSE(s.po().contains(2, 3));
  CHECK_FALSE(s.po().contains(0, 2));
  CHECK(s.sameAgent().contains(3, 7));
  CHECK(s.sameAgent().contains(0, 0));
  CHECK_FALSE(s.sameAgent().contains(0, 1));
  // The release names P0's work-group, which does not contain P1; the exchange names the whole system.
  CHECK_FALSE(s.covers().contains(2, 3));
  CHECK(s.covers().contains(2, 2));
  CHECK(s.covers().contains(3, 2));
  CHECK(s.covers().contains(4, 5));
  CHECK_FALSE(s.covers().contains(5, 4));
  CHECK_FALSE(s.covers().contains(3, 0));
  CHECK(s.narrower().contains(2, 3));
  CHECK_FALSE(s.narrower().contains(3, 2));
  CHECK(s.narrower().contains(3, 6));
  CHECK(s.sameScope().contains(3, 7));
  CHECK_FALSE(s.sameScope().contains(2, 3));
  CHECK(s.staticRelation("same-sys")->contains(2, 5));
  CHECK_FALSE(s.staticRelation("same-wg")->contains(2, 5));
  CHECK(s.staticRelation("same-instance")->contains(4, 3));
  CHECK(s.staticRelation("same-instance")->contains(0, 0));
  CHECK(s.staticRelation("same-cta") == nullptr);
}

TEST_CASE("words on an instruction put its events into sets") {
  auto program = example();
  program->threads[1].instructions[0].marks = {"sc1", "nonpriv", "a word of no set"};
  const EventStructure s(program);
  CHECK(tagged(s, "NONPRIV") == std::vector<EventId>{3, 4});
  CHECK(tagged(s, "SC1") == std::vector<EventId>{3, 4});
  CHECK(tagged(s, "SC0").empty());
}

TEST_CASE("values flow through the code") {
  const EventStructure s(example());
  CHECK(s.domains()[0] == std::vector<Value>{0, 1, 2});
  // The store to y runs only where r0 is not 0.
  CHECK(s.domains()[1] == std::vector<Value>{0, 1, 2});
  CHECK(s.mayLocations()[3] == std::vector<LocationId>{0});
  CHECK(s.mayLocations()[5] == std::vector<LocationId>{1});
  CHECK(s.mayLocations()[6].empty());
}

TEST_CASE("a counter's values are bounded by its writes") {
  auto program = example();
  for (Thread& thread : program->threads) {
    thread.registers = {"r0"};
    thread.initialRegisters = {0};
    thread.instructions = {instruction(RmwOperation{0, RmwOp::Add, constant(address(0)), constant(1), nullptr,
                                                    Atomicity{Order::Relaxed, kSys}})};
  }
  const EventStructure s(program);
  CHECK(s.domains()[0].front() == 0);
  CHECK(s.domains()[0].size() >= 3);
  CHECK(s.domains()[0].size() <= 5);
  CHECK(s.domains()[1] == std::vector<Value>{0});
}

TEST_CASE("an address out of every location is no location") {
  auto program = example();
  program->threads[0].instructions = {
      instruction(StoreOp{constant(address(0) + 1), constant(1), std::nullopt})};
  CHECK(EventStructure(program).mayLocations()[2].empty());
}

TEST_CASE("a test with more events than relations can hold is refused") {
  const auto program = example();
  std::vector<Instruction>& code = program->threads[0].instructions;
  for (LocationId l = 2; l < 5000; ++l) {
    program->locations.push_back(
        {"a" + std::to_string(l), address(l), 0, AddressSpace::Generic, std::nullopt});
    code.push_back(instruction(StoreOp{constant(address(l)), constant(1), std::nullopt}));
  }
  CHECK_THROWS_AS(EventStructure(program, 4), UserError);
}

TEST_CASE("locations that no access may touch have no event") {
  const auto program = example();
  for (LocationId l = 2; l < 9000; ++l) {
    program->locations.push_back(
        {"a" + std::to_string(l), address(l), 0, AddressSpace::Generic, std::nullopt});
  }
  const EventStructure s(program);
  CHECK(s.size() == 8);
  CHECK(s.initialWrite(1) == 1);
  CHECK(s.initialWrite(2) == kNoEvent);
}

TEST_CASE("casdep: from the load of what a compare-and-swap expects to its read") {
  auto program = std::make_shared<Program>();
  program->scopes = ScopeTree({"wi", "wg", "sys"}, {{0, 0, 0}});
  for (LocationId l = 0; l < 2; ++l) {
    program->locations.push_back({std::string(1, "xe"[l]), address(l), 0, AddressSpace::Generic, {}});
  }
  Thread thread{"P0", {"r0", "r1", "r2", "r3"}, {0, 0, 0, 0}, {}};
  for (const auto& [target, location] :
       std::vector<std::pair<RegisterId, LocationId>>{{0, 0}, {1, 1}, {2, 0}}) {
    thread.instructions.push_back(instruction(LoadOp{target, constant(address(location)), std::nullopt}));
  }
  thread.instructions.push_back(
      instruction(RmwOperation{3, RmwOp::CompareSwap, constant(address(0)), constant(1), registerRef(1),
                               Atomicity{Order::Relaxed, kSys}}));
  program->threads = {thread};
  program->condition = std::make_shared<Condition>(Condition{TrueCondition{}});
  const EventStructure structure(program);
  // the initial x and e, R2 R3 R4, and the halves R5 W6
  CHECK(structure.staticRelation("casdep")->pairs() == std::vector<std::pair<EventId, EventId>>{{3, 5}});
}

TEST_CASE("other scopes on the same code: as if made from nothing") {
  const EventStructure before(example());
  auto rescoped = example();
  auto& store = std::get<StoreOp>(rescoped->threads[0].instructions[0].operation);
  store.atomicity->level = kSys;
  const EventStructure fresh(rescoped);
  const EventStructure after(before, rescoped);
  CHECK(after.tags() == fresh.tags());
  CHECK(after.tags() != before.tags());
  CHECK(after.po() == fresh.po());
  CHECK(after.rmw() == fresh.rmw());
  CHECK(after.sameAgent() == fresh.sameAgent());
  CHECK(after.covers() == fresh.covers());
  CHECK(after.covers() != before.covers());
  CHECK(after.sameScope() == fresh.sameScope());
  CHECK(after.narrower() == fresh.narrower());
  CHECK(*after.staticRelation("same-wg") == *fresh.staticRelation("same-wg"));
  CHECK(after.domains() == fresh.domains());
  CHECK(after.mayLocations() == fresh.mayLocations());
  CHECK(after.unrollBound() == fresh.unrollBound());
}

}  // namespace structure_test
