#include "lsp/finding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "lsp/lsp_json.h"
#include "util/text.h"

namespace hrfcheck::inline lsp {
namespace {

using nlohmann::json;

/// Two instructions that race, under however many models.
struct RacingPair {
  std::string test;
  json first, second;
  std::string explanation;
  std::vector<std::string> models;
  std::vector<json> named;  ///< other instructions that the explanation is about
  std::string fix;
  std::vector<Change> changes;
};

class AnswerFindings {
 public:
  explicit AnswerFindings(const Document& document) : document_(document), positions_(document.text) {}

  std::vector<Finding> of(const json& answer) {
    for (const json& diagnostic : answer.value("diagnostics", json::array())) {
      addDiagnostic(diagnostic);
    }
    for (const json& result : answer.value("results", json::array())) {
      addResult(result);
    }
    for (const RacingPair& pair : pairs_) {
      addRace(pair);
    }
    for (const auto& [what, models] : others_) {
      const auto& [begin, end, severity, rule, message] = what;
      all_.push_back({{begin, end},
                      static_cast<FindingSeverity>(severity),
                      rule,
                      fmt::format("{} [{}]", message, fmt::join(models, ", "))});
    }
    return std::move(all_);
  }

 private:
  static std::size_t countIn(const json& object, const char* name) {
    return static_cast<std::size_t>(std::max<std::int64_t>(numberIn(object, name).value_or(0), 0));
  }

  /// Whether a place is in this document.
  bool isHere(const json& place) const {
    const std::string file = textIn(place, "file");
    return countIn(place, "line") > 0 && (file.empty() || file == document_.name());
  }

  /// Where a report's place is: so many bytes, or to the end of the line where it says no length.
  Range rangeOf(const json& place) const {
    if (!isHere(place)) {
      return positions_.reportedLine(1);
    }
    const std::size_t begin = positions_.offsetOfReported(countIn(place, "line"),
                                                          std::max<std::size_t>(countIn(place, "column"), 1));
    const std::size_t length = countIn(place, "length");
    const std::size_t end = length > 0 ? std::min(begin + length, document_.text.size())
                                       : positions_.reportedLine(countIn(place, "line")).end;
    return {begin, std::max(begin, end)};
  }

  void addDiagnostic(const json& diagnostic) {
    std::string message = textIn(diagnostic, "message");
    const std::string file = textIn(diagnostic, "file");
    if (!file.empty() && file != document_.name()) {
      message = fmt::format("{}:{}: {}", file, countIn(diagnostic, "line"), message);
    }
    if (const std::string hint = textIn(diagnostic, "hint"); !hint.empty()) {
      message += "\n" + hint;
    }
    const bool error = textIn(diagnostic, "severity") == "error";
    const bool expectation = textIn(diagnostic, "message").starts_with("not as expected");
    all_.push_back({rangeOf(diagnostic), error ? FindingSeverity::Error : FindingSeverity::Warning,
                    expectation ? "expectation" : "input", message});
  }

  void addResult(const json& result) {
    const std::string model = textIn(result, "model");
    for (const json& group : result.value("raceGroups", json::array())) {
      addGroup(result, group, model);
    }
    for (const json& fault : result.value("faults", json::array())) {
      const json where = fault.value("where", json::object());
      addOther(rangeOf(where), FindingSeverity::Warning, "fault",
               fmt::format("'{}': {}", textIn(where, "text"), textIn(fault, "explanation")), model);
    }
    addCondition(result.value("condition", json::object()), model);
    if (const std::string why = textIn(result, "incomplete"); !why.empty()) {
      addOther(positions_.reportedLine(1), FindingSeverity::Information, "no-answer",
               fmt::format("not everything is known: {}", why), model);
    }
  }

  /// One that asks for something that does not hold; whether that is a mistake is for `expect` lines to say.
  void addCondition(const json& condition, const std::string& model) {
    const std::string text = textIn(condition, "text");
    const bool asks = text.starts_with("~exists") || text.starts_with("forall");
    if (asks && isHere(condition) && condition.value("holds", json()) == false) {
      addOther(rangeOf(condition), FindingSeverity::Information, "condition",
               fmt::format("{} does not hold", text), model);
    }
  }

  void addOther(const Range& range, FindingSeverity severity, const std::string& rule,
                const std::string& message, const std::string& model) {
    std::vector<std::string>& models =
        others_[{range.begin, range.end, static_cast<int>(severity), rule, message}];
    if (std::ranges::find(models, model) == models.end()) {
      models.push_back(model);
    }
  }

