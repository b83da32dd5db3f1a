#include <doctest/doctest.h>

#include <filesystem>

#include "parse.h"

namespace {

using namespace hrfcheck;
using test::parse;
namespace fs = std::filesystem;

TEST_CASE("Orr et al. 2015, Fig. 14, case 2") {
  const auto program = parse(R"(HSA Fig14-case2
"Orr et al. 2015, Fig. 14, case 2: agent 1 is in another work-group"
{ L=1; V=0; }
 P0@wg 0          | P1@wg 1                        ;
 st V, 2          | cas.rm_acq.cmp r0, L, 0, 1     ;
 st.rel.wg L, 0   | bne r0, 0, END                 ;
                  | ld r1, V                       ;
                  | END:                           ;
exists (1:r0=0 /\ 1:r1=0)
)");
  CHECK(program->name == "Fig14-case2");
  CHECK(program->description == "Orr et al. 2015, Fig. 14, case 2: agent 1 is in another work-group");
  REQUIRE(program->locations.size() == 2);
  CHECK(program->locations[0].name == "L");
  CHECK(program->locations[0].initial == 1);
  REQUIRE(program->threads.size() == 2);
  REQUIRE(program->threads[0].instructions.size() == 2);
  REQUIRE(program->threads[1].instructions.size() == 4);
  CHECK(program->threads[1].registers == std::vector<std::string>{"r0", "r1"});
  const auto cas = std::get<RmwOperation>(program->threads[1].instructions[0].operation);
  CHECK(cas.atomicity.remote);
  CHECK(cas.atomicity.order == Order::Acquire);
  CHECK(cas.atomicity.level == 3);
  CHECK(std::get<BranchOp>(program->threads[1].instructions[1].operation).target == 3);
  CHECK(program->scopes.instanceOf(0, 2) != program->scopes.instanceOf(1, 2));
  CHECK(program->scopes.instanceOf(0, 3) == program->scopes.instanceOf(1, 3));
  CHECK(program->conditionText == "(1:r0=0 /\\ 1:r1=0)");
  CHECK(program->warnings.empty());
  CHECK(featuresOf(*program).remote);
}

TEST_CASE("rows with empty cells, bars side by side, a row over two lines") {
  const auto program =
      parse("HSA t\n{ x=0; }\nP0 | P1 | P2 ;\n || st x, 1 ;\n st x,\n  2 | | ;\n;\n| st x, 3 | st x, 4 ;\n");
  CHECK(program->threads[0].instructions.size() == 1);
  CHECK(program->threads[1].instructions.size() == 1);
  CHECK(program->threads[2].instructions.size() == 2);
  CHECK(program->threads[0].instructions[0].text == "st x, 2");
}

TEST_CASE("the examples of docs/litmus.md") {
  const std::string text = readSource(std::string(HRFCHECK_SOURCE_DIR) + "/docs/litmus.md")->text();
  const std::string opening = "```litmus\n";
  std::size_t count = 0;
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
    const std::size_t begin = at + opening.size();
    const auto program = parse(text.substr(begin, text.find("```", begin) - begin));
    CHECK(program->warnings.empty());
    ++count;
  }
  CHECK(count >= 6);
}

TEST_CASE("the progress corpus") {
  const fs::path folder = fs::path(HRFCHECK_SOURCE_DIR) / ".." / "shared" / "corpora" / "progress";
  if (!fs::exists(folder)) {
    MESSAGE("no corpora beside the sources: nothing to read");
    return;
  }
  std::size_t count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".litmus") {
      const std::string file = entry.path().filename().string();
      CAPTURE(file);
      std::shared_ptr<const Program> program;
      CHECK_NOTHROW(program = parseLitmus(readSource(entry.path().string())));
      REQUIRE(program != nullptr);
      CHECK(program->threads.size() >= 2);
      CHECK(program->warnings.empty());
      CHECK(program->terminates.size() >= 6);
      ++count;
    }
  }
  CHECK(count >= 16);
}

}  // namespace
