#include <doctest/doctest.h>

#include <algorithm>

#include "parse.h"

namespace placement_test {

namespace {

using namespace hrfcheck;
using test::mistakes;
using test::parse;

enum Level : std::uint32_t { kWi, kWv, kWg, kCmp, kSys };

/// The groups of threads at a level, as "01|2".
std::string groups(const Program& program, Level level) {
  std::string text;
  std::vector<ScopeInstanceId> seen;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const ScopeInstanceId id = program.scopes.instanceOf(t, level);
    if (std::find(seen.begin(), seen.end(), id) != seen.end()) {
      continue;
    }
    seen.push_back(id);
    text += text.empty() ? "" : "|";
    for (const ThreadId member : program.scopes.instances()[id].agents) {
      text += std::to_string(member);
    }
  }
  return text;
}

struct Placed {
  std::string wv, wg, cmp;
  friend bool operator==(const Placed&, const Placed&) = default;
};
std::ostream& operator<<(std::ostream& out, const Placed& p) {
  return out << p.wv << "  " << p.wg << "  " << p.cmp;
}

Placed placedBy(const std::string& text) {
  const auto program = parse(text);
  CHECK(groups(*program, kSys).find('|') == std::string::npos);
  return {groups(*program, kWv), groups(*program, kWg), groups(*program, kCmp)};
}
Placed header(const std::string& row) {
  return placedBy("HSA t\n{ }\n" + row + " ;\n");
}
Placed tree(const std::string& text) {
  return placedBy("HSA t\n{ }\nP0 | P1 | P2 | P3 ;\n" + text + "\n");
}

TEST_CASE("header rows") {
  CHECK(header("P0 | P1") == Placed{"0|1", "0|1", "01"});
  CHECK(header("P0@wg 0 | P1@wg 0") == Placed{"0|1", "01", "01"});
  CHECK(header("P0@wg 0 | P1@wg 1") == Placed{"0|1", "0|1", "01"});
  CHECK(header("P0@wv 0,wg 0,cmp 0 | P1@wv 0,wg 0,cmp 0") == Placed{"01", "01", "01"});
  CHECK(header("P0 @ wf 0 , wg 0 | P1@wf 1, wg 0") == Placed{"0|1", "01", "01"});
  CHECK(header("P0@wg 0, cmp 0 | P1@wg 0, agent 1") == Placed{"0|1", "0|1", "0|1"});
  CHECK(header("P0@wg 0, cmp 0, sys 0 | P1") == Placed{"0|1", "0|1", "01"});
}

TEST_CASE("levels outside of a named one are number 0, inner ones are the thread's own") {
  CHECK(header("P0@wv 0 | P1@wv 1 | P2@wv 1") == Placed{"0|12", "012", "012"});
  CHECK(header("P0@cmp 0 | P1@cmp 0 | P2@cmp 1") == Placed{"0|1|2", "0|1|2", "01|2"});
  CHECK(header("P0@wg 0 | P1 | P2@wg 1") == Placed{"0|1|2", "0|1|2", "012"});
  CHECK(header("P0@wv 0, cmp 1 | P1@wv 0, cmp 1") == Placed{"01", "01", "01"});
}

TEST_CASE("lanes share a column, and what it says") {
  CHECK(header("P0-P2") == Placed{"0|1|2", "0|1|2", "012"});
  CHECK(header("P0-P1@wg 0,wf 0 | P2@wg 0") == Placed{"01|2", "012", "012"});
  CHECK(header("P0 - P1 @wg 0 | P2-P3@wg 1") == Placed{"0|1|2|3", "01|23", "0123"});
}

TEST_CASE("columns in another order are the same test") {
  const auto program = parse("HSA t\n{ x=0; }\nP1@wg 1 | P0@wg 0 ;\nld r1, x | st x, 1 ;\n");
  CHECK(program->threads[0].name == "P0");
  CHECK(std::holds_alternative<StoreOp>(program->threads[0].instructions[0].operation));
  CHECK(std::holds_alternative<LoadOp>(program->threads[1].instructions[0].operation));
}

TEST_CASE("scope trees") {
  CHECK(tree("scopes: (sys (cmp (wg P0 P1) (wg P2)) (cmp (wg P3)))") == Placed{"0|1|2|3", "01|2|3", "012|3"});
  CHECK(tree("scopeTree (device (work_group P0 P1) (work_group P2 P3))") ==
        Placed{"0|1|2|3", "01|23", "0123"});
  CHECK(tree("scopes: (cmp (wg P0 P1)) (cmp (wg P2 P3))") == Placed{"0|1|2|3", "01|23", "01|23"});
  CHECK(tree("scopes: (wg (wv P0 P1) (wv P2)) (wg (wf P3))") == Placed{"01|2|3", "012|3", "0123"});
  CHECK(tree("scopes: (cmp P0 (wg P1 P2) P3)") == Placed{"0|1|2|3", "0|12|3", "0123"});
  CHECK(tree("scopes: (sys (wg P0 P1) (wg P2 P3))\nexists ()") == Placed{"0|1|2|3", "01|23", "0123"});
  CHECK(tree("scopes: (wg (wi P0) (wi P1)) (wg (wi P2) (wi P3))") == Placed{"0|1|2|3", "01|23", "0123"});
}

/// The groups of threads at the levels cta, cluster and gpu of PTX.
std::string ptxGroups(const std::string& row) {
  const auto program = parse("PTX t\n{ }\n" + row + " ;\n");
  enum : std::uint32_t { kCta = 1, kCluster, kGpu };
  return groups(*program, static_cast<Level>(kCta)) + " in " +
         groups(*program, static_cast<Level>(kCluster)) + " in " + groups(*program, static_cast<Level>(kGpu));
}

TEST_CASE("ptx: a thread block that names no cluster is one by itself") {
  CHECK(ptxGroups("P0 | P1") == "0|1 in 0|1 in 01");
  CHECK(ptxGroups("P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0") == "01|2 in 01|2 in 012");
  CHECK(ptxGroups("P0@cta 0,gpu 0 | P1@cta 0,gpu 1") == "0|1 in 0|1 in 0|1");
  CHECK(ptxGroups("P0@cta 0 | P1 | P2@cta 1 | P3@cta 0") == "03|1|2 in 03|1|2 in 0123");
  CHECK(ptxGroups("P0@gpu 0 | P1@gpu 0 | P2@gpu 1") == "0|1|2 in 0|1|2 in 01|2");
}

TEST_CASE("ptx: named clusters, beside blocks that name none") {
  CHECK(ptxGroups("P0@cta 0,cluster 0 | P1@cta 1,cluster 0 | P2@cta 0,cluster 1") == "0|1|2 in 01|2 in 012");
  CHECK(ptxGroups("P0@cluster 0 | P1@cluster 0 | P2@cluster 1") == "0|1|2 in 01|2 in 012");
  // Cluster 1 is taken, so the block with id 1 is in another one.
  CHECK(ptxGroups("P0@cta 0,cluster 1 | P1@cta 1 | P2@cta 1") == "0|12 in 0|12 in 012");
  CHECK(ptxGroups("P0 | P1@cta 5,cluster 0 | P2") == "0|1|2 in 0|1|2 in 012");
}

TEST_CASE("ptx: ids and names without clusters are those of the blocks") {
  const auto program = parse("PTX t\n{ }\nP0@cta 2,gpu 0 | P1@cta 0,gpu 1 | P2@cta 0,gpu 0 | P3@gpu 1 ;\n");
  const auto name = [&](ThreadId t) {
    return program->scopes.instances()[program->scopes.instanceOf(t, 1)].name;
  };
  CHECK(name(0) == "cta2");
  CHECK(name(1) == "gpu1/cta0");
  CHECK(name(2) == "gpu0/cta0");
  CHECK(name(3) == "cta1");
}

TEST_CASE("ptx: trees may have clusters") {
  const auto tree = [](const std::string& text) {
    const auto program = parse("PTX t\n{ }\nP0 | P1 | P2 | P3 ;\n" + text + "\n");
    return groups(*program, static_cast<Level>(1)) + " in " + groups(*program, static_cast<Level>(2));
  };
  CHECK(tree("scopes: (gpu (cluster (cta P0 P1) (cta P2)) (cluster (cta P3)))") == "01|2|3 in 012|3");
  CHECK(tree("scopes: (gpu (cta P0 P1) (cta P2 P3))") == "01|23 in 01|23");
}

TEST_CASE("a tree and a header that say the same give the same program") {
  CHECK(tree("scopes: (sys (cmp (wg (wv P0 P1) (wv P2))) (cmp (wg (wv P3))))") ==
        header("P0-P1@wv 0,wg 0,cmp 0 | P2@wv 1,wg 0,cmp 0 | P3@wv 0,wg 0,cmp 1"));
}

TEST_CASE("placement mistakes") {
  const auto inTree = [](const std::string& text) {
    return mistakes("HSA t\n{ }\nP0 | P1 ;\nnop | nop ;\n" + text + "\n");
  };
  CHECK(inTree("scopes: (wg P0)") == "5:9: thread P1 is not in the scope tree\n");
  CHECK(inTree("scopes: (wg P0 P1 P0)") == "5:19: thread P0 appears twice in the scope tree\n");
  CHECK(inTree("scopes: (wg P0 P1 P2)") == "5:19: there is no thread P2\n");
  CHECK(inTree("scopes: (wg (cmp P0 P1))") == "5:14: 'cmp' cannot be inside this level\n");
  CHECK(inTree("scopes: (wg P0) (cmp P1)") ==
        "5:18: 'cmp' is beside a 'wg': siblings must be of the same level\n");
  CHECK(inTree("scopes: (sys P0) (sys P1)") == "5:19: there is only one 'sys'\n");
  CHECK(mistakes("HSA t\n{ }\nP0@wg 0 | P1 ;\nscopes: (wg P0 P1)\n") ==
        "4:1: the threads are placed twice: in the header and in a tree\n");
}

}  // namespace

}  // namespace placement_test
