#include <fmt/format.h>

#include <algorithm>

#include "report/rows/batch_table.h"
#include "report/text/paint.h"
#include "report/text/text_layout.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

std::size_t countOf(const Counts& counts, RowStatus status) {
  const auto found = counts.statuses.find(status);
  return found == counts.statuses.end() ? 0 : found->second;
}

std::size_t countOf(const Counts& counts, ExpectationOutcome outcome) {
  const auto found = counts.expectations.find(outcome);
  return found == counts.expectations.end() ? 0 : found->second;
}

constexpr const char* kModel = "model";
constexpr const char* kInAll = "total";

enum class Tone { Plain, Good, Doubtful, Bad };

struct SummaryColumn {
  const char* name;
  Tone tone;
  std::size_t (*count)(const Counts&);
};

constexpr SummaryColumn kAnswers[] = {
    {"rows", Tone::Plain, [](const Counts& counts) { return counts.rows; }},
    {"racy", Tone::Plain, [](const Counts& counts) { return counts.racy; }},
    {"race-free", Tone::Plain, [](const Counts& counts) { return counts.raceFree; }},
    {"undecided", Tone::Doubtful, [](const Counts& counts) { return countOf(counts, RowStatus::Undecided); }},
    {"vacuous", Tone::Doubtful, [](const Counts& counts) { return countOf(counts, RowStatus::Vacuous); }},
    {"crashed", Tone::Bad, [](const Counts& counts) { return countOf(counts, RowStatus::Crashed); }},
    {"errors", Tone::Bad, [](const Counts& counts) { return countOf(counts, RowStatus::Error); }},
    {"orphans", Tone::Bad, [](const Counts& counts) { return countOf(counts, RowStatus::Orphan); }},
    {"not applicable", Tone::Plain,
     [](const Counts& counts) { return countOf(counts, RowStatus::NotApplicable); }},
    {"unsupported", Tone::Plain,
     [](const Counts& counts) { return countOf(counts, RowStatus::Unsupported); }},
};

constexpr SummaryColumn kExpectations[] = {
    {"met", Tone::Good, [](const Counts& counts) { return countOf(counts, ExpectationOutcome::Met); }},
    {"failed", Tone::Bad, [](const Counts& counts) { return countOf(counts, ExpectationOutcome::Failed); }},
    {"undecided", Tone::Doubtful,
     [](const Counts& counts) { return countOf(counts, ExpectationOutcome::Undecided); }},
    {"unsupported", Tone::Plain,
     [](const Counts& counts) { return countOf(counts, ExpectationOutcome::Unsupported); }},
    {"not asked", Tone::Plain,
     [](const Counts& counts) { return countOf(counts, ExpectationOutcome::NotAsked); }},
    {"not judged", Tone::Plain, [](const Counts& counts) { return counts.unjudged; }},
};

std::string toned(const std::string& text, Tone tone, const Paint& paint) {
  switch (tone) {
    case Tone::Plain:
      return text;
    case Tone::Good:
      return paint.good(text);
    case Tone::Doubtful:
      return paint.doubtful(text);
    case Tone::Bad:
      return paint.bad(text);
  }
  return text;
}

/// A block of columns under a title, side by side with others or below them.
class Block {
 public:
  /// Columns without any count are left out.
  template <std::size_t N>
  Block(const char* title, const SummaryColumn (&columns)[N], const Counts& all) : title_(title) {
    for (const SummaryColumn& column : columns) {
      if (const std::size_t count = column.count(all); count > 0) {
        columns_.push_back(column);
        widths_.push_back(std::max(std::string(column.name).size(), std::to_string(count).size()));
        width_ += 2 + widths_.back();
      }
    }
  }

  bool empty() const { return columns_.empty(); }
  std::size_t width() const { return std::max(width_, title_.size() + 2); }
  std::string title() const { return padded("  " + title_, width()); }
  std::string header() const {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      line += fmt::format("  {:>{}}", columns_[i].name, widths_[i]);
    }
    return padded(line, width());
  }
  std::string line(const Counts& counts, const Paint& paint) const {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::size_t count = columns_[i].count(counts);
      const std::string text = fmt::format("  {:>{}}", count, widths_[i]);
      line += count == 0 ? paint.faint(text) : toned(text, columns_[i].tone, paint);
    }
    return line + std::string(width() - width_, ' ');
  }

 private:
  std::string title_;
  std::vector<SummaryColumn> columns_;
  std::vector<std::size_t> widths_;
  std::size_t width_ = 0;
};

std::string nameOfModel(const std::string& model) {
  return model.empty() ? "(no model)" : model;
}

/// Of the first column.
std::size_t nameWidth(const Tally& tally) {
  std::size_t width = std::string(tally.models.size() > 1 ? kInAll : kModel).size();
  for (const std::string& model : tally.models) {
    width = std::max(width, characters(nameOfModel(model)));
  }
  return width;
}

std::string tableOf(const Tally& tally, const std::vector<Block>& blocks, const Paint& paint) {
  const std::size_t name = nameWidth(tally);
  std::string titles(name, ' ');
  std::string header = padded(kModel, name);
  for (const Block& block : blocks) {
    titles += "  " + block.title();
    header += "  " + block.header();
  }
  std::string out = trimmed(titles) + "\n" + paint.strong(trimmed(header)) + "\n";
  const auto add = [&](const std::string& label, const Counts& counts) {
    out += padded(label, name);
    for (const Block& block : blocks) {
      out += "  " + block.line(counts, paint);
    }
    out = trimmed(std::move(out)) + "\n";
  };
  for (const std::string& model : tally.models) {
    add(nameOfModel(model), tally.byModel.at(model));
  }
  if (tally.models.size() > 1) {
    add(kInAll, tally.all);
  }
  return out;
}

std::string unsupportedReasons(const Tally& tally) {
  std::size_t width = 0;
  for (const auto& [reason, count] : tally.unsupported) {
    width = std::max(width, std::to_string(count).size());
  }
  std::string out = "not supported, and never counted as met:\n";
  for (const auto& [reason, count] : tally.unsupported) {
    out += fmt::format("  {:>{}}  {}\n", count, width, cleaned(reason, Controls::None));
  }
  return out;
}

std::string countsText(const Tally& tally, const Paint& paint) {
  const Block answers("answers", kAnswers, tally.all);
  const Block expectations("expectations", kExpectations, tally.all);
  if (answers.empty()) {
    return "no rows\n";
  }
  std::string out;
  if (expectations.empty()) {
    out = tableOf(tally, {answers}, paint);
  } else if (nameWidth(tally) + answers.width() + expectations.width() + 4 <= kLineWidth) {
    out = tableOf(tally, {answers, expectations}, paint);
  } else {
    out = tableOf(tally, {answers}, paint) + "\n" + tableOf(tally, {expectations}, paint);
  }
  if (!tally.unsupported.empty()) {
    out += "\n" + unsupportedReasons(tally);
  }
  return out;
}

}  // namespace

std::string batchSummary(const Tally& tally, bool colour, const RunExtent& extent) {
  const Paint paint{colour};
  std::string text = countsText(tally, paint);
  if (const std::string only = onlyText(extent); !only.empty()) {
    text += "\n" + only + "\n";
  }
  return extent.complete() ? text : text + "\n" + paint.bad(incompleteText(extent)) + "\n";
}

}  // namespace hrfcheck::inline report
