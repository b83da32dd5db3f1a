// One file that opens from disk: style, script and results stand in the page (the template is
// html/page.mustache). The results are JSON in a script element that is no program; html/page.js builds the
// matrix from them as the reader scrolls, so that ten thousand tests are no slower than a hundred.
//
// What is the same is stored once: texts, pictures, and whole cells stand in tables, and cells are mostly a
// few indices. The rows themselves are visited once and not kept.

#include "report/html/html_report.h"

#include <algorithm>
#include <array>
#include <kainjow/mustache.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "check/status_names.h"
#include "report/html/assets.h"
#include "report/picture/written_dot.h"
#include "util/invariant.h"
#include "util/text.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

/// How a cell is coloured, and the letter where there is no room for the word.
struct CellKind {
  RowKind kind;
  const char* name;  ///< style class
  const char* letter;
  const char* meaning;
  const char* counted;  ///< in the page's head
};
constexpr std::array kKinds{
    CellKind{RowKind::Racy, "racy", "R", "any outcome is possible", "racy"},
    CellKind{RowKind::Undefined, "undefined", "U", "for a reason other than a race: any outcome is possible",
             "undefined"},
    CellKind{RowKind::RaceFree, "free", "", "race-free", "race-free"},
    CellKind{RowKind::Plain, "plain", "", "the model defines no races", "without races defined"},
    CellKind{RowKind::Seen, "seen", "", "what a device has shown, judged by the models of the test",
             "on devices"},
    CellKind{RowKind::Unchecked, "unchecked", "", "races were not checked", "without a check for races"},
    CellKind{RowKind::Undecided, "undecided", "?", "a limit was reached, or some values are not considered",
             "undecided"},
    CellKind{RowKind::Vacuous, "vacuous", "V", "there was no execution to judge", "vacuous"},
    CellKind{RowKind::Crashed, "crashed", "X", "the checker crashed", "crashed"},
    CellKind{RowKind::Error, "error", "E", "the test or its expectations cannot be read", "error"},
    CellKind{RowKind::Unsupported, "unsupported", "–", "a dialect, model or property that is not known",
             "unsupported"},
    CellKind{RowKind::NotApplicable, "inapplicable", "·", "the model is not intended for such tests",
             "not applicable"},
    CellKind{RowKind::Orphan, "orphan", "O", "an expectation without a test", "orphan"},
};

const CellKind& cellKindOf(const ResultRow& row) {
  const auto* found = std::ranges::find(kKinds, kindOf(row), &CellKind::kind);
  INVARIANT(found != kKinds.end(), "every kind of row has its cell");
  return *found;
}

std::string wordOf(const ResultRow& row, const CellKind& kind) {
  if (!row.progress.empty() && row.status == RowStatus::Answered) {
    return shortAnswerOf(row);
  }
  const bool answered = kind.kind == RowKind::RaceFree || kind.kind == RowKind::Plain ||
                        kind.kind == RowKind::Seen || kind.kind == RowKind::Unchecked;
  if (answered && asksNoCondition(row.log->asked)) {
    return answerOf(row);
  }
  if (answered) {
    return row.log->observation ? lowered(nameOf(*row.log->observation)) : "answered";
  }
  return kind.kind == RowKind::NotApplicable ? "n/a" : kind.name;
}

/// The line of a log for a final state.
std::string stateText(const LoggedState& state) {
  std::string text;
  for (const auto& [name, value] : state) {
    text += (text.empty() ? "" : "  ") + name + "=" + value;
  }
  return text.empty() ? "(nothing is observed)" : text;
}

/// A line for each scheduler.
std::string progressText(const ResultRow& row) {
  std::string text;
  for (const ProgressLine& line : row.progress) {
    text += (text.empty() ? "" : "\n") + line.scheduler + ": " + nameOf(line.answer);
    text += line.reason.empty() ? "" : " (" + line.reason + ")";
    text += line.conditional.empty() ? "" : " (conditional: " + line.conditional + ")";
  }
  return text;
}

/// JSON as it can stand in a script element.
std::string dumped(const Json& json) {
  const std::string plain = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  text.reserve(plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '<') {
      text += "\\u003c";
    } else if (plain.compare(i, 3, "\u2028") == 0 || plain.compare(i, 3, "\u2029") == 0) {
      text += plain[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      text += plain[i];
    }
  }
  return text;
}

