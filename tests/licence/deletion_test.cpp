#include "cat/licence/deletion.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "licence/support.h"

using namespace hrfcheck;

namespace {

bool suffices(const std::string& text) {
  const Model model = test::modelOfChecks(text);
  return Licences(model).holds(Licence::Deletion);
}

}  // namespace

TEST_CASE("requirements that only forbid chains hold with fewer reads") {
  CHECK(suffices("acyclic po | rf | co | fr\nempty rmw & (fr ; co)\n"));
  CHECK(suffices("let hb = (po | rf)+\nirreflexive hb ; co\nacyclic [A & SC] ; (po | hb) ; [A & SC]\n"));
  CHECK_FALSE(suffices("let hb = (po | rf)+\nempty rf \\ hb\n"));
  CHECK_FALSE(suffices("empty rf & ~(po ; [R] ; po)\n"));
  CHECK(suffices("empty rf & ~(po ; rf)\n"));  // the middle is what a read that stays reads from
  CHECK_FALSE(suffices("~empty rf ; po\n"));
  CHECK_FALSE(suffices("empty [R] \\ [range(rf ; po)]\n"));
  CHECK_FALSE(suffices("let rec hb = po | (rf ; hb)\nempty co \\ hb\n"));
  CHECK(suffices("let rec hb = po | (rf ; hb)\nempty co & hb\n"));
}

TEST_CASE("a race among other events stays, a chain does not") {
  CHECK(suffices("let hb = (po | rf)+\nflag ~empty ((W * M) & loc) \\ (hb | hb^-1) as race\n"));
  CHECK(suffices("flag ~empty ([W] ; loc ; [R]) \\ (po ; rf) as race\n"));
  CHECK_FALSE(suffices("flag ~empty rf ; po ; rf as chain\n"));
  CHECK_FALSE(suffices("flag ~acyclic po | rf as cycle\n"));
  CHECK_FALSE(suffices("undefined_unless empty po ; [R] ; po as chain\n"));
  CHECK(suffices("undefined_unless empty po ; rf as chain\n"));  // likewise
  CHECK(suffices("undefined_unless empty ((W * M) & loc) \\ (po ; rf) as race\n"));
}

TEST_CASE("which models need every read") {
  const ModelLibrary library({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
  for (const char* name :
       {"sc", "drf0", "hrf0", "hrf-direct", "hrf-indirect", "hrf-indirect-relaxed", "hsa"}) {
    INFO(name);
    const Model model = library.load(name);
    CHECK(Licences(model).holds(Licence::Deletion));
  }
  for (const char* name : {"rsp", "opencl", "opencl-rsp", "c11"}) {
    INFO(name);
    const Model model = library.load(name);
    CHECK_FALSE(Licences(model).holds(Licence::Deletion));
  }
}