  void addGroup(const json& result, const json& group, const std::string& model) {
    const json& race = result.at("races").at(group.at("races").at(0).get<std::size_t>());
    const std::string explanation = textIn(race, "explanation");
    const std::string test = document_.kind == DocumentKind::Kernel ? textIn(result, "testInFile") : "";
    auto known = std::ranges::find_if(pairs_, [&](const RacingPair& pair) {
      return rangeOf(pair.first) == rangeOf(race.at("first")) &&
             rangeOf(pair.second) == rangeOf(race.at("second")) && pair.explanation == explanation &&
             pair.test == test;
    });
    if (known == pairs_.end()) {
      RacingPair pair{test, race.at("first"), race.at("second"), explanation, {}, {}, "", {}};
      for (const json& named : race.value("named", json::array())) {
        pair.named.push_back(named);
      }
      const json& fixed = fixedWith(result, group, race);
      for (const json& change : fixed.value("changes", json::array())) {
        pair.changes.push_back(changeOf(change));
      }
      pair.fix = fixWords(fixed.value("edits", json::array()));
      known = pairs_.insert(known, std::move(pair));
    }
    if (std::ranges::find(known->models, model) == known->models.end()) {
      known->models.push_back(model);
    }
  }

  /// The group whose fix orders a race: its own, or that of the race that it follows from.
  static const json& fixedWith(const json& result, const json& group, const json& race) {
    if (group.contains("changes") || !race.contains("followsFrom")) {
      return group;
    }
    for (const json& other : result.at("raceGroups")) {
      const json& races = other.at("races");
      if (std::ranges::find(races, race.at("followsFrom")) != races.end()) {
        return other;
      }
    }
    return group;
  }

  Change changeOf(const json& change) const {
    const std::size_t begin = positions_.offsetOfReported(countIn(change, "line"), countIn(change, "column"));
    return {{begin, std::min(begin + countIn(change, "length"), document_.text.size())},
            textIn(change, "text")};
  }

  /// "line 6 with order release at cmp scope and line 9 at cmp scope"
  static std::string fixWords(const json& edits) {
    std::vector<std::string> parts;
    for (const json& edit : edits) {
      const std::string order = textIn(edit, "order");
      const std::string scope = textIn(edit, "scope");
      parts.push_back(fmt::format("line {}{}{}", countIn(edit, "line"),
                                  order.empty() ? "" : " with order " + order,
                                  scope.empty() ? "" : " at " + scope + " scope"));
    }
    return fmt::format("{}", fmt::join(parts, " and "));
  }

  void addRace(const RacingPair& pair) {
    add(pair, pair.first, pair.second);
    if (rangeOf(pair.first) != rangeOf(pair.second)) {
      add(pair, pair.second, pair.first);
    }
  }

  /// What is said at one of the two.
  void add(const RacingPair& pair, const json& here, const json& there) {
    const std::string what = "'" + textIn(here, "text") + "' races with ";
    const std::string other =
        rangeOf(here) == rangeOf(there)
            ? "itself in another thread"
            : fmt::format("'{}' on line {}", textIn(there, "text"), countIn(there, "line"));
    const std::string why = pair.explanation.empty() ? "" : ": " + pair.explanation;
    Finding finding{rangeOf(here), FindingSeverity::Warning, "heterogeneous-race",
                    fmt::format("{}{}{} [{}]", what, other, why, fmt::join(pair.models, ", "))};
    std::set<Range> shown{finding.range};
    const auto relate = [&](const json& place, const std::string& message) {
      if (isHere(place) && shown.insert(rangeOf(place)).second) {
        finding.related.push_back({rangeOf(place), message});
      }
    };
    relate(there, fmt::format("'{}', which it races with", textIn(there, "text")));
    for (const json& named : pair.named) {
      relate(named, fmt::format("'{}', which the reason is about", textIn(named, "text")));
    }
    finding.model = pair.models.front();
    finding.test = pair.test;
    finding.fix = pair.fix;
    finding.changes = pair.changes;
    all_.push_back(std::move(finding));
  }

  const Document& document_;
  TextPositions positions_;
  std::vector<RacingPair> pairs_;
  /// By place and words, the models that have it.
  std::map<std::tuple<std::size_t, std::size_t, int, std::string, std::string>, std::vector<std::string>>
      others_;
  std::vector<Finding> all_;
};

std::string firstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

Finding wholeFinding(const Document& document, FindingSeverity severity, const std::string& rule,
                     const std::string& message) {
  return {TextPositions(document.text).reportedLine(1), severity, rule, message};
}

std::vector<Finding> findingsOf(const Answer& answer, const Document& document) {
  if (!answer.ended.empty()) {
    return {wholeFinding(document, FindingSeverity::Information, "no-answer",
                         fmt::format("no answer: {}", answer.ended))};
  }
  const json report = json::parse(answer.output, nullptr, false);
  try {
    if (report.is_object()) {
      return AnswerFindings(document).of(report);
    }
  } catch (const json::exception&) {
    // It is not what reports are.
  }
  const std::string said =
      answer.errors.empty() ? fmt::format("exit status {}", answer.status) : firstLine(answer.errors);
  return {wholeFinding(document, FindingSeverity::Error, "no-answer", fmt::format("no answer: {}", said))};
}

}  // namespace hrfcheck::inline lsp
