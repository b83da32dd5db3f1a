#include <doctest/doctest.h>

#include <filesystem>

#include "cli/process.h"
#include "support/has.h"

namespace moved_program_test {

using namespace hrfcheck::test;
namespace fs = std::filesystem;

namespace {

const std::string kRacy = R"(HSA racy
{ x=0; }
 P0@wg 0 | P1@wg 1  ;
 st x, 1 | ld r0, x ;
exists (1:r0=1)
)";

/// The built program, copied into a folder of its own, and a test.
struct Moved {
  Scratch scratch;
  std::string test = scratch.file("racy.litmus", kRacy);

  Finished run(const std::string& arguments) const {
    return runShell("set -e; mkdir -p '" + scratch.path("bin") + "'; cp \"$HRFCHECK\" '" +
                    scratch.path("bin/hrfcheck") + "'; cd '" + scratch.path("") + "'; set +e; bin/hrfcheck " +
                    arguments);
  }
};

}  // namespace

TEST_CASE("a program that was moved has its models with it") {
  const Moved moved;
  const Finished list = moved.run("models");
  CHECK(list.status == 0);
  CHECK(list.out == runProgram({"models"}).out);
  const Finished all = moved.run("check -m all racy.litmus");
  CHECK(all.status == 0);
  CHECK(has(all.out, "RACY"));
  CHECK(has(moved.run("check racy.litmus").out, "hrf-indirect-relaxed  ·  RACY"));
}

TEST_CASE("folders come before what is compiled in: of --include, and beside the program") {
  const Moved moved;
  const std::string own = "\"mine\"\nacyclic po | rf | co | fr as sc\n";
  moved.scratch.file("rsp.cat", own);
  CHECK(has(moved.run("models --include . | grep '^rsp '").out, "mine"));
  CHECK(has(moved.run("check -m rsp --include . racy.litmus").out, "this model defines no races"));
  const Finished beside = moved.run(
      "models > /dev/null; mkdir -p share/hrfcheck/models; cp rsp.cat share/hrfcheck/models; "
      "bin/hrfcheck check -m rsp racy.litmus; bin/hrfcheck check -m drf0 racy.litmus");
  CHECK(has(beside.out, "rsp  ·  this model defines no races"));
  CHECK(has(beside.out, "drf0  ·  RACY"));
}

TEST_CASE("a model that is compiled in includes what is compiled in, and other models may include it, too") {
  const Moved moved;
  moved.scratch.file("hrf-base.cat", "this is no model");
  CHECK(has(moved.run("check -m hrf-indirect-relaxed racy.litmus").out, "RACY"));
  fs::create_directory(moved.scratch.path("own"));
  moved.scratch.file("own/mine.cat", "\"mine\"\ninclude \"hrf-sc.cat\"\n");
  const Finished mine = moved.run("check -m own/mine.cat racy.litmus");
  CHECK(mine.status == 0);
  const Finished unknown = moved.run("check -m rps racy.litmus");
  CHECK(unknown.status == 2);
  CHECK(has(unknown.err, "did you mean 'rsp'"));
}

TEST_CASE("certificates of a program that was moved are verified, there and elsewhere") {
  const Moved moved;
  const Finished made = moved.run(
      "check -m rsp --certify certificates racy.litmus > /dev/null && bin/hrfcheck verify certificates");
  CHECK(made.status == 0);
  CHECK(!has(made.out, "not that of the installed model"));
  const Finished elsewhere = runProgram({"verify", moved.scratch.path("certificates")});
  CHECK(elsewhere.status == 0);
  CHECK(!has(elsewhere.out, "not that of the installed model"));
}

}  // namespace moved_program_test
