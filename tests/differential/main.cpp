// Sends random tests through both engines under every model and compares: outcomes, every pair of every flag,
// incidents, and the laws between models. The same seeds give the same tests everywhere; a test that fails is
// printed, cut down to its smallest failing form, and can be saved.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "differential/random_joint.h"
#include "differential/random_kernel.h"
#include "differential/random_settled.h"
#include "differential/random_waits.h"
#include "differential/session.h"
#include "differential/shrink.h"
#include "differential/shrink_kernel.h"
#include "util/process/deadline.h"

using namespace hrfcheck;

namespace {

struct Options {
  std::uint64_t first = 1;
  std::uint64_t count = 300;
  double seconds = 0;      ///< stop then, whatever the count; 0: never
  double secondsEach = 0;  ///< for one test; 0: no limit
  unsigned jobs = 1;
  unsigned maxAccesses = 10;
  std::uint64_t candidateLimit = 30000;
  std::vector<std::string> models;
  std::vector<Profile> profiles;
  std::string modelFolder = HRFCHECK_SOURCE_DIR "/models";
  std::string ownModelFolder = HRFCHECK_SOURCE_DIR "/tests/differential/models";
  std::string saveFolder;
  std::vector<std::string> files;
  std::string promiseOf;
  double skipLimit = 5;
  bool plainAlone = false;
  bool jointWaits = false;
  bool settled = false;
  PlantedRule planted = PlantedRule::None;
  bool waits = false;
  std::uint64_t randomModels = 0;
};

struct Totals {
  std::mutex mutex;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t abandoned = 0;
  std::uint64_t comparisons = 0;
  std::uint64_t skippedComparisons = 0;
  LawCounts laws;
};

void save(const Options& options, std::uint64_t seed, const std::string& litmus) {
  if (options.saveFolder.empty()) {
    return;
  }
  std::filesystem::create_directories(options.saveFolder);
  std::ofstream(options.saveFolder + "/random-" + std::to_string(seed) + ".litmus") << litmus;
}

void report(const Options& options, std::uint64_t seed, const TestResult& result, Totals& totals) {
  const std::lock_guard lock(totals.mutex);
  totals.comparisons += result.models;
  totals.skippedComparisons += result.skipped.size();
  if (result.failures.empty()) {
    ++(result.abandoned ? totals.abandoned : totals.passed);
  } else {
    ++totals.failed;
    std::printf("seed %llu\n%s", static_cast<unsigned long long>(seed), result.litmus.c_str());
    for (const std::string& failure : result.failures) {
      std::printf("%s\n", failure.c_str());
    }
    save(options, seed, result.litmus);
  }
  const std::uint64_t done = totals.passed + totals.failed + totals.abandoned;
  if (done % 500 == 0) {
    std::fprintf(stderr, "%llu of %llu tests, %llu failed\n", static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(options.count),
                 static_cast<unsigned long long>(totals.failed));
  }
}

/// One of the profiles of its dialect.
Profile profileOf(const std::string& litmus) {
  return litmus.starts_with("HSA")      ? Profile::Twins
         : litmus.starts_with("C ")     ? Profile::C
         : litmus.starts_with("PTX")    ? Profile::Ptx
         : litmus.starts_with("VULKAN") ? Profile::Vulkan
                                        : Profile::OpenCl;
}

TestResult runOne(DifferentialSession& session, const Options& options, std::uint64_t i) {
  const std::uint64_t seed = options.first + i;
  const bool given = !options.files.empty();
  const std::string litmus = given ? readSource(options.files[i])->text() : "";
  const Profile profile = given ? profileOf(litmus) : options.profiles[seed % options.profiles.size()];
  if (options.settled) {
    return session.runSettled(given ? litmus : randomSettled(seed), options.planted);
  }
  if (options.waits) {
    return session.runWait(seed, given ? litmus : randomWait(seed));
  }
  if (options.jointWaits || options.plainAlone) {
    return session.runPlain(seed, given                ? litmus
                                  : options.jointWaits ? randomJointWait(seed)
                                                       : randomLitmus(seed, profile, options.maxAccesses));
  }
  const TestResult result =
      given ? session.runText(litmus, profile) : session.run(seed, profile, options.maxAccesses);
  if (result.failures.empty() || given) {
    return result;
  }
  return profile == Profile::OpenClKernels
             ? shrinkKernel(session, kernels::randomKernel(seed, options.maxAccesses), result)
             : shrink(session, result, profile);
}

DifferentialSession sessionOf(const Options& options) {
  DifferentialSession session(options.modelFolder, options.ownModelFolder, options.candidateLimit,
                              options.secondsEach);
  if (!options.models.empty()) {
    session.restrictTo(options.models);
  }
  if (!options.promiseOf.empty()) {
    session.restrictToPromiseOf(options.promiseOf);
  }
  session.takeRandomModels(options.randomModels);
  return session;
}

void work(const Options& options, const Deadline& deadline, std::atomic<std::uint64_t>& next,
          Totals& totals) {
  DifferentialSession session = sessionOf(options);
  while (!deadline.expired()) {
    const std::uint64_t i = next++;
    if (i >= options.count) {
      break;
    }
    report(options, options.first + i, runOne(session, options, i), totals);
  }
  const std::lock_guard lock(totals.mutex);
  for (const auto& [law, count] : session.lawCounts()) {
    totals.laws[law] += count;
  }
}

int finish(const Options& options, const Totals& totals) {
  for (const auto& [law, count] : totals.laws) {
    std::printf("%8llu tests: %s\n", static_cast<unsigned long long>(count), law.c_str());
  }
  const std::uint64_t all = totals.comparisons + totals.skippedComparisons;
  const double skippedPercent =
      all == 0 ? 100.0 : 100.0 * static_cast<double>(totals.skippedComparisons) / static_cast<double>(all);
  std::printf(
      "%llu comparisons of a test under a model; %llu (%.2f %%) not made, too many candidates to enumerate\n",
      static_cast<unsigned long long>(totals.comparisons),
      static_cast<unsigned long long>(totals.skippedComparisons), skippedPercent);
  const bool vacuous =
      !options.settled && !options.plainAlone && !options.jointWaits && !options.waits &&
      options.models.empty() && options.profiles.size() == kProfiles &&
      totals.passed + totals.failed >= 300 &&
      std::any_of(totals.laws.begin(), totals.laws.end(), [](const auto& l) { return l.second == 0; });
  const bool tooManySkipped = !options.settled && !options.plainAlone && !options.jointWaits &&
                              !options.waits && skippedPercent > options.skipLimit;
  if (vacuous) {
    std::printf("a law had nothing to say on any test\n");
  }
  if (tooManySkipped) {
    std::printf("more than %.1f %% of the comparisons were not made\n", options.skipLimit);
  }
  if (totals.abandoned > 0) {
    std::printf("%llu tests abandoned after %g seconds\n", static_cast<unsigned long long>(totals.abandoned),
                options.secondsEach);
  }
  std::printf("%llu passed, %llu failed\n", static_cast<unsigned long long>(totals.passed),
              static_cast<unsigned long long>(totals.failed));
  return totals.failed == 0 && !vacuous && !tooManySkipped ? 0 : 1;
}

std::vector<Profile> allProfiles() {
  std::vector<Profile> profiles;
  for (unsigned p = 0; p < kProfiles; ++p) {
    profiles.push_back(static_cast<Profile>(p));
  }
  return profiles;
}

std::vector<std::string> profileNames() {
  std::vector<std::string> names;
  for (const Profile profile : allProfiles()) {
    names.emplace_back(nameOf(profile));
  }
  return names;
}

/// All of them, where none is named.
std::vector<Profile> profilesNamed(const std::vector<std::string>& names) {
  std::vector<Profile> profiles = allProfiles();
  std::erase_if(profiles, [&](Profile profile) {
    return !names.empty() && std::find(names.begin(), names.end(), nameOf(profile)) == names.end();
  });
  return profiles;
}

void printTests(const Options& options) {
  for (std::uint64_t i = 0; i < options.count; ++i) {
    const std::uint64_t seed = options.first + i;
    const Profile profile = options.profiles[seed % options.profiles.size()];
    const std::string text = options.settled      ? randomSettled(seed)
                             : options.waits      ? randomWait(seed)
                             : options.jointWaits ? randomJointWait(seed)
                                                  : randomLitmus(seed, profile, options.maxAccesses);
    std::printf("%s\n", text.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Compare the two engines on random tests under every model"};
  app.add_option("--first", options.first, "first seed")->capture_default_str();
  app.add_option("--count", options.count, "how many tests")->capture_default_str();
  app.add_option("--seconds", options.seconds, "begin no test after so many seconds");
  app.add_option("--seconds-each", options.secondsEach, "abandon a test after so many seconds");
  app.add_option("--jobs,-j", options.jobs, "threads")->capture_default_str();
  app.add_option("--accesses", options.maxAccesses, "memory instructions of a test at most")
      ->capture_default_str()
      ->check(CLI::Range(3, 20));
  app.add_option("--candidate-limit", options.candidateLimit,
                 "candidates the reference engine may enumerate for one test and model")
      ->capture_default_str();
  app.add_option("--skip-limit", options.skipLimit, "percent of comparisons that may be left out")
      ->capture_default_str();
  app.add_option("--model,-m", options.models, "only these models (the laws are then not checked)");
  app.add_option("--promise-of", options.promiseOf,
                 "only this model (a name or a .cat file), and the promise that its file declares");
  app.add_flag("--plain-alone", options.plainAlone,
               "only compare with what --plain says, under a few models for each test");
  app.add_flag("--joint-waits", options.jointWaits,
               "the same on work-groups that wait together, or nearly do");
  app.add_flag("--settled", options.settled,
               "only compare tests without settled memory with all that is in them, on tests made for that");
  const std::map<std::string, PlantedRule> planted{{"barriers", PlantedRule::Barriers},
                                                   {"updates", PlantedRule::Updates},
                                                   {"control", PlantedRule::Control}};
  app.add_option("--plant", options.planted, "with --settled: a wrong rule, which has to be found")
      ->transform(CLI::CheckedTransformer(planted));
  app.add_flag("--waits", options.waits,
               "the same on threads that wait in a loop, with loops that are counted");
  app.add_option("--random-models", options.randomModels,
                 "with --plain-alone: ask one of so many random models, too");
  std::vector<std::string> profiles;
  app.add_option("--profile", profiles, "only tests of these profiles")->check(CLI::IsMember(profileNames()));
  app.add_option("--file", options.files, "these tests, written as random ones are, in place of random ones");
  bool print = false;
  app.add_flag("--print", print, "print the tests, do not run them");
  app.add_option("--models", options.modelFolder, "folder of the models");
  app.add_option("--save", options.saveFolder, "folder for the tests that fail");
  CLI11_PARSE(app, argc, argv);
  options.profiles = profilesNamed(profiles);
  if (!options.files.empty()) {
    options.count = options.files.size();
  }
  if (print) {
    printTests(options);
    return 0;
  }

  try {
    sessionOf(options);  // mistakes in models are found before there are threads
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  const Deadline deadline = Deadline::after(options.seconds);
  std::atomic<std::uint64_t> next{0};
  Totals totals;
  {
    std::vector<std::jthread> threads;
    for (unsigned j = 0; j < std::max(1U, options.jobs); ++j) {
      threads.emplace_back([&] { work(options, deadline, next, totals); });
    }
  }
  return finish(options, totals);
}
