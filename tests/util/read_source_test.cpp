#include "util/read_source.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "support/temp_folder.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::string refusalOf(const std::string& path, const ReadLimits& limits = {}) {
  try {
    return "read: " + readSource(path, limits)->text();
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
}

}  // namespace

TEST_CASE("a file that is not there is the user's error") {
  CHECK(refusalOf("no/such/file.litmus") == "cannot read 'no/such/file.litmus': No such file or directory");
  CHECK(refusalOf(".") == "cannot read '.': it is a directory");
}

TEST_CASE("devices and pipes that nobody writes to are refused at once") {
  CHECK(refusalOf("/dev/zero") == "cannot read '/dev/zero': it is neither a file nor a pipe");
  const TempFolder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(refusalOf(pipe) == "cannot read '" + pipe + "': it is a pipe without a writer");
  CHECK(refusalOf(pipe, {.pipes = false}) ==
        "cannot read '" + pipe + "': it is a pipe, and only files are read here");
}

TEST_CASE("a pipe is read up to its end, or up to the deadline") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  REQUIRE(::write(ends[1], "HSA t", 5) == 5);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  CHECK(refusalOf(path, {.deadline = Deadline::after(0.2)}) ==
        "cannot read '" + path +
            "': the time limit was reached, or it was interrupted, before the whole input was available");
  REQUIRE(::write(ends[1], "HSA t", 5) == 5);
  ::close(ends[1]);
  CHECK(refusalOf(path) == "read: HSA t");
  ::close(ends[0]);
}

TEST_CASE("a file that is too large is refused before it is read") {
  const TempFolder folder;
  const std::string path = folder / "large";
  std::ofstream(path) << "x";
  std::filesystem::resize_file(path, std::uintmax_t{3} << 30U);
  CHECK(refusalOf(path) == "cannot read '" + path + "': it is larger than 64 MiB");
  CHECK(refusalOf(path, {.largest = 1U << 20U}) == "cannot read '" + path + "': it is larger than 1 MiB");
}
