#include "verify/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verify/certificate.h"
#include "verify/text_lines.h"

namespace hrfcheck::inline verify {
namespace {

const std::string kLegendFile = "formula.cnf";

bool writesMemory(EventRow::Kind kind) {
  return kind == EventRow::Kind::Write || kind == EventRow::Kind::Initial;
}

/// Whether events of these kinds can be related.
bool mayRelate(std::string_view relation, EventRow::Kind first, EventRow::Kind second) {
  using Kind = EventRow::Kind;
  return relation == "rf"        ? writesMemory(first) && second == Kind::Read
         : relation == "co"      ? writesMemory(first) && second == Kind::Write
         : relation == "syncbar" ? first == Kind::Arrive && second == Kind::Depart
                                 : first == Kind::Read;
}

/// "P0", "P17".
bool isThread(std::string_view word) {
  return word.size() > 1 && word.front() == 'P' && word.find_first_not_of("0123456789", 1) == word.npos;
}

/// One line of the legend.
class LegendLine {
 public:
  LegendLine(TextLine& line, const EventTable& table, Legend& legend)
      : line_(line), table_(table), legend_(legend) {}

  void read() {
    const std::int64_t literal = line_.integer();
    if (literal == 0 || literal > INT32_MAX || literal < -INT32_MAX) {
      line_.refuse("has no literal");
    }
    meaning_ = {static_cast<Literal>(literal), line_.number()};
    const std::string word(line_.word());
    static constexpr auto kPairs = std::to_array(kRelationsOfExecutions);
    if (std::find(kPairs.begin(), kPairs.end(), word) != kPairs.end()) {
      pair(word);
    } else if (word == "choice") {
      choice();
    } else if (!alone(word) && !ofNumbers(word)) {
      line_.refuse("explains what the verifier does not understand");
    }
    line_.end();
  }

 private:
  void put(Meaning& into) {
    if (into.literal != 0) {
      line_.refuse(fmt::format("explains again what line {} explains", into.line));
    }
    into = meaning_;
  }

  bool alone(const std::string& word) {
    if (word == "eligible" || word == "condition" || word == "raises-flags") {
      put(word == "eligible"    ? legend_.eligible
          : word == "condition" ? legend_.condition
                                : legend_.raisesFlags);
    } else if (word == "flag") {
      put(legend_.flags[line_.rest()]);
    } else if (word == "incident") {
      put(legend_.incidents[incidentIn(line_)]);
    } else {
      return false;
    }
    return true;
  }

  bool ofNumbers(const std::string& word) {
    const std::size_t events = table_.events.size();
    if (word == "happens") {
      put(legend_.happens[line_.below(events)]);
    } else if (word == "value") {
      const std::size_t e = line_.below(events);
      put(legend_.values[{e, line_.integer()}]);
    } else if (word == "location") {
      const std::size_t e = line_.below(events);
      put(legend_.locations[{e, static_cast<std::int64_t>(line_.below(table_.locations()))}]);
    } else if (word == "final") {
      const std::size_t v = line_.below(table_.variables.size());
      put(legend_.finals[{v, line_.integer()}]);
    } else {
      return false;
    }
    return true;
  }

  void pair(const std::string& relation) {
    const std::size_t a = line_.below(table_.events.size());
    const std::size_t b = line_.below(table_.events.size());
    if (!mayRelate(relation, table_.events[a].kind, table_.events[b].kind)) {
      line_.refuse("explains a pair of events of the wrong kinds");
    }
    put(legend_.pairs[relation][{a, b}]);
  }

  /// `NAME A B`, where the name may be of several words.
  void choice() {
    const std::string words = line_.rest();
    const std::size_t last = words.rfind(' ');
    const std::size_t before = last == 0 || last == words.npos ? words.npos : words.rfind(' ', last - 1);
    if (before == words.npos) {
      line_.refuse("explains no pair of an order");
    }
    const auto number = [&](std::size_t from, std::size_t to) {
      const std::optional<std::int64_t> value = integerIn(std::string_view(words).substr(from, to - from));
      if (!value || *value < 0 || static_cast<std::size_t>(*value) >= table_.events.size()) {
        line_.refuse("explains a pair of events that do not exist");
      }
      return static_cast<std::size_t>(*value);
    };
    put(legend_.choices[words.substr(0, before)][{number(before + 1, last), number(last + 1, words.size())}]);
  }

  TextLine& line_;
  const EventTable& table_;
  Legend& legend_;
  Meaning meaning_;
};

}  // namespace

std::string incidentIn(TextLine& line) {
  static constexpr auto kKinds =
      std::to_array<std::string_view>({"bound-reached", "barrier-divergence", "fault"});
  const std::string_view kind = line.word();
  const std::string_view thread = line.word();
  const std::size_t instruction = line.below(SIZE_MAX >> 1U);
  if (std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end() || !isThread(thread)) {
    line.refuse("is not an incident");
  }
  return fmt::format("incident {} {} {}", kind, thread, instruction);
}

void Legend::read(TextLine& line, const EventTable& table) {
  LegendLine(line, table, *this).read();
}

void Legend::check(Literal most) const {
  const auto fits = [&](const Meaning& meaning) {
    if (meaning.literal > most || meaning.literal < -most) {
      throw Refused(kLegendFile, meaning.line, "the line explains a literal of no variable");
    }
  };
  const auto needed = [&](const Meaning& meaning, const std::string& what) {
    if (meaning.literal == 0) {
      throw Refused(kLegendFile, 0, fmt::format("the legend lacks the line '{}'", what));
    }
    fits(meaning);
  };
  needed(eligible, "eligible");
  needed(condition, "condition");
  needed(raisesFlags, "raises-flags");
  for (std::size_t e = 0; e < happens.size(); ++e) {
    needed(happens[e], fmt::format("happens {}", e));
  }
  const auto all = [&](const auto& table) {
    for (const auto& [unused, meaning] : table) {
      fits(meaning);
    }
  };
  all(values);
  all(locations);
  all(finals);
  all(flags);
  all(incidents);
  for (const auto* tables : {&pairs, &choices}) {
    for (const auto& [unused, table] : *tables) {
      all(table);
    }
  }
}

}  // namespace hrfcheck::inline verify