/// Different values, numbered in the order of their first use.
class Table {
 public:
  std::size_t add(std::string value) {
    const auto [it, fresh] = numbers_.try_emplace(std::move(value), order_.size());
    if (fresh) {
      order_.push_back(&it->first);
    }
    return it->second;
  }
  const std::size_t* find(const std::string& value) const {
    const auto it = numbers_.find(value);
    return it == numbers_.end() ? nullptr : &it->second;
  }
  std::size_t size() const { return order_.size(); }
  const std::vector<const std::string*>& values() const { return order_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<const std::string*> order_;
};

class PageData {
 public:
  explicit PageData(const HtmlOptions& options) : options_(options) {}

  void add(const ResultRow& row) {
    const std::size_t model = models_.add(row.model);
    const std::size_t cell = cells_.add(cellOf(row));
    const bool same = !tests_.empty() && tests_.back().number == row.test && tests_.back().path == row.path;
    // What is said of a file, whatever the model, has a line of its own: it spans the columns of the models.
    const bool ofFile =
        row.model.empty() || (same && models_.values()[tests_.back().cells.front().first]->empty());
    const bool taken = same && std::ranges::any_of(tests_.back().cells,
                                                   [&](const auto& other) { return other.first == model; });
    if (!same) {
      ++different_;
    }
    if (!same || taken || ofFile) {
      tests_.push_back({row.test, row.path, {}});
    }
    tests_.back().cells.emplace_back(model, cell);
    ++counts_[kindOf(row)];
    failures_ += failed(row) ? 1 : 0;
    ++rows_;
  }

