#include <fmt/format.h>

#include <algorithm>

#include "observe/observe_report.h"
#include "report/machine/simulation_report.h"
#include "report/text/paint.h"
#include "report/text/shown_file.h"
#include "report/text/text_report.h"
#include "util/utf8.h"

namespace hrfcheck::inline observe {
namespace {

constexpr std::size_t kSettingsShown = 1;

/// "1,234,567".
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, ",");
  }
  return text;
}

std::string clean(const std::string& text) {
  return cleaned(text, Controls::None);
}

class ObserveText {
 public:
  ObserveText(const ObserveReport& report, const ObserveTextOptions& options)
      : report_(report), results_(report.results), options_(options), paint_{options.colour} {}

  std::string text() {
    if (report_.didNotRun()) {
      return paint_.doubtful(
          fmt::format("{}  ·  did not run: {}\n", shownFile(*report_.program), clean(results_.incomplete)));
    }
    header();
    table();
    condition();
    for (const ModelVerdict& verdict : report_.verdicts) {
      model(verdict);
    }
    remarks();
    settings();
    return std::move(out_);
  }

 private:
  void header() {
    out_ += fmt::format("{}  ·  {}  ·  {}\n", paint_.strong(shownFile(*report_.program)),
                        clean(results_.device), dateOf(results_));
    out_ +=
        fmt::format("  {}; {}; seed {}\n", clean(results_.driver), clean(results_.compiler), results_.seed);
    const double rate = results_.seconds > 0 ? static_cast<double>(results_.instances) / results_.seconds : 0;
    out_ += fmt::format("  {} instances in {:.2f} s ({:.2g} a second), {} launches\n\n",
                        grouped(results_.instances), results_.seconds, rate, grouped(results_.launches));
  }

