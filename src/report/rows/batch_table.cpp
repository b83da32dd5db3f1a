#include "report/rows/batch_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/rows/batch_problems.h"
#include "report/text/paint.h"
#include "report/text/text_layout.h"
#include "util/mapped.h"
#include "util/utf8.h"

// The rows are too many to hold, and the table needs to know all models and widths before its first line:
// they are visited twice.

namespace hrfcheck::inline report {
namespace {

/// A failed expectation, else an answer that was cut short.
constexpr char kFailed = '!';
constexpr char kCut = '?';

/// '!', '?' or a space.
char markOf(const ResultRow& row) {
  if (failed(row)) {
    return kFailed;
  }
  return hasAnswer(row) && row.status == RowStatus::Undecided ? kCut : ' ';
}

/// The letter of a word of shortAnswerOf; capitals are answers.
char letterOf(const std::string& answer) {
  const bool conditional = answer.starts_with('(') && answer.ends_with(')');
  const std::string word = conditional ? answer.substr(1, answer.size() - 2) : answer;
  static constexpr std::pair<const char*, char> kLetters[] = {
      {"racy", 'R'},      {"Sometimes", 'S'},           {"Never", 'N'},          {"Always", 'A'},
      {"Undecided", 'u'}, {"undecided", 'u'},           {"crashed", 'c'},        {"error", 'e'},
      {"orphan", 'o'},    {"unsupported", 'x'},         {"not-applicable", '-'}, {"terminates", 'T'},
      {"may hang", 'H'},  {"scheduler-dependent", 'D'}, {"undefined", 'U'},      {"vacuous", 'v'},
      {"race-free", 'F'}, {"no races defined", 'n'},
  };
  const auto* found =
      std::ranges::find(kLetters, word, [](const auto& entry) { return std::string(entry.first); });
  return found == std::end(kLetters) ? '*' : found->second;
}

std::string painted(const ResultRow& row, const std::string& text, const Paint& paint) {
  if (failed(row) || row.status == RowStatus::Crashed || row.status == RowStatus::Error) {
    return paint.bad(text);
  }
  if (row.status == RowStatus::Undecided || row.status == RowStatus::Vacuous) {
    return paint.doubtful(text);
  }
  return hasAnswer(row) ? text : paint.faint(text);
}

/// Calls for the rows of each test together.
void visitTests(const Rows& rows, const std::function<void(const std::vector<ResultRow>&)>& visitor) {
  std::vector<ResultRow> test;
  rows([&](const ResultRow& row) {
    if (!test.empty() && test.front().test != row.test) {
      visitor(test);
      test.clear();
    }
    test.push_back(row);
    test.back().report.clear();
    test.back().picture.clear();
  });
  if (!test.empty()) {
    visitor(test);
  }
}

/// The rows of a test that a table lists.
bool listed(const std::vector<ResultRow>& test, TableRows which) {
  return which == TableRows::All || std::ranges::any_of(test, [&](const ResultRow& row) {
           return isProblem(row) || isUnexpectedRace(row) ||
                  (which == TableRows::ProblemsAndRaces && kindOf(row) == RowKind::Racy);
         });
}

/// What the first visit finds out.
struct Extent {
  std::vector<std::string> models;
  std::vector<std::size_t> widths;  ///< of the models' words
  std::size_t path = 4;
  std::map<std::string, char> letters;
  bool failed = false, cut = false, any = false;

  void see(const std::vector<ResultRow>& test) {
    any = true;
    path = std::max(path, characters(cleaned(test.front().path, Controls::None)));
    for (const ResultRow& row : test) {
      const std::string word = answerOf(row);
      letters.emplace(shortAnswerOf(row), letterOf(shortAnswerOf(row)));
      failed |= markOf(row) == kFailed;
      cut |= markOf(row) == kCut;
      if (!row.model.empty()) {
        const std::size_t column = add(row.model);
        widths[column] = std::max(widths[column], word.size() + (markOf(row) == ' ' ? 0 : 1));
      }
    }
  }

  std::size_t columnOf(const std::string& model) const {
    return static_cast<std::size_t>(std::ranges::find(models, model) - models.begin());
  }
  bool wordsFit() const {
    std::size_t width = path + (models.empty() ? 16 : 0);
    for (const std::size_t column : widths) {
      width += 2 + column;
    }
    return width <= kLineWidth;
  }

 private:
  std::size_t add(const std::string& model) {
    const std::size_t column = columnOf(model);
    if (column == models.size()) {
      models.push_back(model);
      widths.push_back(characters(model));
    }
    return column;
  }
};

std::string markLegend(const Extent& extent) {
  std::string text;
  text += extent.failed ? "  ! an expectation failed" : "";
  text += extent.cut ? "   ? incomplete; what was found is valid" : "";
  return text;
}

/// What answers in parentheses assume, each once with the number of such answers.
class Assumptions {
 public:
  void see(const ResultRow& row) {
    if (row.log) {
      for (const std::string& assumed : row.log->conditional) {
        ++answers_[assumed];
      }
    }
  }

