#include "util/process/atomic_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <thread>

#include "support/temp_folder.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::size_t filesIn(const TempFolder& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

}  // namespace

TEST_CASE("a file is written whole, and nothing stays beside it") {
  const TempFolder folder;
  writeAtomically(folder / "a b", "one\n");
  CHECK(folder.read("a b") == "one\n");
  writeAtomically(folder / "a b", "");
  CHECK(folder.read("a b").empty());
  CHECK(filesIn(folder) == 1);
}

TEST_CASE("what cannot be written leaves what was there") {
  const TempFolder folder;
  CHECK_THROWS_AS(writeAtomically(folder / "no/where", "text"), UserError);
  CHECK_THROWS_AS(writeAtomically(folder.path(), "text"), UserError);
  CHECK(filesIn(folder) == 0);
  if (std::filesystem::exists("/dev/full")) {
    CHECK_THROWS_AS(writeAtomically("/dev/full", "text"), UserError);
  }
}

TEST_CASE("a pipe is written, not replaced") {
  const TempFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  std::string read;
  std::thread reader([&] { read = folder.read("pipe"); });
  writeAtomically(folder / "pipe", "through\n");
  reader.join();
  CHECK(read == "through\n");
  CHECK(std::filesystem::is_fifo(folder / "pipe"));
}
