#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
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

/// Options that go into the arguments of a command as they are read.
template <typename Arguments>
class ArgumentTable : public CommandOptions {
 public:
  explicit ArgumentTable(ExitStatus (*run)(const Arguments&)) : run_(run) {}
  Command command() const override {
    Arguments result = parsed_;
    complete(result);
    return [run = run_, result] { return run(result); };
  }

 protected:
  /// What follows of several options. @throws UserError for options that do not go together
  virtual void complete(Arguments& /*result*/) const {}
  Arguments parsed_;

 private:
  ExitStatus (*run_)(const Arguments&);
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
std::unique_ptr<CommandOptions> lspOptions();
std::unique_ptr<CommandOptions> repairOptions();
std::unique_ptr<CommandOptions> narrowOptions();
std::unique_ptr<CommandOptions> triageOptions();
std::unique_ptr<CommandOptions> modelsOptions();
std::unique_ptr<CommandOptions> dialectsOptions();
std::unique_ptr<CommandOptions> completionOptions();
std::unique_ptr<CommandOptions> manualOptions();

/// All of them, in the order in which the help lists them (command_tables.cpp).
std::vector<std::unique_ptr<CommandOptions> (*)()> commandTables();

/// A value from a list.
CLI::Option* addChoice(CLI::App& app, const std::string& names, std::string& into, const std::string& what,
                       std::vector<std::string> choices);
/// A word from a list, by its place in it.
CLI::Option* addWord(CLI::App& app, const std::string& names, const std::string& what,
                     const std::vector<std::string>& words, const std::function<void(std::size_t)>& take);
/// A word from a list that stands for a value.
template <typename T>
CLI::Option* addWord(CLI::App& app, const std::string& names, T& into, const std::string& what,
                     const std::type_identity_t<std::vector<std::pair<std::string, T>>>& words) {
  std::vector<std::string> choices;
  std::vector<T> values;
  for (const auto& [word, value] : words) {
    choices.push_back(word);
    values.push_back(value);
  }
  return addWord(app, names, what, choices, [&into, values](std::size_t place) { into = values[place]; });
}
/// Words from a list; may be given several times.
CLI::Option* addWords(CLI::App& app, const std::string& names,
                      const std::function<void(const std::vector<std::string>&)>& take,
                      const std::string& what, const std::vector<std::string>& words);
/// Words from a list, each of which sets a flag; may be given several times.
CLI::Option* addFlags(CLI::App& app, const std::string& names, const std::string& what,
                      const std::vector<std::pair<std::string, bool*>>& flags);
/// A choice that may be made several times.
CLI::Option* addChoices(CLI::App& app, const std::string& names, std::vector<std::string>& into,
                        const std::string& what, std::vector<std::string> choices);
/// A value shown as `type` in the help.
template <typename T>
CLI::Option* addValue(CLI::App& app, const std::string& names, T& into, const std::string& what,
                      const std::string& type) {
  return app.add_option(names, into, what)->type_name(type)->option_text(type);
}

/// A text that need not be given; an empty one is as none.
CLI::Option* addText(CLI::App& app, const std::string& names, std::optional<std::string>& into,
                     const std::string& what, const std::string& type);

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

/// How the engines go about it.
/// @param timeout the default, in seconds; 0 for none
/// @param timed what the time limit is for
void addSearch(CLI::App& app, SearchArguments& search, double timeout,
               const std::string& timed = "one test under one model");
/// For commands that have it: --plain.
void addPlain(CLI::App& app, SearchArguments& search);

/// One question instead of all.
void addOnly(CLI::App& app, CheckQuestion& only);
/// How kernels that are given as their author wrote them are launched, and what is asked of them.
void addLaunch(CLI::App& app, LaunchOptions& launch);
/// Where files that a kernel includes may lie: for commands whose files the user names.
void addIncludeFolders(CLI::App& app, LaunchOptions& launch);
/// The file whose text standard input has.
void addStdinPath(CLI::App& app, std::string& path);
/// A limit on what the process holds.
CLI::Option* addMemory(CLI::App& app, std::size_t& memory);
void addAnyDialect(CLI::App& app, bool& anyDialect);
/// What a picture has beside what it shows, and what surrounds it.
/// @param legend the picture has one
void addPictureParts(CLI::App& app, PictureParts& parts, bool legend);
void addWorkers(CLI::App& app, WorkerArguments& workers);
/// The I-th part of something that a run can do alone: "3/16".
/// @param what one shard does, "Run the I-th of every N tests"
CLI::Option* addShard(CLI::App& app, Shard& shard, const std::string& what);
void addProgress(CLI::App& app, ProgressMode& progress);

void addColour(CLI::App& app, ColourMode& colour);
/// --format text|json
void addFormat(CLI::App& app, Format& format);

}  // namespace hrfcheck::inline cli
