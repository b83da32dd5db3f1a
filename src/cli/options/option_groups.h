#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"

namespace hrfcheck::inline cli {

// What the tables of several commands share. This header and the files that include it are the only ones that
// know CLI11.

/// What an option is given, where it is given.
inline std::optional<std::string> unlessEmpty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// The options of one command: a table that CLI11 fills in, and what it comes to.
class CommandOptions {
 public:
  virtual ~CommandOptions() = default;
  /// Adds the command with its options. The object must outlive the parsing.
  virtual CLI::App* build(CLI::App& app) = 0;
  /// What was asked for, ready to be run. @throws UserError for options that do not go together
  virtual Command command() const = 0;
  /// Tells the words of the command line, as a shell would read them; called before `command`.
  virtual void setCommandLine(const std::string& /*words*/) {}
};

std::unique_ptr<CommandOptions> checkOptions();
std::unique_ptr<CommandOptions> batchOptions();
std::unique_ptr<CommandOptions> compareOptions();
std::unique_ptr<CommandOptions> convertOptions();
std::unique_ptr<CommandOptions> explainOptions();
std::unique_ptr<CommandOptions> graphOptions();
std::unique_ptr<CommandOptions> verifyOptions();
std::unique_ptr<CommandOptions> progressOptions();
std::unique_ptr<CommandOptions> simulateOptions();
std::unique_ptr<CommandOptions> priceOptions();
std::unique_ptr<CommandOptions> observeOptions();
std::unique_ptr<CommandOptions> suiteOptions();
std::unique_ptr<CommandOptions> synthOptions();
std::unique_ptr<CommandOptions> serveOptions();
std::unique_ptr<CommandOptions> repairOptions();
std::unique_ptr<CommandOptions> narrowOptions();
std::unique_ptr<CommandOptions> modelsOptions();
std::unique_ptr<CommandOptions> dialectsOptions();
std::unique_ptr<CommandOptions> completionOptions();
std::unique_ptr<CommandOptions> manualOptions();

/// A value from a list.
CLI::Option* addChoice(CLI::App& app, const std::string& names, std::string& into, const std::string& what,
                       std::vector<std::string> choices);
/// A choice that may be made several times.
CLI::Option* addChoices(CLI::App& app, const std::string& names, std::vector<std::string>& into,
                        const std::string& what, std::vector<std::string> choices);
/// A value shown as `type` in the help.
template <typename T>
CLI::Option* addValue(CLI::App& app, const std::string& names, T& into, const std::string& what,
                      const std::string& type) {
  return app.add_option(names, into, what)->type_name(type)->option_text(type);
}

void addInclude(CLI::App& app, ModelSearch& includes);
/// For commands whose answers say what they assume.
void addAssume(CLI::App& app, ModelSearch& includes);
void addModels(CLI::App& app, std::vector<std::string>& models, const std::string& whatByDefault);
/// An error message, or nothing.
std::string isSeconds(const std::string& text);
/// An error message, or nothing.
std::string isPositive(const std::string& text);
/// An error message, or nothing.
std::string isNotEmpty(const std::string& text);
/// An error message, or nothing.
std::string isLockBits(const std::string& text);
bool contains(const std::vector<std::string>& words, const std::string& word);

/// How the engines go about it, in the words of the command line.
class SearchOptions {
 public:
  /// @param timeout the default, in seconds; 0 for none
  /// @param timed what the time limit is for
  void build(CLI::App& app, double timeout, const std::string& timed = "one test under one model");
  /// For commands that have it: --plain.
  void buildPlain(CLI::App& app);
  SearchArguments arguments() const;

 private:
  SearchArguments parsed_;
  std::string engine_ = "auto";
  std::string solver_ = "auto";
  std::string symmetry_ = "on";
  std::string enumeration_ = "search";
  std::string tinyLock_ = "acqrel";
  bool plain_ = false;
};

/// One question instead of all.
CLI::Option* addOnly(CLI::App& app, std::string& only);
CLI::Option* addOnlyOfBatch(CLI::App& app, std::string& only);
CheckQuestion questionOf(const std::string& only);
/// How kernels that are given as their author wrote them are launched, and what is asked of them.
void addLaunch(CLI::App& app, LaunchOptions& launch);
/// Where files that a kernel includes may lie: for commands whose files the user names.
void addIncludeFolders(CLI::App& app, LaunchOptions& launch);
/// A limit on what the process holds.
CLI::Option* addMemory(CLI::App& app, std::size_t& memory);
void addAnyDialect(CLI::App& app, bool& anyDialect);
/// What a picture has beside what it shows, and what surrounds it.
/// @param legend the picture has one
void addPictureParts(CLI::App& app, PictureParts& parts, bool legend);
void addWorkers(CLI::App& app, WorkerArguments& workers);
/// The I-th part of something that a run can do alone: "3/16".
/// @param what one shard does, "Run the I-th of every N tests"
CLI::Option* addShard(CLI::App& app, std::string& shard, const std::string& what);
Shard shardOf(const std::string& text);
CLI::Option* addProgress(CLI::App& app, std::string& progress);
ProgressMode progressOf(const std::string& word);

void addColour(CLI::App& app, std::string& colour);
ColourMode colourOf(const std::string& word);
Format formatOf(const std::string& word);
/// Says where a report goes, from the words of --format, --color and --output (empty: standard output).
void directReport(ReportArguments& report, const std::string& format, const std::string& colour,
                  const std::string& output);

}  // namespace hrfcheck::inline cli
