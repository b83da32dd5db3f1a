#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verify/certificate.h"

namespace hrfcheck::inline verify {
namespace {

constexpr std::size_t kMostChoices = 64;

/// Reads execution-N.txt.
class ExecutionReader {
 public:
  ExecutionReader(const std::string& file, const EventTable& table, Literal variables,
                  const Deadline& deadline)
      : table_(table), n_(table.events.size()), look_(deadline) {
    x_.file = file;
    x_.happens.resize(n_);
    x_.assignment.resize(static_cast<std::size_t>(variables) + 1);
  }

  ExecutionText read(const std::string& text) {
    eachLineUntilEnd(x_.file, text, look_, [&](TextLine& line) {
      row(std::string(line.word()), line);
      line.end();
    });
    for (const char* needed : {"happens", "complete", "true"}) {
      if (!seen_.contains(needed)) {
        throw Refused(x_.file, 0, fmt::format("there is no line '{}'", needed));
      }
    }
    return std::move(x_);
  }

 private:
  void row(const std::string& key, TextLine& line) {
    if (key == "happens" || key == "complete" || key == "true") {
      once(key, line);
    } else if (key == "access") {
      const std::size_t e = line.below(n_);
      const std::size_t location = line.below(table_.locations());
      if (!x_.accesses.emplace(e, ExecutionText::Access{location, line.integer(), line.number()}).second) {
        line.refuse("gives an event a second access");
      }
    } else if (key == "relation") {
      relation(line);
    } else if (key == "choice") {
      choice(line);
    } else if (key == "final") {
      const std::size_t variable = line.below(table_.variables.size());
      if (!x_.finals.emplace(variable, line.integer()).second) {
        line.refuse("gives a variable a second value");
      }
    } else if (key == "incident") {
      if (!x_.incidents.emplace(incidentIn(line), line.number()).second) {
        line.refuse("says something twice");
      }
    } else {
      line.refuse("is not understood");
    }
  }

  void once(const std::string& key, TextLine& line) {
    if (!seen_.insert(key).second) {
      line.refuse("says something twice");
    }
    if (key == "complete") {
      x_.complete = line.flag();
      x_.completeLine = line.number();
      return;
    }
    std::vector<bool>& into = key == "happens" ? x_.happens : x_.assignment;
    while (!line.done()) {
      into[line.below(into.size())] = true;
    }
  }

  void relation(TextLine& line) {
    static constexpr auto kNames = std::to_array(kRelationsOfExecutions);
    const std::string name(line.word());
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) {
      line.refuse("is not a relation of executions");
    }
    ExecutionText::Given& given = fresh(x_.relations, name, line);
    while (!line.done()) {
      insertPair(given, line);
    }
  }

  /// `COUNT A B ... NAME`, where the name may be of several words.
  void choice(TextLine& line) {
    const std::size_t count = line.below(line.left() / 2 + 1);
    ExecutionText::Given given{Pairs(n_), line.number()};
    for (std::size_t i = 0; i < count; ++i) {
      insertPair(given, line);
    }
    fresh(x_.choices, line.rest(), line) = std::move(given);
  }

  ExecutionText::Given& fresh(std::map<std::string, ExecutionText::Given>& into, const std::string& name,
                              const TextLine& line) {
    look_.spend(n_ * n_ / 64);
    const auto [at, isNew] = into.try_emplace(name, ExecutionText::Given{Pairs(n_), line.number()});
    if (!isNew || into.size() > kMostChoices) {
      line.refuse("gives a relation a second time, or one too many");
    }
    return at->second;
  }

  void insertPair(ExecutionText::Given& given, TextLine& line) const {
    const std::size_t a = line.below(n_);
    given.pairs.insert(a, line.below(n_));
  }

  const EventTable& table_;
  std::size_t n_;
  PacedLook look_;
  ExecutionText x_;
  std::set<std::string> seen_;
};

}  // namespace

ExecutionText readExecution(const std::string& file, const std::string& text, const EventTable& table,
                            Literal variables, const Deadline& deadline) {
  return ExecutionReader(file, table, variables, deadline).read(text);
}

}  // namespace hrfcheck::inline verify
