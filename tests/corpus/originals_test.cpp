// The published tests of OOPSLA'15 as they are, against the same tests in litmus/rsp-oopsla15. The originals
// are not part of the sources: they are looked for in HRFCHECK_CORPORA, or in ../shared/corpora beside the
// sources.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "cat/library.h"
#include "check/auto_engine.h"
#include "corpus/corpus.h"
#include "corpus/observed.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "util/source.h"

namespace originals_test {

using namespace hrfcheck;
using namespace hrfcheck::corpus;

namespace {

namespace fs = std::filesystem;

struct Twin {
  const char* original;
  const char* ours;
};

constexpr Twin kTwins[] = {{"RSP_Test1", "test1-iriw"},
                           {"RSP_Test2", "test2-mp-remote-acquire"},
                           {"RSP_Test3", "test3-relay-two-devices"},
                           {"RSP_Test4", "test4-flag-put-back"},
                           {"RSP_Test5", "test5-two-scopes"},
                           {"RSP_Test6", "test6-two-stores"},
                           {"RSP_Test7", "test7-local-flag"},
                           {"RSP_Test8", "test8-lock"},
                           {"RSP_Test9", "test9-three-groups"},
                           {"RSP_Test10", "test10-fetch-add"},
                           {"RSP_Test11", "test11-fetch-add-again"},
                           {"RSP_Test12", "test12-other-device"},
                           {"WSQ1", "wsq1-push-steal"},
                           {"WSQ2", "wsq2-pop-steal"}};
constexpr const char* kModels[] = {"opencl-rsp", "rsp", "rsp-incl"};

/// The folder of the originals; nothing where it is not there.
std::optional<fs::path> originals() {
  const char* set = std::getenv("HRFCHECK_CORPORA");
  const fs::path corpora = set != nullptr && *set != '\0' ? fs::path(set) : root() / "../shared/corpora";
  const fs::path folder = corpora / "rsp-oopsla15";
  if (fs::is_directory(folder)) {
    return folder;
  }
  MESSAGE("skipped: no folder " << folder.string() << "; set HRFCHECK_CORPORA to the folder of rsp-oopsla15");
  return std::nullopt;
}

/// What the two files must have in common; their variables have different names.
struct Answer {
  std::size_t states = 0;
  std::ptrdiff_t satisfying = 0;
  std::map<std::string, std::set<std::string>> flags;
  std::set<std::string> incidents;
  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer(const fs::path& file, const Model& model) {
  const auto structure = std::make_shared<const EventStructure>(parseLitmus(readSource(file.string())));
  const auto engine = makeAutoEngine();
  const Analysis analysis = engine->analyse(given(structure, model), AnalysisOptions{});
  REQUIRE_MESSAGE(!analysis.undecided, file.string());
  const Observed observed = observe(structure->program(), model, analysis);
  return {analysis.outcomes.size(),
          std::count_if(analysis.outcomes.begin(), analysis.outcomes.end(),
                        [](const Outcome& outcome) { return outcome.satisfiesCondition; }),
          observed.flags, observed.incidents};
}

std::string text(const Answer& answer) {
  std::string out =
      std::to_string(answer.states) + " states, " + std::to_string(answer.satisfying) + " asked for";
  for (const auto& [flag, pairs] : answer.flags) {
    out += "; " + flag;
    for (const std::string& pair : pairs) {
      out += " " + pair;
    }
  }
  for (const std::string& incident : answer.incidents) {
    out += "; " + incident;
  }
  return out;
}

}  // namespace

TEST_CASE("the published RSP tests say what their twins say") {
  const auto folder = originals();
  if (!folder) {
    return;
  }
  const ModelLibrary library({root() / "models"});
  for (const char* name : kModels) {
    const Model model = library.load(name);
    for (const Twin& twin : kTwins) {
      INFO(twin.original, " and ", twin.ours, " under ", name);
      try {
        const Answer published = answer(*folder / (std::string(twin.original) + ".litmus"), model);
        const Answer ours =
            answer(root() / "litmus/rsp-oopsla15" / (std::string(twin.ours) + ".litmus"), model);
        CHECK_MESSAGE(published == ours, "published: " << text(published) << "\n     ours: " << text(ours));
      } catch (const std::exception& error) {
        FAIL_CHECK(error.what());
      }
    }
  }
}

TEST_CASE("every published RSP test has its twin") {
  const auto folder = originals();
  if (!folder) {
    return;
  }
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(*folder)) {
    files.insert(entry.path().stem().string());
  }
  std::set<std::string> twins;
  for (const Twin& twin : kTwins) {
    twins.insert(twin.original);
  }
  CHECK(files == twins);
}

TEST_CASE("RSP_Test1 as published: 16 states, one of them the one asked for, no race") {
  const auto folder = originals();
  if (!folder) {
    return;
  }
  const ModelLibrary library({root() / "models"});
  for (const char* name : kModels) {
    INFO(name);
    const Answer published = answer(*folder / "RSP_Test1.litmus", library.load(name));
    CHECK(published.states == 16);
    CHECK(published.satisfying == 1);
    CHECK(published.flags.empty());
    CHECK(published.incidents.empty());
  }
}

}  // namespace originals_test
