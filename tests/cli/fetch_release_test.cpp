#include <doctest/doctest.h>

#include <string>

#include "cli/process.h"

using namespace hrfcheck::test;

namespace {

const std::string kFetch = std::string(HRFCHECK_SOURCE_DIR) + "/.github/fetch-release";

bool canFetch() {
  const bool can = runShell("command -v curl && command -v sha256sum").status == 0;
  if (!can) {
    MESSAGE("skipped: curl or sha256sum is not installed");
  }
  return can;
}

}  // namespace

TEST_CASE("a released package is taken if its checksum is right, and only then") {
  if (!canFetch()) {
    return;
  }
  const Scratch scratch;
  const std::string package = scratch.file("hrfcheck.deb", "a package\n");
  const std::string got = scratch.path("got.deb");
  const auto fetch = [&](const std::string& checksum) {
    return runShell("rm -f '" + got + "'; '" + kFetch + "' 'file://" + package + "' '" + got + "' " +
                    checksum);
  };
  const std::string right = runShell("sha256sum '" + package + "' | cut -d ' ' -f 1 | tr -d '\\n'").out;
  CHECK(fetch(right).status == 0);
  CHECK(contents(got) == "a package\n");

  const Finished wrong = fetch(std::string(64, '0'));
  CHECK(wrong.status == 1);
  CHECK(wrong.err.find("expected 0000") != std::string::npos);
  CHECK(runShell("test -e '" + got + "'").status == 1);

  // Without one, that of the release counts.
  CHECK(fetch("").status == 1);
  runShell("cd '" + scratch.path("") + "' && sha256sum hrfcheck.deb > hrfcheck.deb.sha256");
  CHECK(fetch("").status == 0);
  CHECK(contents(got) == "a package\n");
  CHECK(runShell("'" + kFetch + "' 'file://" + scratch.path("none") + "' '" + got + "' " + right).status ==
        1);
}
