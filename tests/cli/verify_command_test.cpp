#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::string kTest = R"(HSA MP
{ X=0; F=0; }
 P0@wg 0        | P1@wg 1         ;
 st X, 1        | ld.acq.sys r0, F ;
 st.rel.sys F, 1 | bne r0, 1, END  ;
                | ld r1, X        ;
                | END:            ;
exists (1:r0=1 /\ 1:r1=0)
)";

}  // namespace

TEST_CASE("certificates are written, verified, and refused once they are changed") {
  const Scratch scratch;
  const std::string folder = scratch.path("proofs");
  const Finished check = runProgram({"check", "-m", "hrf-indirect-relaxed", "-m", "sc", "--certify", folder,
                                     scratch.file("mp.litmus", kTest)});
  CHECK(check.status == 0);
  CHECK(check.err == "");
  const Finished verified = runProgram({"verify", "--claims", folder});
  CHECK(verified.status == 0);
  CHECK(has(verified.out, "verified: MP under hrf-indirect-relaxed ("));
  CHECK(has(verified.out, "  flag heterogeneous-race: never (proof)\n"));
  CHECK(has(verified.out, "  condition-holds: never (proof)\n"));
  CHECK(has(verified.out, "2 of 2 certificates verified: "));

  // A second run replaces them.
  CHECK(runProgram({"check", "-m", "sc", "--certify", folder, scratch.path("mp.litmus")}).status == 0);
  CHECK(runProgram({"verify", folder}).status == 0);

  const std::string formula = folder + "/MP/sc/formula.cnf";
  std::string text;
  {
    std::ifstream in(formula);
    text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  REQUIRE(has(text, "\n1 0\n"));
  text.replace(text.find("\n1 0\n") + 1, 1, "-1");
  std::ofstream(formula) << text;
  const Finished refused = runProgram({"verify", folder});
  CHECK(refused.status == 1);
  CHECK(has(refused.out, "refused: "));
  CHECK(has(refused.out, "1 of 2 certificates verified: "));
}

TEST_CASE("a folder without certificates is an error, and no other folder is overwritten") {
  const Scratch scratch;
  const Finished none = runProgram({"verify", scratch.path("nothing")});
  CHECK(none.status == 2);
  const std::string test = scratch.file("mp.litmus", kTest);
  const std::string other = scratch.path("proofs/MP/sc");
  std::filesystem::create_directories(other);
  std::ofstream(other + "/mine.txt") << "mine\n";
  const Finished check = runProgram({"check", "-m", "sc", "--certify", scratch.path("proofs"), test});
  CHECK(check.status == 2);
  CHECK(has(check.err, "is no certificate"));
  CHECK(std::filesystem::exists(other + "/mine.txt"));
}
