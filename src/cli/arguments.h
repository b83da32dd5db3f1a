#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hrfcheck {

enum class EngineChoice { Auto, Smt, Explicit };
/// Everything, or one question alone.
enum class Question { Everything, Condition, Races };
enum class Format { Text, Herd, Json };
enum class ColourMode { Auto, Always, Never };

/// Where a report goes and what it looks like.
struct ReportArguments {
  Format format = Format::Text;
  ColourMode colour = ColourMode::Auto;
  std::optional<std::string> output;  ///< -o FILE
  bool statistics = false;
};

struct CheckArguments {
  std::vector<std::string> files;
  std::vector<std::string> models;    ///< as given; empty for the default, "all" for every model that fits
  std::vector<std::string> includes;  ///< folders of models, searched first
  EngineChoice engine = EngineChoice::Auto;
  Question question = Question::Everything;
  bool symmetry = true;
  bool enumerateInSearch = true;
  unsigned unroll = 4;
  double timeout = 0;  ///< seconds for one test under one model; 0 for none
  ReportArguments report;
  std::optional<std::string> dumpSmt2;
  bool failOnRacy = false;
  bool failOnAllowed = false;
  bool expectConditions = false;
};

struct ModelsArguments {
  std::vector<std::string> includes;
  Format format = Format::Text;
};
struct DialectsArguments {
  Format format = Format::Text;
};
struct CompletionArguments {
  std::string shell;  ///< bash, zsh or fish
};
struct ManualArguments {};
/// Help or version: a text to print, and nothing else to do.
struct ShowArguments {
  std::string text;
};

using Command = std::variant<CheckArguments, ModelsArguments, DialectsArguments, CompletionArguments,
                             ManualArguments, ShowArguments>;

}  // namespace hrfcheck
