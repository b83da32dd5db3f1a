#include "jobs/worker_process.h"

#include <doctest/doctest.h>

#include "support/process_state.h"
#include "util/process/child_process.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

TEST_CASE("a worker that is killed leaves behind nothing that its programs have started") {
  // As nvcc runs its parts, which do not end with it.
  const auto file = freshPath("program-of-a-program");
  const std::string script = startsAndNames("sleep 600", file) + "; wait";
  auto worker = WorkerProcess::start(
      [&](const std::string&, const std::function<void(std::string_view)>&) {
        runProgram({"sh", "-c", script}, "");
      },
      {});
  REQUIRE(worker);
  worker->give("run it");
  const int started = processNamedIn(file);
  CHECK(started > 0);
  worker.reset();
  CHECK(hasEnded(started));
  std::filesystem::remove(file);
}
