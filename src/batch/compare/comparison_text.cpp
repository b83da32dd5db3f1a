#include "batch/compare/comparison_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "batch/compare/answer_groups.h"
#include "batch/compare/model_classes.h"
#include "check/status_names.h"
#include "report/text/paint.h"
#include "report/text/text_layout.h"
#include "util/invariant.h"
#include "util/mapped.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::size_t kMostNamed = 2;
constexpr std::size_t kColumns = 80;

/// All of them: "sc, hrf0, rsp".
std::string allNames(const std::vector<std::string>& models) {
  return fmt::format("{}", fmt::join(models, ", "));
}

/// Models that answer alike, in a sentence: "sc", "sc, rsp", "sc (and 4 more)". No two groups have a model in
/// common, so the first one tells them apart.
/// @pre there is one
std::string groupName(const std::vector<std::string>& models) {
  INVARIANT(!models.empty(), "a group has a model");
  return models.size() <= kMostNamed ? allNames(models)
                                     : fmt::format("{} (and {} more)", models.front(), models.size() - 1);
}

/// The same on as many lines as they need, each indented and ended, within 80 columns.
std::string namesOnLines(const std::vector<std::string>& models, const std::string& indent) {
  std::string text;
  std::string line = indent;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const std::string name = models[i] + (i + 1 < models.size() ? "," : "");
    if (line != indent && characters(line) + characters(name) >= kColumns) {
      text += line + "\n";
      line = indent;
    }
    line += (line == indent ? "" : " ") + name;
  }
  return text + line + "\n";
}

std::string verdictOf(const ModelAnswer& answer, Basis basis) {
  if (!answer.answered()) {
    return fmt::format("{} ({})", nameOf(answer.status), answer.reason);
  }
  const std::string outcomes = counted(answer.states.size(), "outcome");
  if (answer.anything) {
    const std::string what =
        answer.races == RaceStatus::Racy ? "RACY, " + counted(answer.pairs.size(), "pair") : "undefined";
    return basis == Basis::Promises ? what + ": any outcome is possible" : what + "; " + outcomes;
  }
  return fmt::format("{}{}, {}", answer.races == RaceStatus::RaceFree ? "race-free, " : "", outcomes,
                     nameIfAny(answer.observation));
}

/// Names of models stand beside their verdict as long as all of them leave this much of a line to it.
constexpr std::size_t kWidestNames = 36;

class DifferenceText {
 public:
  DifferenceText(const TestAnswers& test, Basis basis, bool colour)
      : test_(test), basis_(basis), paint_{colour}, found_(answerGroups(test, basis)) {}

  std::string text() {
    out_ = trimmed(paint_.strong(test_.path) + "  " + cleaned(test_.condition, Controls::None)) + "\n";
    verdicts();
    for (const auto& [groups, pairs] : found_.pairs) {
      std::vector<std::string> texts;
      for (const auto& [first, second] : pairs) {
        texts.push_back(first + " " + second);
      }
      out_ += fmt::format("  only {}: race{} {}\n", namesOf(groups), pairs.size() == 1 ? "" : "s",
                          fmt::join(texts, ", "));
    }
    for (const AnswerGroups::State& state : found_.states) {
      out_ += fmt::format("  only {}: {}\n", namesOf(state.groups),
                          state.state.empty() ? "(nothing is observed)" : state.state);
      if (!state.execution.empty()) {
        out_ += fmt::format("      {}\n", state.execution);
      }
    }
    return std::move(out_);
  }

 private:
  /// Each verdict beside the models that give it, or below them where their names are too long for a column.
  void verdicts() {
    std::size_t width = 0;
    for (const AnswerGroups::Group& group : found_.groups) {
      width = std::max(width, characters(allNames(group.models)));
    }
    for (const AnswerGroups::Group& group : found_.groups) {
      out_ += width <= kWidestNames
                  ? fmt::format("  {}  {}\n", padded(allNames(group.models), width), painted(*group.answer))
                  : namesOnLines(group.models, "  ") + fmt::format("    {}\n", painted(*group.answer));
    }
  }

  std::string painted(const ModelAnswer& answer) const {
    const std::string verdict = verdictOf(answer, basis_);
    return !answer.answered() ? paint_.doubtful(verdict) : answer.anything ? paint_.bad(verdict) : verdict;
  }

  std::string namesOf(const std::vector<std::size_t>& groups) const {
    auto names =
        mapped<std::string>(groups, [&](const std::size_t i) { return groupName(found_.groups[i].models); });
    return allNames(names);
  }

  const TestAnswers& test_;
  Basis basis_;
  Paint paint_;
  AnswerGroups found_;
  std::string out_;
};

std::string exampleText(const Example& example) {
  return fmt::format("{} ({}, {})", example.path, counted(example.size.threads, "thread"),
                     counted(example.size.instructions, "instruction"));
}

class RelationText {
 public:
  RelationText(const Comparison& comparison, bool colour) : comparison_(comparison), paint_{colour} {}

