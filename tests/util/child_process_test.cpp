#include "util/child_process.h"

#include <doctest/doctest.h>

#include "util/diagnostic.h"

// Programs that are run: their input and output, their failures, and their limits.

namespace {

using namespace hrfcheck;

std::string errorOf(const ChildProgram& program) {
  try {
    runChild(program, "");
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

TEST_CASE("a program gets its input and gives its output, however much") {
  const std::string large(1U << 20U, 'x');
  CHECK(runChild({"cat", {}, ""}, large).output == large);
  CHECK(runChild({"true", {}, ""}, large).output.empty());
}

TEST_CASE("how a program ended is said") {
  CHECK(!runChild({"true", {}, ""}, "").failure);
  const ChildResult failed = runChild({"sh", {"-c", "echo why >&2; exit 3"}, ""}, "");
  CHECK(failed.failure == "exit status 3");
  CHECK(failed.complaints == "why\n");
  CHECK(runChild({"sh", {"-c", "kill -9 $$"}, ""}, "").failure == "ended by signal 9");
}

TEST_CASE("a program is stopped at its limits") {
  ChildProgram program{"yes", {}, ""};
  program.largestOutput = 1000;
  CHECK(errorOf(program) == "yes prints more than 1000 bytes");
  program = {"sleep", {"60"}, ""};
  program.seconds = 0.1;
  CHECK(errorOf(program) == "sleep has not ended after 0.1 seconds");
}

TEST_CASE("a program that is not there is an error with a hint") {
  CHECK(errorOf({"no-such-program", {}, "install it"}).starts_with("cannot run no-such-program"));
  CHECK(onPath("sh"));
  CHECK(!onPath("no-such-program"));
}

}  // namespace
