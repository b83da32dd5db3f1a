// Reasons of races where the mistake is known: kernels that are right, each with one order, scope, fence or
// barrier made weaker. Whatever races then, the reason of the first race, or what would help, must be about
// the line of the mistake.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cat/library.h"
#include "check/check_options.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "frontend/test_file.h"
#include "planted.h"
#include "support/slice.h"
#include "util/diagnostic.h"

namespace planted_mistakes_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

constexpr double kSecondsEach = 10;

/// Of a long run, the share that the default one takes: compilers are run for most.
constexpr std::size_t kSparse = kAtLength ? 1 : 48;

/// But for those of libraries, which only nvcc compiles.
std::vector<std::string> filesUnder(const std::string& folder, const std::set<std::string>& kinds) {
  std::vector<std::string> files;
  for (const auto& entry :
       fs::recursive_directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/" + folder)) {
    if (kinds.contains(entry.path().extension().string()) &&
        entry.path().parent_path().filename() != "libraries") {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

const ModelLibrary& library() {
  static const ModelLibrary models({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return models;
}

/// The first model that defines races among those that a test is checked under; null where none does.
std::shared_ptr<const Model> raceModelOf(const Program& program) {
  if (!program.notForModels.empty() || !hasDefaultModel(program)) {
    return nullptr;
  }
  ModelChoice choice(library(), {});
  for (const ChosenModel& chosen : choice.forProgram(program)) {
    const bool races = chosen.model && std::ranges::any_of(chosen.model->checks, [](const Check& check) {
                         return check.name == kRaceFlag;
                       });
    if (races) {
      return chosen.model;
    }
  }
  return nullptr;
}

Verdict verdictOf(const std::shared_ptr<const Program>& program, const Model& model) {
  AnalysisOptions analysis;
  analysis.deadline = Deadline::after(kSecondsEach);
  Preparation preparation(program, {});
  const auto engine = makeEngine(EngineChoice::Auto);
  return checkProgram(*engine, preparation.of(model, analysis.deadline),
                      checkOptions(analysis, CheckQuestion::Races, Explaining::Briefly));
}

/// Where the report of a race points.
std::set<Spot> spotsNamed(const Program& program, const Race& race) {
  std::vector<InstructionRef> named{race.first, race.second};
  named.insert(named.end(), race.named.begin(), race.named.end());
  for (const AnnotationEdit& edit : race.fix) {
    named.push_back(edit.where);
  }
  std::set<Spot> spots;
  for (const InstructionRef where : named) {
    spots.merge(spotsOfStatement(program, where));
  }
  return spots;
}

std::string shown(const std::set<Spot>& spots) {
  std::string text;
  for (const auto& [thread, line] : spots) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", thread, line);
  }
  return text;
}

struct Count {
  std::size_t races = 0;
  std::size_t named = 0;
};

class Planting {
 public:
  /// @param mistakes those of the file
  void at(const std::string& path, std::vector<Planted> mistakes) {
    std::erase_if(mistakes, [this](const Planted&) { return number_++ % kSparse != 0; });
    if (mistakes.empty()) {
      return;
    }
    const auto fixed = readTestFile(path);
    const auto model = raceModelOf(*fixed);
    if (!model || verdictOf(fixed, *model).raceStatus != RaceStatus::RaceFree) {
      return;
    }
    for (const Planted& mistake : mistakes) {
      plant(*fixed, *fixed->source, mistake, *model);
    }
  }

  const Count& count() const { return count_; }
  const std::string& missed() const { return missed_; }

 private:
  void plant(const Program& fixed, const Source& source, const Planted& mistake, const Model& model) {
    try {
      const auto program =
          parseLitmus(std::make_shared<const Source>(source.name(), mistake.text), fixed.testInFile);
      const Verdict verdict = verdictOf(program, model);
      if (verdict.races.empty() || !verdict.races.front().explained) {
        return;
      }
      const std::set<Spot> weakened = weakenedSpots(fixed, *program);
      const std::set<Spot> named = spotsNamed(*verdict.program, verdict.races.front());
      const bool found =
          std::ranges::any_of(weakened, [&](const Spot& spot) { return named.contains(spot); });
      ++count_.races;
      count_.named += found ? 1 : 0;
      if (!found) {
        missed_ +=
            fmt::format("{}:{} {}\n  weakened {}, named {}: {}\n", source.name(), fixed.testInFile,
                        mistake.what, shown(weakened), shown(named), verdict.races.front().explanation);
      }
    } catch (const UserError&) {
      // No program any more.
    } catch (const OutOfTime&) {
      // Nothing to say about it.
    }
  }

  std::size_t number_ = 0;
  Count count_;
  std::string missed_;
};

void checkReasons(const std::vector<std::string>& files, std::size_t expected) {
  Planting planting;
  for (const std::string& file : files) {
    const std::vector<Planted> mistakes = mistakesIn(readSource(file)->text());
    for (const std::string& path : testPathsOf(file, {})) {
      planting.at(path, mistakes);
    }
  }
  const Count& count = planting.count();
  MESSAGE(count.races << " racy mistakes, " << count.named << " named");
  CHECK(count.races >= expected / kSparse);
  CHECK_MESSAGE(count.named * 100 >= count.races * 95, planting.missed());
}

}  // namespace

TEST_CASE("the reason of a race is about the mistake that was made in a kernel") {
  std::vector<std::string> files = filesUnder("kernels", {".cl", ".cu", ".hip", ".ptx"});
  // Those have their mistakes with them, one in each test.
  std::erase_if(files, [](const std::string& file) { return file.find("/allreduce/") != std::string::npos; });
  checkReasons(files, 250);
}

TEST_CASE("the reason of a race is about the mistake that was made in a test") {
  checkReasons(filesUnder("litmus", {".litmus"}), 250);
}

}  // namespace planted_mistakes_test