  std::string text() {
    const std::size_t differing = comparison_.differing().size();
    line("{} compared: {}", counted(comparison_.tests(), "test"),
         comparison_.tests() == 0 ? std::string("no two models have an answer in common")
         : differing == 0         ? std::string("no differences")
                                  : fmt::format("the models differ on {}", differing));
    if (comparison_.alone() > 0) {
      line("{} not compared: fewer than two models apply and have an answer",
           counted(comparison_.alone(), "test"));
    }
    if (comparison_.models().size() > kMostInPairs) {
      classes();
    } else {
      std::ranges::for_each(comparison_.pairs(), [&](const PairComparison& pair) { this->pair(pair); });
    }
    problems();
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += fmt::format(text, std::forward<Args>(args)...) + "\n";
  }

  void pair(const PairComparison& pair) {
    const std::string first = paint_.strong(pair.first);
    const std::string second = paint_.strong(pair.second);
    switch (pair.strength) {
      case Strength::Unknown:
        line("  {} and {} have no answered test in common", first, second);
        break;
      case Strength::Equal:
        line("  {} and {} allow the same, on {}", first, second, counted(pair.tests, "test"));
        break;
      case Strength::FirstAllowsMore:
        line("  {} allows more than {}, on {} of {}", first, second, pair.firstMore,
             counted(pair.tests, "test"));
        line("    such as {}", exampleText(*pair.firstExample));
        break;
      case Strength::SecondAllowsMore:
        line("  {} allows more than {}, on {} of {}", second, first, pair.secondMore,
             counted(pair.tests, "test"));
        line("    such as {}", exampleText(*pair.secondExample));
        break;
      case Strength::Incomparable:
        line("  {} and {} are incomparable, on {}", first, second, counted(pair.tests, "test"));
        line("    {} allows more on {}, such as {}", pair.first, pair.firstMore,
             exampleText(*pair.firstExample));
        line("    {} allows more on {}, such as {}", pair.second, pair.secondMore,
             exampleText(*pair.secondExample));
        break;
    }
    if (pair.racesDiffer > 0) {
      line("    on {} only their races differ", counted(pair.racesDiffer, "test"));
    }
    if (pair.unknown > 0) {
      out_ += paint_.doubtful(fmt::format("    not known on {}", counted(pair.unknown, "test"))) + "\n";
    }
  }

  void classes() {
    const ModelClasses classes(comparison_);
    const std::vector<ClassStep> steps = classes.steps();
    out_ +=
        "\nmodels that allow the same, followed by those that they allow more than, with the\n"
        "smallest test that shows it\n";
    for (std::size_t i = 0; i < classes.all().size(); ++i) {
      out_ += namesOnLines(classes.all()[i], "  ");
      for (const ClassStep& step : steps) {
        if (step.more == i) {
          line("    more than {}", groupName(classes.all()[step.less]));
          line("      such as {}", exampleText(step.example));
        }
      }
    }
    exceptions(classes);
  }

  /// What the lines above do not say, or say wrongly: that happens where models were not asked the same
  /// tests.
  void exceptions(const ModelClasses& classes) {
    bool incomparable = false;
    std::string strangers;
    std::string despite;
    for (std::size_t i = 0; i < classes.all().size(); ++i) {
      for (std::size_t j = i + 1; j < classes.all().size(); ++j) {
        const Strength strength = classes.between(i, j);
        const std::string name =
            fmt::format("      {} - {}\n", groupName(classes.all()[i]), groupName(classes.all()[j]));
        if (strength == Strength::Unknown || strength == Strength::Equal) {
          strangers += name;
        } else if (strength == Strength::Incomparable && classes.connected(i, j)) {
          despite += name;
        }
        incomparable = incomparable || strength == Strength::Incomparable;
      }
    }
    if (incomparable) {
      line("  Where no chain of these leads from one group to another, they are incomparable.");
    }
    if (!despite.empty()) {
      out_ += "  Incomparable, although a chain leads from one to the other:\n" + despite;
    }
    if (!strangers.empty()) {
      out_ += "  No test distinguishes them, but they are not in one group:\n" + strangers;
    }
  }

  void problems() {
    if (comparison_.problems().empty()) {
      return;
    }
    out_ += "\nwithout an answer, and never counted as equal:\n";
    for (const auto& [place, row] : comparison_.problems()) {
      const std::string text =
          fmt::format("  {}{}: {}{}", row.path, row.model.empty() ? "" : "  " + row.model, nameOf(row.status),
                      row.reason.empty() ? "" : ", " + row.reason);
      out_ += paint_.doubtful(cleaned(text, Controls::None)) + "\n";
    }
  }

  const Comparison& comparison_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string differenceText(const TestAnswers& test, Basis basis, bool colour) {
  return DifferenceText(test, basis, colour).text();
}

std::string relationText(const Comparison& comparison, bool colour) {
  return RelationText(comparison, colour).text();
}

}  // namespace hrfcheck::inline batch