  /// Columns: state, count, one for each model, and whether it is weak.
  void table() {
    std::vector<std::vector<std::string>> rows = {{"final state", "count"}};
    for (const ModelVerdict& verdict : report_.verdicts) {
      rows.front().push_back(verdict.model);
    }
    rows.front().emplace_back("");
    for (const std::size_t i : order()) {
      const SeenState& state = results_.states[i];
      rows.push_back({outcomeText(*report_.program, state.values), grouped(state.count)});
      for (const ModelVerdict& verdict : report_.verdicts) {
        rows.back().emplace_back(nameOf(verdict.marks[i]));
      }
      rows.back().push_back(state.weak ? fmt::format("weak, first after {:.3f} s", state.firstSeen) : "");
    }
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const auto& row : rows) {
      for (std::size_t c = 0; c < row.size(); ++c) {
        widths[c] = std::max(widths[c], characters(row[c]));
      }
    }
    for (const auto& row : rows) {
      out_ += tableLine(row, widths);
    }
  }

  std::string tableLine(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) const {
    std::string line = "  " + padded(row[0], widths[0]);
    line += "  " + std::string(widths[1] - row[1].size(), ' ') + row[1];
    for (std::size_t c = 2; c < row.size(); ++c) {
      const std::string cell = c + 1 < row.size() ? padded(row[c], widths[c]) : row[c];
      line += "  " + (row[c] == nameOf(StateMark::Forbidden) ? paint_.bad(cell) : cell);
    }
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }

  /// States in the order of their values.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> indices(results_.states.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
      indices[i] = i;
    }
    std::ranges::sort(indices, {}, [&](std::size_t i) { return results_.states[i].values; });
    return indices;
  }

  void condition() {
    const auto [with, without] = report_.conditionCounts();
    out_ += fmt::format("  {}: holds in {}, does not hold in {}\n", conditionText(*report_.program),
                        grouped(with), grouped(without));
    const auto counts = report_.conditionByPlace();
    for (std::size_t place = 0; place < counts.size(); ++place) {
      if (counts[place].second > 0) {
        out_ += fmt::format("    locations in {} memory: holds in {} of {}\n", placeName(place),
                            grouped(counts[place].first), grouped(counts[place].second));
      }
    }
  }

  static std::string placeName(std::size_t place) { return std::string(kPlaceNames.at(place)); }

  void model(const ModelVerdict& verdict) {
    const Judgement& judgement = verdict.judgement;
    std::string name = verdict.model;
    if (!verdict.dialect.empty()) {
      name += fmt::format(" (the test in {})", verdict.dialect);
    }
    const auto forbidden = static_cast<std::size_t>(std::ranges::count(verdict.marks, StateMark::Forbidden));
    if (forbidden > 0) {
      out_ += paint_.bad(fmt::format("  {}: FORBIDDEN final states were seen", name)) + "\n";
    } else if (judgement.answer == Judgement::Answer::NothingPromised) {
      out_ += fmt::format("  {}: forbids nothing, {}{}\n", name, whyNothing(judgement.promise), weakText());
      return;
    } else if (judgement.promise.undecided || judgement.promise.kind == PromiseKind::Undecided) {
      out_ += paint_.doubtful(fmt::format("  {}: undecided ({})", name,
                                          judgement.promise.undecided.value_or(judgement.reason))) +
              "\n";
    } else {
      out_ += paint_.good(fmt::format("  {}: nothing forbidden was seen", name)) + "\n";
    }
    neverSeen(judgement);
  }

  static std::string whyNothing(const Promise& promise) {
    return promise.races == RaceStatus::Racy ? "since the test is racy under it"
                                             : "since the test is undefined under it";
  }

  /// The race made visible.
  std::string weakText() const {
    const std::uint64_t weak = weakCount();
    return weak == 0 ? "; no weak final state was seen"
                     : fmt::format("; weak final states in {} instances show it", grouped(weak));
  }

  std::uint64_t weakCount() const {
    std::uint64_t weak = 0;
    for (const SeenState& state : results_.states) {
      weak += state.weak ? state.count : 0;
    }
    return weak;
  }

  void neverSeen(const Judgement& judgement) {
    if (judgement.notSeen.empty()) {
      return;
    }
    constexpr std::size_t kMost = 16;
    out_ += fmt::format("    allowed, but not seen in {} instances:\n", grouped(results_.instances));
    for (std::size_t i = 0; i < std::min(kMost, judgement.notSeen.size()); ++i) {
      out_ += fmt::format("      {}\n", outcomeText(*report_.program, judgement.notSeen[i]));
    }
    if (judgement.notSeen.size() > kMost) {
      out_ += fmt::format("      and {} more\n", judgement.notSeen.size() - kMost);
    }
  }

  void remarks() {
    if (!results_.incomplete.empty()) {
      out_ += paint_.doubtful(
                  fmt::format("  PARTIAL: {}; what was seen before is shown", clean(results_.incomplete))) +
              "\n";
    }
    if (results_.unfinished > 0) {
      out_ +=
          fmt::format("  {} instances did not end: a loop waited too long\n", grouped(results_.unfinished));
    }
    if (results_.lost > 0) {
      out_ += paint_.doubtful(
                  fmt::format("  {} final states were not counted: there were too many different ones",
                              grouped(results_.lost))) +
              "\n";
    }
    for (const std::string& note : report_.notes) {
      out_ += fmt::format("  note: {}\n", clean(note));
    }
  }

  /// Those that showed most weak states a second first.
  void settings() {
    std::vector<UsedSetting> settings = results_.settings;
    std::ranges::stable_sort(settings, std::greater{}, [](const UsedSetting& s) {
      return s.seconds > 0 ? static_cast<double>(s.weak) / s.seconds : 0;
    });
    const std::size_t shown =
        options_.statistics ? settings.size() : std::min(kSettingsShown, settings.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const UsedSetting& s = settings[i];
      out_ += fmt::format("  {}--setting '{}': {} weak of {}\n", i == 0 ? "best " : "", clean(s.text),
                          grouped(s.weak), grouped(s.instances));
    }
  }

  const ObserveReport& report_;
  const DeviceResults& results_;
  const ObserveTextOptions& options_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string observeText(const ObserveReport& report, const ObserveTextOptions& options) {
  return ObserveText(report, options).text();
}

}  // namespace hrfcheck::inline observe
