#include "report/log/log_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

#include "check/status_names.h"
#include "util/diagnostic.h"
#include "util/text.h"
#include "util/utf8.h"

// A log is read line by line, as herd's own tools do: an entry begins with `Test`, its states are announced
// by number, one line is the result, and every line after it begins with a word that says what it is.
// Whatever is not known is skipped (litmus7 reports much about machines and listings), so an entry that lost
// its end could pass for one with little to say. Therefore an entry must have its states, its result and at
// least one of the lines that herd ends with, ours all of them, and `States` where none is due shows that a
// `Test` line was lost.

namespace hrfcheck::inline report {
namespace {

std::string_view withoutBlanks(std::string_view text) {
  return stripped(text, " \t");
}

/// What follows a first word, where the line begins with it.
std::optional<std::string_view> behind(std::string_view word, std::string_view line) {
  const bool fits = line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ');
  return fits ? std::optional(withoutBlanks(line.substr(word.size()))) : std::nullopt;
}

std::vector<std::string> wordsOf(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) {
    words.push_back(word);
  }
  return words;
}

/// The last word, taken off the text.
std::string_view takeLastWord(std::string_view& text) {
  const std::size_t space = text.find_last_of(' ');
  const std::string_view word = space == std::string_view::npos ? text : text.substr(space + 1);
  text = withoutBlanks(text.substr(0, text.size() - word.size()));
  return word;
}

template <typename Number>
std::optional<Number> numberOf(std::string_view text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Numbers in decimal, as 64 bits with a sign; addresses by the name of the location.
std::string plainValue(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    if (const auto number = numberOf<std::uint64_t>(digits.substr(2), 16)) {
      return fmt::format("{}", static_cast<std::int64_t>(negative ? 0 - *number : *number));
    }
  }
  return std::string(text.substr(text.starts_with('&') ? 1 : 0));
}

/// "1:r0" as it is, locations in brackets; empty where it is neither.
std::string plainName(std::string_view text) {
  if (text.find(':') != std::string_view::npos) {
    return std::string(text);
  }
  if (!text.starts_with('[')) {
    return text.empty() ? "" : fmt::format("[{}]", text);
  }
  const bool closed = text.ends_with(']') && text.size() > 2;
  return closed ? fmt::format("[{}]", withoutBlanks(text.substr(1, text.size() - 2))) : "";
}

/// The state of a line of litmus7's histogram: "12    *>0:r0=1;".
std::string_view withoutCount(std::string_view line) {
  const std::size_t arrow = line.find('>');
  const bool counted = !line.empty() && line[0] >= '0' && line[0] <= '9' && arrow != std::string_view::npos &&
                       arrow > 0 && (line[arrow - 1] == ':' || line[arrow - 1] == '*');
  return counted ? withoutBlanks(line.substr(arrow + 1)) : line;
}

/// Nothing where the text is no state.
std::optional<LoggedState> stateOf(std::string_view text) {
  LoggedState state;
  while (!text.empty()) {
    const std::size_t end = text.find(';');
    const std::size_t equals = text.find('=');
    if (end == std::string_view::npos || equals >= end) {
      return std::nullopt;
    }
    std::string name = plainName(withoutBlanks(text.substr(0, equals)));
    std::string value = plainValue(withoutBlanks(text.substr(equals + 1, end - equals - 1)));
    const bool repeated = std::ranges::any_of(state, [&](const auto& known) { return known.first == name; });
    if (name.empty() || value.empty() || repeated) {
      return std::nullopt;
    }
    state.emplace_back(std::move(name), std::move(value));
    text = withoutBlanks(text.substr(end + 1));
  }
  return state;
}

/// The names of a state in order, to compare.
std::vector<std::string> namesOf(const LoggedState& state) {
  std::vector<std::string> names;
  for (const auto& [name, value] : state) {
    names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

/// A log has an observation only where there was a question.
std::optional<Observation> observationNamed(std::string_view word) {
  const auto observation = valueNamed(kObservationNames, word);
  return observation != Observation::NotAsked ? observation : std::nullopt;
}

class LogReader {
 public:
  explicit LogReader(SourcePtr source)
      : source_(std::move(source)),
        lines_(source_->position(static_cast<std::uint32_t>(source_->text().size())).line) {}

  std::vector<ParsedEntry> run() {
    while (line_ <= lines_) {
      if (!behind("Test", current())) {
        ++line_;
        continue;
      }
      try {
        entries_.push_back(entry());
      } catch (const UserError& error) {
        for (const Diagnostic& d : error.diagnostics()) {
          diagnostics_.error(d.place, d.message, d.hint);
        }
      }
    }
    diagnostics_.throwIfErrors();
    return std::move(entries_);
  }

 private:
  std::string_view current() const { return withoutBlanks(source_->line(line_)); }
  /// Between two entries, or at the end.
  bool atEnd() const { return line_ > lines_ || behind("Test", current()); }

  Place placeOf(std::uint32_t line) const {
    const std::string_view text = source_->line(line);
    const auto begin = static_cast<std::uint32_t>(text.data() - source_->text().data());
    return {source_, {begin, begin + static_cast<std::uint32_t>(text.size())}};
  }
  [[noreturn]] void fail(const std::string& message) const { throw UserError(placeOf(line_), message); }
  [[noreturn]] void cutOff(const ParsedEntry& parsed, const std::string& missing) const {
    throw UserError(placeOf(parsed.line),
                    fmt::format("the entry of {} is cut off: {} missing", parsed.entry.test, missing));
  }

  ParsedEntry entry() {
    ParsedEntry parsed{{}, line_};
    heading(parsed.entry);
    states(parsed, announced(parsed));
    result(parsed);
    seen_ = {};
    for (; !atEnd(); ++line_) {
      closingLine(parsed.entry);
    }
    if (!seen_.observation && (!parsed.entry.models.empty() || (!seen_.time && !seen_.hash))) {
      cutOff(parsed, "its line 'Observation' is");
    }
    if (!seen_.hash && !parsed.entry.models.empty()) {
      cutOff(parsed, "its line 'Hash=' is");
    }
    return parsed;
  }

  void heading(LogEntry& entry) {
    std::string_view text = *behind("Test", current());
    std::string_view name = text;
    const std::optional<Quantifier> kind = kindNamed(takeLastWord(name));
    if (kind && !name.empty()) {
      entry.kind = kind;
      text = name;
    }
    entry.test = cleaned(text, Controls::None);  // as tests are called
    if (text.empty()) {
      const Place place = placeOf(line_++);
      throw UserError(place, "expected the name of the test");
    }
    ++line_;
  }

  /// Reads up to the states. @returns their number
  std::size_t announced(ParsedEntry& parsed) {
    LogEntry& entry = parsed.entry;
    for (; !atEnd(); ++line_) {
      if (const auto number = behind("States", current())) {
        return count(*number);
      }
      if (const auto number = behind("Histogram", current())) {
        const std::vector<std::string> words = wordsOf(*number);
        const bool fits = words.size() == 2 && words[0].starts_with('(') && words[1].starts_with("state");
        return count(fits ? std::string_view(words[0]).substr(1) : "");
      }
      if (const auto models = behind("Models", current())) {
        const std::vector<std::string> names = wordsOf(*models);
        entry.models.insert(entry.models.end(), names.begin(), names.end());
      } else if (const auto pair = behind("Pair", current())) {
        const std::vector<std::string> words = wordsOf(*pair);
        if (words.size() != 3) {
          fail("expected 'Pair FLAG P0:0 P1:0'");
        }
        entry.pairs.push_back({words[0], words[1], words[2]});
      } else if (const auto incident = behind("Incident", current())) {
        entry.incidents.emplace_back(*incident);
      } else if (const auto reason = behind("Incomplete", current())) {
        entry.incomplete = *reason;
      } else if (const auto what = behind("OnlyThroughValueCycle", current())) {
        entry.onlyThroughValueCycle = wordsOf(*what);
      } else if (const auto assumption = behind("Conditional", current())) {
        entry.conditional.emplace_back(*assumption);
      }
    }
    cutOff(parsed, "its states are");
  }

  std::size_t count(std::string_view text) {
    const auto number = numberOf<std::size_t>(text);
    if (!number) {
      fail("expected the number of states");
    }
    ++line_;
    return *number;
  }

  void states(ParsedEntry& parsed, std::size_t number) {
    for (std::size_t i = 0; i < number; ++i, ++line_) {
      if (atEnd()) {
        cutOff(parsed, fmt::format("{} of {} states are", number - i, number));
      }
      auto state = stateOf(withoutCount(current()));
      // Only where nothing is observed a state is empty, and then there is one.
      if (!state || (state->empty() && number > 1)) {
        fail(fmt::format("expected a state such as '0:r0=1; [x]=2;': {} of {} states are here", i, number));
      }
      std::vector<LoggedState>& states = parsed.entry.states;
      if (!states.empty() && namesOf(states.front()) != namesOf(*state)) {
        fail("this state has other names than the first");
      }
      states.push_back(std::move(*state));
    }
  }

  void result(ParsedEntry& parsed) {
    while (!atEnd() && current().empty()) {
      ++line_;
    }
    if (atEnd()) {
      cutOff(parsed, "its result is");
    }
    std::optional<LoggedResult> found = resultNamed(current());
    if (!found) {
      const auto state = stateOf(withoutCount(current()));
      fail(state ? fmt::format("more than the {} states announced", parsed.entry.states.size())
                 : "expected the result, such as 'Ok' or 'No'");
    }
    parsed.entry.result = std::move(*found);
    ++line_;
  }

  void closingLine(LogEntry& entry) {
    const std::string_view line = current();
    if (behind("States", line) || behind("Histogram", line)) {
      fail("states without a 'Test' line before them");
    } else if (behind("Positive:", line)) {
      witnesses(entry, line);
    } else if (const auto flag = behind("Flag", line)) {
      entry.flags.emplace_back(*flag);
    } else if (const auto condition = behind("Condition", line)) {
      entry.condition = withoutAnswer(*condition);
    } else if (const auto text = behind("Observation", line)) {
      observation(entry, *text);
    } else if (auto time = behind("Time", line)) {
      seen_.time = true;
      std::istringstream(std::string(takeLastWord(*time))) >> entry.seconds;
    } else if (line.starts_with("Hash=")) {
      seen_.hash = true;
      entry.hash = line.substr(5);
    }
  }

  /// litmus7 says behind the condition whether it was met.
  static std::string_view withoutAnswer(std::string_view condition) {
    for (const std::string_view answer : {" is NOT validated", " is validated"}) {
      if (condition.ends_with(answer)) {
        return withoutBlanks(condition.substr(0, condition.size() - answer.size()));
      }
    }
    return condition;
  }

  /// "Positive: 1 Negative: 2", litmus7 with a comma. What `Observation` says counts, where it is there.
  void witnesses(LogEntry& entry, std::string_view line) {
    std::string text(line);
    std::ranges::replace(text, ',', ' ');
    const std::vector<std::string> words = wordsOf(text);
    const bool fits = words.size() == 4 && words[2] == "Negative:";
    auto positive = fits ? numberOf<std::uint64_t>(words[1]) : std::nullopt;
    auto negative = fits ? numberOf<std::uint64_t>(words[3]) : std::nullopt;
    if (!positive || !negative) {
      fail("expected 'Positive: 1 Negative: 2'");
    }
    if (entry.kind == Quantifier::NotExists) {
      std::swap(positive, negative);
    }
    if (!seen_.observation) {
      entry.positive = *positive;
      entry.negative = *negative;
    }
  }

  void observation(LogEntry& entry, std::string_view text) {
    const auto negative = numberOf<std::uint64_t>(takeLastWord(text));
    const auto positive = numberOf<std::uint64_t>(takeLastWord(text));
    const std::optional<Observation> observed = observationNamed(takeLastWord(text));
    if (!negative || !positive || !observed) {
      fail("expected 'Observation NAME Sometimes 1 2'");
    }
    if (cleaned(text, Controls::None) != entry.test || seen_.observation) {
      fail(fmt::format("an observation of {} in the entry of {}", text, entry.test));
    }
    seen_.observation = true;
    entry.observation = observed;
    entry.positive = *positive;
    entry.negative = *negative;
  }

  struct Seen {
    bool observation = false;
    bool time = false;
    bool hash = false;
  };

  SourcePtr source_;
  std::uint32_t lines_;
  std::uint32_t line_ = 1;
  Seen seen_;
  Diagnostics diagnostics_;
  std::vector<ParsedEntry> entries_;
};

}  // namespace

std::vector<ParsedEntry> parseLog(const SourcePtr& source) {
  return LogReader(source).run();
}

}  // namespace hrfcheck::inline report
