#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verify/certificate.h"

namespace hrfcheck::inline verify {
namespace {

const std::string kEventsFile = "events.txt";
/// More than any test has; keeps a certificate from asking for all memory, as the next one does.
constexpr std::size_t kMostEventRows = 4096;
constexpr std::size_t kMostTables = 256;  // sets and relations; there are about 150

/// Reads events.txt: locations, events, variables, what is asked, and then sets and relations over all
/// events.
class EventReader {
 public:
  explicit EventReader(const Deadline& deadline) : look_(deadline) {}

  EventTable read(const std::string& text) {
    eachLineUntilEnd(kEventsFile, text, look_, [&](TextLine& line) {
      const std::string key(line.word());
      if (key == "set" || key == "relation" || key == "conditional") {
        tables_ = true;
      } else if (tables_) {
        line.refuse("comes after a set or relation");
      }
      row(key, line);
      line.end();
    });
    for (const char* needed : {"observed", "condition", "filter"}) {
      if (!seen_.contains(needed)) {
        throw Refused(kEventsFile, 0, fmt::format("there is no line '{}'", needed));
      }
    }
    return std::move(table_);
  }

 private:
  void row(const std::string& key, TextLine& line) {
    if (key == "location") {
      location(line);
    } else if (key == "event") {
      event(line);
    } else if (key == "variable") {
      variable(line);
    } else if (key == "observed" || key == "condition" || key == "filter") {
      asked(key, line);
    } else if (key == "set") {
      Pairs& set = fresh(table_.sets, line);
      while (!line.done()) {
        const std::size_t e = line.below(table_.events.size());
        set.insert(e, e);
      }
    } else if (key == "relation") {
      Pairs& relation = fresh(table_.relations, line);
      while (!line.done()) {
        const std::size_t a = line.below(table_.events.size());
        relation.insert(a, line.below(table_.events.size()));
      }
    } else if (key == "conditional") {
      conditional(line);
    } else {
      line.refuse("is not understood");
    }
  }

  void location(TextLine& line) {
    if (line.below(SIZE_MAX >> 1U) != table_.locations() || !table_.events.empty()) {
      line.refuse("has the wrong number, or comes after the events");
    }
    table_.initialValues.push_back(line.integer());
    line.rest();
  }

  void event(TextLine& line) {
    if (line.below(kMostEventRows) != table_.events.size()) {
      line.refuse("has the wrong number");
    }
    static constexpr auto kKinds = std::to_array<std::string_view>(
        {"initial", "read", "write", "fence", "arrive", "depart"});  // as EventRow::Kind
    const auto* kind = std::find(kKinds.begin(), kKinds.end(), line.word());
    if (kind == kKinds.end()) {
      line.refuse("is not a known kind of event");
    }
    EventRow row{static_cast<EventRow::Kind>(kind - kKinds.begin()), std::string(line.word())};
    if ((row.kind == EventRow::Kind::Initial) != (row.thread == "-")) {
      line.refuse("is an initial write with a thread, or another event without one");
    }
    line.rest();
    table_.events.push_back(std::move(row));
  }

  void variable(TextLine& line) {
    VariableRow row;
    const std::string kind(line.word());
    row.isLocation = kind == "location";
    if (!seen_.empty() || (!row.isLocation && kind != "register")) {
      line.refuse("is no variable, or comes after what is asked about variables");
    }
    if (row.isLocation) {
      row.location = line.below(table_.locations());
    }
    row.name = line.rest();
    table_.variables.push_back(std::move(row));
  }

  void asked(const std::string& key, TextLine& line) {
    if (!seen_.insert(key).second) {
      line.refuse("says something twice");
    }
    if (key == "observed") {
      table_.observed = line.below(table_.variables.size() + 1);
    } else {
      (key == "condition" ? table_.condition : table_.filter) =
          FinalCondition::read(line, table_.variables.size());
    }
  }

  Pairs& fresh(std::map<std::string, Pairs>& into, TextLine& line) {
    const std::string name(line.word());
    if (table_.sets.size() + table_.relations.size() >= kMostTables) {
      line.refuse("is one set or relation too many");
    }
    look_.spend(table_.events.size() * table_.events.size() / 64);
    const auto [at, isNew] = into.try_emplace(name, table_.events.size());
    if (!isNew) {
      line.refuse("gives a set or relation twice");
    }
    return at->second;
  }

  void conditional(TextLine& line) {
    const std::size_t n = table_.events.size();
    EventTable::Conditional row{std::string(line.word()), 0, 0, false};
    row.event = line.below(n);
    row.other = line.below(n);
    row.whenHappens = line.flag();
    if (!table_.sets.contains(row.set)) {
      line.refuse("refers to a set that does not exist");
    }
    table_.conditional.push_back(std::move(row));
  }

  PacedLook look_;
  EventTable table_;
  bool tables_ = false;
  std::set<std::string> seen_;
};

}  // namespace

EventTable readEvents(const std::string& text, const Deadline& deadline) {
  return EventReader(deadline).read(text);
}

}  // namespace hrfcheck::inline verify