  /// The page's data, as the text of a script element.
  std::string json() {
    std::string text = "{\"title\":" + dumped(options_.title) + ",\n\"kinds\":" + kindsJson();
    text += ",\n\"models\":" + strings(models_) + ",\n\"texts\":" + strings(texts_);
    text += ",\n\"pictures\":" + picturesJson() + ",\n\"cells\":[";
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      text += (i == 0 ? "\n" : ",\n") + *cells_.values()[i];
    }
    text += "],\n\"tests\":[";
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      text += (i == 0 ? "\n[" : ",\n[") + dumped(tests_[i].path);
      for (const auto& [model, cell] : tests_[i].cells) {
        text += "," + std::to_string(model) + "," + std::to_string(cell);
      }
      text += "]";
    }
    return text + "]}";
  }

  /// For the page's head, in words: readable without the script.
  std::vector<std::pair<std::string, std::string>> counts() const {
    std::vector<std::pair<std::string, std::string>> list;
    const auto say = [&](std::size_t number, const std::string& one, const std::string& many,
                         const char* kind) {
      list.emplace_back(std::to_string(number) + " " + (number == 1 ? one : many), kind);
    };
    say(different_, "test", "tests", "");
    say(models_.size() - (models_.find("") != nullptr ? 1 : 0), "model", "models", "");
    say(rows_, "result", "results", "");
    say(failures_, "failed expectation", "failed expectations", failures_ > 0 ? "failed" : "");
    for (const CellKind& kind : kKinds) {
      if (const auto it = counts_.find(kind.kind); it != counts_.end()) {
        list.emplace_back(std::to_string(it->second) + " " + kind.counted, kind.name);
      }
    }
    return list;
  }

 private:
  struct TestRow {
    std::size_t number;
    std::string path;
    std::vector<std::pair<std::size_t, std::size_t>> cells;  ///< model and cell
  };

  std::string cellOf(const ResultRow& row) {
    const CellKind& kind = cellKindOf(row);
    Json cell{{"k", kind.name}, {"w", wordOf(row, kind)}, {"s", nameOf(row.status)}};
    if (row.status == RowStatus::Undecided && kind.kind != RowKind::Undecided) {
      cell["q"] = 1;  // what was found stands, but there may be more
    }
    if (failed(row)) {
      cell["f"] = 1;
    }
    if (!row.reason.empty()) {
      cell["y"] = texts_.add(row.reason);
    }
    if (row.races) {
      cell["r"] = nameOf(*row.races);
    }
    if (row.log) {
      addLog(cell, *row.log);
    }
    if (!row.progress.empty()) {
      cell["g"] = texts_.add(progressText(row));
    }
    for (const ExpectationResult& e : row.expectations) {
      cell["x"].push_back(
          {nameOf(e.outcome), texts_.add(e.source), e.property, e.scheduler, texts_.add(e.message)});
    }
    addReport(cell, row);
    addRepair(cell, row);
    addPicture(cell, row.picture);
    return dumped(cell);
  }

  void addStates(Json& cell, const LogEntry& log) {
    std::string states;
    for (const LoggedState& state : log.states) {
      states += (states.empty() ? "" : "\n") + stateText(state);
    }
    cell["n"] = log.states.size();
    cell["t"] = texts_.add(states);
  }

  void addLog(Json& cell, const LogEntry& log) {
    if (log.asked == CheckQuestion::Everything) {
      addStates(cell, log);
    }
    cell["c"] = texts_.add(log.condition);
    cell["o"] = asksNoCondition(log.asked) ? "not checked" : nameIfAny(log.observation);
    cell["l"] = resultText(log.result);
  }

  /// Reports of different models often differ in their first line only, which the page can write itself.
  void addReport(Json& cell, const ResultRow& row) {
    if (row.report.empty()) {
      return;
    }
    const std::string head = row.path + "  ·  " + row.model + "  ·  ";
    const bool usual = row.report.starts_with(head);
    cell["b"] = texts_.add(usual ? row.report.substr(head.size()) : row.report);
    if (usual) {
      cell["h"] = 1;
    }
  }

  /// The report's first line names test and model, as the panel does.
  void addRepair(Json& cell, const ResultRow& row) {
    if (row.repair) {
      cell["v"] = texts_.add(row.repair->cost ? row.repair->text : "not found: " + row.repair->reason);
    }
  }

  void addPicture(Json& cell, const std::string& dot) {
    if (dot.empty()) {
      return;
    }
    if (!isExecutionDot(dot)) {
      cell["e"] = "not drawn: the results contain something other than a picture";
    } else if (!options_.draw) {
      cell["e"] = "not drawn: Graphviz was not available";
    } else if (pictures_.find(dot) != nullptr || pictures_.size() < options_.mostPictures) {
      cell["p"] = pictures_.add(dot);
    } else {
      cell["e"] = "not drawn: the page has " + std::to_string(options_.mostPictures) + " pictures already";
    }
  }

  static std::string kindsJson() {
    Json kinds = Json::object();
    for (const CellKind& kind : kKinds) {
      kinds[kind.name] = {kind.letter, kind.meaning};
    }
    return dumped(kinds);
  }

  static std::string strings(const Table& table) {
    std::string text = "[";
    for (std::size_t i = 0; i < table.size(); ++i) {
      text += (i == 0 ? "\n" : ",\n") + dumped(*table.values()[i]);
    }
    return text + "]";
  }

  std::string picturesJson() const {
    std::vector<std::string> graphs;
    for (const std::string* dot : pictures_.values()) {
      graphs.push_back(*dot);
    }
    std::string text = "[";
    if (!graphs.empty()) {
      for (const std::string& picture : options_.draw(graphs)) {
        text += (text.size() == 1 ? "\n" : ",\n") + dumped(picture);
      }
    }
    return text + "]";
  }

  const HtmlOptions& options_;
  Table models_, texts_, pictures_, cells_;
  std::vector<TestRow> tests_;
  std::map<RowKind, std::size_t> counts_;
  std::size_t rows_ = 0, failures_ = 0, different_ = 0;
};

}  // namespace

std::string htmlReport(const Rows& rows, const HtmlOptions& options) {
  PageData page(options);
  rows([&](const ResultRow& row) { page.add(row); });
  namespace mustache = kainjow::mustache;
  mustache::data counts = mustache::data::type::list;
  for (const auto& [text, kind] : page.counts()) {
    mustache::data entry;
    entry.set("text", text);
    entry.set("kind", kind);
    counts << entry;
  }
  mustache::data view;
  view.set("title", options.title);
  view.set("counts", counts);
  if (!options.extent.complete()) {
    mustache::data incomplete;
    incomplete.set("text", incompleteText(options.extent));
    view.set("incomplete", incomplete);
  }
  if (const std::string text = onlyText(options.extent); !text.empty()) {
    mustache::data only;
    only.set("text", text);
    view.set("only", only);
  }
  view.set("style", std::string(assets::page_css));
  view.set("script", std::string(assets::page_js));
  view.set("data", page.json());
  mustache::mustache layout{std::string(assets::page_mustache)};
  INVARIANT(layout.is_valid(), layout.error_message());
  return layout.render(view);
}

}  // namespace hrfcheck::inline report
