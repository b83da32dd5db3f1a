#include "cli/suite_options.h"

#include "util/diagnostic.h"

namespace hrfcheck {

void SuiteOptionGroup::build(CLI::App& app) {
  constexpr const char* kGroup = "All small programs";
  const auto in = [&](CLI::Option* option) { return option->group(kGroup); };
  in(app.add_flag(
      "--suite", asked_,
      "In place of files: all programs of a few operations, held against the model of --against"));
  in(addValue(app, "--operations", operations_, "Operations of a program, at most (default 3)", "N"))
      ->check(CLI::Range(1U, 16U));
  in(addValue(app, "--threads", threads_, "Threads of a program (default 2)", "N"))
      ->check(CLI::Range(1U, 4U));
  in(addChoice(app, "--locations", locations_,
               "Two locations with every access at both (any, the default), or ordinary accesses at one and "
               "atomics at the other",
               {"any", "data+flag"}));
  in(app.add_flag("--mutants", parsed_.options.mutants,
                  "Switch off each rule of the machine in turn; the smallest program that misses it"));
  in(addValue(app, "--models", models_, "Where two models differ, and what the machine does there", "A,B"))
      ->delimiter(',')
      ->expected(2);
  in(addValue(app, "--sample", sample_, "So many programs by chance, and all that pass a message", "K"))
      ->check(CLI::PositiveNumber);
  in(addValue(app, "--seed", seed_, "For --sample (default 1)", "S"));
  in(addValue(app, "-j,--jobs", jobs_, "Worker processes (default: one for each core)", "N"))
      ->check(CLI::Range(1U, 1024U));
  in(addShard(app, shard_, "pieces of the suite"));
  in(addValue(app, "--results", results_, "Write JSON lines as they come, to be resumed from", "FILE"));
  in(addValue(app, "--resume", resumed_, "Go on with the results of a run that was stopped", "FILE"));
  in(addValue(app, "--save-failures", saved_, "Write the programs that the report shows", "FOLDER"));
  in(addProgress(app, progress_));
}

bool SuiteOptionGroup::asked() const {
  const bool others = operations_ != 0 || threads_ != 0 || !locations_.empty() || parsed_.options.mutants ||
                      !models_.empty() || sample_ != 0 || jobs_ != 0 || !results_.empty() ||
                      !resumed_.empty() || !saved_.empty() || shard_ != "1/1";
  if (others && !asked_) {
    throw UserError("these options are for --suite", "add --suite");
  }
  return asked_;
}

SuiteArguments SuiteOptionGroup::arguments() const {
  SuiteArguments result = parsed_;
  SuiteOptions& options = result.options;
  options.operations = operations_ == 0 ? 3 : operations_;
  options.threads = threads_ == 0 ? 2 : threads_;
  options.locations = locations_ == "data+flag" ? SuiteLocations::DataAndFlag : SuiteLocations::Any;
  options.models = models_;
  if (sample_ != 0) {
    options.sample = SuiteSample{sample_, seed_};
  }
  options.workers = jobs_;
  options.shard = shardOf(shard_);
  options.resume = !resumed_.empty();
  if (options.resume || !results_.empty()) {
    options.results = options.resume ? resumed_ : results_;
  }
  if (options.resume && !results_.empty()) {
    throw UserError("--resume goes on with its own file", "leave out --results");
  }
  if (options.mutants && !models_.empty()) {
    throw UserError("--mutants holds machines against one model", "leave out --models");
  }
  if (!saved_.empty()) {
    result.saved = saved_;
  }
  result.progress = progressOf(progress_);
  return result;
}

}  // namespace hrfcheck