  std::string text() const {
    std::string text;
    for (const auto& [assumed, answers] : answers_) {
      text += fmt::format("(...) conditional: {} if {}\n",
                          answers == 1 ? "1 answer holds" : fmt::format("{} answers hold", answers),
                          cleaned(assumed, Controls::None));
    }
    return text;
  }

 private:
  std::map<std::string, std::size_t> answers_;
};

/// The path first, then a word for each model.
class WordTable {
 public:
  WordTable(const Extent& extent, const Paint& paint) : extent_(extent), paint_(paint) {}

  std::string header() const {
    std::string line = padded("test", extent_.path);
    for (std::size_t i = 0; i < extent_.models.size(); ++i) {
      line += "  " + padded(extent_.models[i], extent_.widths[i]);
    }
    return paint_.strong(trimmed(line)) + "\n";
  }

  std::string line(const std::vector<ResultRow>& test) const {
    std::string text = padded(cleaned(test.front().path, Controls::None), extent_.path);
    std::size_t spaces = 0;
    std::size_t column = 0;
    // A row about the file alone stands in front, in a test that has no others.
    for (const ResultRow* row : inOrder(test)) {
      for (; !row->model.empty() && column < extent_.columnOf(row->model); ++column) {
        spaces += 2 + extent_.widths[column];
      }
      std::string word = answerOf(*row);
      word += markOf(*row) == ' ' ? "" : std::string(1, markOf(*row));
      text += std::string(spaces + 2, ' ') + painted(*row, word, paint_);
      spaces = column < extent_.widths.size() && word.size() < extent_.widths[column]
                   ? extent_.widths[column] - word.size()
                   : 0;
      ++column;
    }
    return text + "\n";
  }

  std::string footer() const {
    const std::string legend = markLegend(extent_);
    return legend.empty() ? "" : paint_.faint(legend.substr(2)) + "\n";
  }

 private:
  std::vector<const ResultRow*> inOrder(const std::vector<ResultRow>& test) const {
    auto rows = mapped<const ResultRow*>(test, [&](const ResultRow& row) { return &row; });
    std::ranges::stable_sort(rows, {}, [&](const ResultRow* row) {
      return row->model.empty() ? 0 : extent_.columnOf(row->model) + 1;
    });
    return rows;
  }

  const Extent& extent_;
  const Paint& paint_;
};

/// A letter for each model, then the path, which may be as long as it likes.
class LetterTable {
 public:
  LetterTable(const Extent& extent, const Paint& paint) : extent_(extent), paint_(paint) {
    cell_ = std::max<std::size_t>(2, std::to_string(extent.models.size()).size()) + 1;
  }

  std::string header() const {
    std::vector<std::string> models;
    models.reserve(extent_.models.size());
    std::string numbers;
    for (std::size_t i = 0; i < extent_.models.size(); ++i) {
      models.push_back(fmt::format("{} {} ", i + 1, extent_.models[i]));
      numbers += padded(std::to_string(i + 1), cell_);
    }
    std::vector<std::string> words;
    words.reserve(extent_.letters.size());
    for (const auto& [word, letter] : extent_.letters) {
      words.push_back(fmt::format("{} {} ", letter, word));
    }
    if (models.empty()) {
      numbers = std::string(cell_, ' ');
    }
    const std::string marks = markLegend(extent_);
    return (models.empty() ? "" : wrapped(models, "  ")) + wrapped(words, "  ") +
           (marks.empty() ? "" : marks + "\n") + paint_.strong(numbers + "test") + "\n";
  }

  std::string line(const std::vector<ResultRow>& test) const {
    std::vector<std::string> cells(std::max<std::size_t>(1, extent_.models.size()), std::string(cell_, ' '));
    for (const ResultRow& row : test) {
      const std::string cell = {letterOf(shortAnswerOf(row)), markOf(row)};
      cells[row.model.empty() ? 0 : extent_.columnOf(row.model)] =
          painted(row, cell, paint_) + std::string(cell_ - cell.size(), ' ');
    }
    std::string text = concatenated(cells, [&](const std::string& cell) { return cell; });
    return text + cleaned(test.front().path, Controls::None) + "\n";
  }

 private:
  const Extent& extent_;
  const Paint& paint_;
  std::size_t cell_;
};

}  // namespace

std::string batchTable(const Rows& rows, TableRows which, bool colour) {
  if (which == TableRows::None) {
    return "";
  }
  Extent extent;
  visitTests(rows, [&](const std::vector<ResultRow>& test) {
    if (listed(test, which)) {
      extent.see(test);
    }
  });
  if (!extent.any) {
    return "";
  }
  const Paint paint{colour};
  const WordTable words(extent, paint);
  const LetterTable letters(extent, paint);
  const bool inWords = extent.wordsFit();
  std::string table = inWords ? words.header() : letters.header();
  std::string problems;
  Assumptions assumptions;
  visitTests(rows, [&](const std::vector<ResultRow>& test) {
    if (listed(test, which)) {
      table += inWords ? words.line(test) : letters.line(test);
      problems += problemsOf(test, paint, which != TableRows::All);
      for (const ResultRow& row : test) {
        assumptions.see(row);
      }
    }
  });
  table += inWords ? words.footer() : "";
  table += assumptions.text();
  return problems.empty() ? table : table + "\n" + problems;
}

}  // namespace hrfcheck::inline report
