#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "cli/version.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

// The only file that knows CLI11. Its App objects are the one table of commands and options: parsing, --help,
// the shell completions and the manual page are all read off it.

namespace hrfcheck {
namespace {

/// What CLI11 writes into; turned into a Command when parsing is over.
struct Parsed {
  CheckArguments check;
  ModelsArguments models;
  CompletionArguments completion;
  std::string engine = "auto";
  std::string only;
  std::string symmetry = "on";
  std::string enumeration = "search";
  std::string format = "text";
  std::string colour = "auto";
  std::string output;
  std::string dumpSmt2;
  std::vector<std::string> failOn;
};

constexpr const char* kDescription =
    "hrfcheck checks litmus tests of scoped GPU synchronization against memory models: races,"
    "\nscope-inclusion violations and outcomes.";

constexpr const char* kCheckExamples = R"(Examples:
  hrfcheck check litmus/rsp/fig14-case2.litmus
      under hrf-indirect-relaxed, or rsp when the test has remote operations
  hrfcheck check -m hrf-direct -m my/model.cat test.litmus
      under two models, one of them a file
  hrfcheck check -m all litmus/rsp/fig14-case2.litmus
      a table of all models that fit, then each report
  hrfcheck check --fail-on racy litmus/hrf/*.litmus
      for scripts: exit status 1 when a test is racy
  generate | hrfcheck check --format json -o report.json -
      a test from standard input, a report for programs

Exit status: 0 done; 1 an expectation failed, what --fail-on names happened, or a thread left memory
or divided by zero; 2 bad usage or input; 3 undecided (time limit, loop bound); 70 an error of hrfcheck itself.)";

constexpr const char* kModelsExamples = R"(Examples:
  hrfcheck models
  hrfcheck models --include my/models --format json)";

constexpr const char* kDialectsExamples = R"(Examples:
  hrfcheck dialects
  hrfcheck dialects --format json)";

constexpr const char* kCompletionExamples = R"(Examples:
  hrfcheck completion bash > ~/.local/share/bash-completion/completions/hrfcheck
  hrfcheck completion zsh > ~/.zfunc/_hrfcheck
  hrfcheck completion fish > ~/.config/fish/completions/hrfcheck.fish)";

constexpr const char* kManualExamples = R"(Examples:
  hrfcheck man | man -l -)";

/// Breaks a description into lines; CLI11 indents them.
std::string wrapped(const std::string& text) {
  constexpr std::size_t kWidth = 76;
  std::string result;
  std::size_t column = 0;
  for (const std::string& word : CLI::detail::split(text, ' ')) {
    const bool fits = column + 1 + word.size() <= kWidth;
    result += (result.empty() ? "" : fits ? " " : "\n") + word;
    column = fits ? column + 1 + word.size() : word.size();
  }
  return result;
}

void wrapDescriptions(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    option->description(wrapped(option->get_description()));
  }
}

/// A value from a list.
CLI::Option* addChoice(CLI::App& app, const std::string& names, std::string& into, const std::string& what,
                       std::vector<std::string> choices) {
  const std::string text = CLI::detail::join(choices, "|");
  return app.add_option(names, into, what)
      ->check(CLI::IsMember(std::move(choices)))
      ->type_name("")
      ->option_text(text);
}

void addInclude(CLI::App& app, std::vector<std::string>& includes) {
  app.add_option("--include", includes, "Look for models in this folder first (may be repeated)")
      ->allow_extra_args(false)
      ->type_name("DIR")
      ->option_text("DIR");
}

/// An error message, or nothing. CLI11's own check lets "nan" pass and spells out the largest number.
std::string isSeconds(const std::string& text) {
  double seconds = 0;
  const bool number = CLI::detail::lexical_cast(text, seconds);
  return number && std::isfinite(seconds) && seconds >= 0 ? "" : text + " is no number of seconds";
}

void addQuestionOptions(CLI::App& app, Parsed& parsed) {
  app.add_option("FILE", parsed.check.files, "Litmus tests; - is standard input")
      ->required()
      ->type_name("")
      ->option_text("...");
  app.add_option("-m,--model", parsed.check.models,
                 "A model's name, the path of a .cat file, or all (may be repeated); default "
                 "hrf-indirect-relaxed, rsp for tests with remote operations, rc11 for C11 tests")
      ->allow_extra_args(false)
      ->type_name("MODEL")
      ->option_text("MODEL");
  addInclude(app, parsed.check.includes);
  addChoice(
      app, "--engine", parsed.engine,
      "Who answers: the explicit enumeration, the solver (smt), or the first and then the second (auto)",
      {"auto", "smt", "explicit"});
  app.add_option("--unroll", parsed.check.unroll, "Loop iterations that are considered (default 4)")
      ->check(CLI::Range(0U, 1000U))
      ->type_name("N")
      ->option_text("N");
  app.add_option("--timeout", parsed.check.timeout,
                 "Seconds for one test under one model (default: no limit)")
      ->check(isSeconds)
      ->type_name("SECONDS")
      ->option_text("SECONDS");
  app.add_option("--dump-smt2", parsed.dumpSmt2, "Write the solver's formulas in SMT-LIB 2 (implies smt)")
      ->type_name("FILE");
}

/// What is asked, and how the engines go about it.
void addSearchOptions(CLI::App& app, Parsed& parsed) {
  addChoice(app, "--only", parsed.only,
            "Ask one question: whether the condition can hold and can fail, or which races there are",
            {"condition", "races"});
  addChoice(app, "--symmetry", parsed.symmetry, "Explore interchangeable threads once (default on)",
            {"on", "off"});
  addChoice(app, "--enumeration", parsed.enumeration,
            "How the solver lists outcomes: in one search (default), or by excluding one after the other",
            {"search", "blocking"});
}

void addReportOptions(CLI::App& app, Parsed& parsed) {
  addChoice(app, "--format", parsed.format, "Text for people, herd7's log layout, or JSON",
            {"text", "herd", "json"});
  addChoice(app, "--color", parsed.colour, "Colours: on a terminal, always, or never",
            {"auto", "always", "never"});
  app.add_option("-o,--output", parsed.output, "Write the report to a file, whole or not at all")
      ->type_name("FILE");
  app.add_flag("--stats", parsed.check.report.statistics,
               "Show which engine answered, its counts, and the time");
}

void addJudgement(CLI::App& app, Parsed& parsed) {
  app.add_option("--fail-on", parsed.failOn,
                 "Exit with 1 when a test is racy, or when its condition is allowed (may be repeated)")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(std::vector<std::string>{"racy", "allowed"}))
      ->type_name("")
      ->option_text("racy|allowed");
  app.add_flag("--expect-conditions", parsed.check.expectConditions,
               "Exit with 1 when a ~exists or forall condition does not hold");
}

void build(CLI::App& app, Parsed& parsed) {
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "Show this help; also after a command");
  app.set_version_flag("--version", versionText, "Show the versions of hrfcheck and of the solver");
  app.footer("hrfcheck COMMAND --help tells more about a command, with examples.");

  CLI::App* check = app.add_subcommand("check", "Verdict, races and outcomes of each test");
  addQuestionOptions(*check, parsed);
  addSearchOptions(*check, parsed);
  addReportOptions(*check, parsed);
  addJudgement(*check, parsed);
  check->footer(kCheckExamples);

  CLI::App* models = app.add_subcommand("models", "The models there are, with the source of each");
  addInclude(*models, parsed.models.includes);
  addChoice(*models, "--format", parsed.format, "Text for people or JSON", {"text", "json"});
  models->footer(kModelsExamples);

  CLI::App* dialects = app.add_subcommand("dialects", "The dialects of litmus tests that can be read");
  addChoice(*dialects, "--format", parsed.format, "Text for people or JSON", {"text", "json"});
  dialects->footer(kDialectsExamples);

  CLI::App* completion = app.add_subcommand("completion", "Shell completions, to standard output");
  addChoice(*completion, "SHELL", parsed.completion.shell, "The shell to complete for",
            {"bash", "zsh", "fish"})
      ->required();
  completion->footer(kCompletionExamples);

  CLI::App* manual = app.add_subcommand("man", "The manual page, to standard output");
  manual->footer(kManualExamples);
}

std::string helpText(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    wrapDescriptions(*command);
  }
  return app.help();
}

Format formatOf(const std::string& text) {
  return text == "json" ? Format::Json : text == "herd" ? Format::Herd : Format::Text;
}

/// Options that need an answer which was not asked for.
void refuseUnanswerable(const CheckArguments& arguments) {
  if (arguments.question == Question::Condition && arguments.failOnRacy) {
    throw UserError("--fail-on racy needs the races", "leave out --only condition");
  }
  if (arguments.question == Question::Races && (arguments.failOnAllowed || arguments.expectConditions)) {
    throw UserError(fmt::format("{} needs the condition",
                                arguments.failOnAllowed ? "--fail-on allowed" : "--expect-conditions"),
                    "leave out --only races");
  }
  if (arguments.question != Question::Everything && arguments.report.format == Format::Herd) {
    throw UserError("--format herd lists all final states and flags", "leave out --only");
  }
}

CheckArguments checkArguments(const Parsed& parsed) {
  CheckArguments result = parsed.check;
  result.engine = parsed.engine == "smt"        ? EngineChoice::Smt
                  : parsed.engine == "explicit" ? EngineChoice::Explicit
                                                : EngineChoice::Auto;
  result.report.format = formatOf(parsed.format);
  result.report.colour = parsed.colour == "always"  ? ColourMode::Always
                         : parsed.colour == "never" ? ColourMode::Never
                                                    : ColourMode::Auto;
  result.question = parsed.only == "condition" ? Question::Condition
                    : parsed.only == "races"   ? Question::Races
                                               : Question::Everything;
  result.symmetry = parsed.symmetry == "on";
  result.enumerateInSearch = parsed.enumeration == "search";
  if (!parsed.output.empty()) {
    result.report.output = parsed.output;
  }
  if (!parsed.dumpSmt2.empty()) {
    result.dumpSmt2 = parsed.dumpSmt2;
  }
  for (const std::string& what : parsed.failOn) {
    (what == "racy" ? result.failOnRacy : result.failOnAllowed) = true;
  }
  if (result.dumpSmt2 && result.engine == EngineChoice::Explicit) {
    throw UserError("--dump-smt2 needs the solver", "leave out --engine explicit");
  }
  refuseUnanswerable(result);
  return result;
}

Command commandOf(const CLI::App& app, const Parsed& parsed) {
  const std::string name = app.get_subcommands().front()->get_name();
  if (name == "check") {
    return checkArguments(parsed);
  }
  if (name == "models") {
    return ModelsArguments{parsed.models.includes, formatOf(parsed.format)};
  }
  if (name == "dialects") {
    return DialectsArguments{formatOf(parsed.format)};
  }
  if (name == "completion") {
    return parsed.completion;
  }
  INVARIANT(name == "man", "every command of the table has its arguments");
  return ManualArguments{};
}

const CLI::App& selected(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

std::string helpHint(const CLI::App& app) {
  const CLI::App& at = selected(app);
  return fmt::format("see hrfcheck {}--help", &at == &app ? "" : at.get_name() + " ");
}

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
    for (const std::string& name : option->get_snames()) {
      names.push_back("-" + name);
    }
  }
  return names;
}

[[noreturn]] void failUnknown(const CLI::App& app, const std::string& word) {
  const CLI::App& at = selected(app);
  const bool option = word.rfind('-', 0) == 0;
  std::vector<std::string> known = option ? optionNames(at) : std::vector<std::string>{};
  if (!option && &at == &app) {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
      known.push_back(command->get_name());
    }
  }
  const std::string kind = option ? "option" : &at == &app ? "command" : "argument";
  const std::vector<std::string> near = nearestNames(word.substr(0, word.find('=')), known);
  throw UserError(fmt::format("unknown {} {}", kind, word),
                  near.empty() ? helpHint(app) : fmt::format("did you mean {}?", near.front()));
}

/// "{auto,smt,explicit}" among a type name's parts.
std::vector<std::string> choicesIn(const std::string& typeName) {
  const auto open = typeName.find('{');
  const auto close = typeName.find('}');
  std::vector<std::string> choices;
  if (open != std::string::npos && close != std::string::npos) {
    choices = CLI::detail::split(typeName.substr(open + 1, close - open - 1), ',');
  }
  return choices;
}

OptionText textOf(const CLI::Option& option) {
  OptionText text;
  for (const std::string& name : option.get_snames()) {
    text.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    text.names.push_back("--" + name);
  }
  text.positional = text.names.empty();
  if (text.positional) {
    text.names.push_back(option.get_name(true));
  }
  text.description = option.get_description();
  const std::string type = option.get_type_name();
  text.choices = choicesIn(type);
  if (option.get_type_size_max() > 0 && !text.positional) {
    text.value = !text.choices.empty() ? fmt::format("{}", CLI::detail::join(text.choices, "|"))
                                       : type.substr(0, type.find(':'));
  }
  return text;
}

std::vector<OptionText> textsOf(const CLI::App& app) {
  std::vector<OptionText> texts;
  for (const CLI::Option* option : app.get_options()) {
    texts.push_back(textOf(*option));
  }
  return texts;
}

}  // namespace

Command parseCommandLine(int argc, const char* const* argv) {
  Parsed parsed;
  CLI::App app(kDescription, "hrfcheck");
  build(app, parsed);
  try {
    app.parse(argc, argv);
    return commandOf(app, parsed);
  } catch (const CLI::CallForHelp&) {
    return ShowArguments{helpText(app)};
  } catch (const CLI::CallForVersion&) {
    return ShowArguments{versionText() + "\n"};
  } catch (const CLI::ParseError& error) {
    if (const auto rest = app.remaining(true); !rest.empty()) {
      failUnknown(app, rest.front());
    }
    throw UserError(error.what(), helpHint(app));
  }
}

OptionTable optionTable() {
  Parsed parsed;
  CLI::App app(kDescription, "hrfcheck");
  build(app, parsed);
  OptionTable table{kDescription, textsOf(app), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    table.commands.push_back(
        {command->get_name(), command->get_description(), command->get_footer(), textsOf(*command)});
  }
  return table;
}

}  // namespace hrfcheck
