#include <fmt/format.h>

#include "verify/execution_check.h"
#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

class LegendCheck {
 public:
  LegendCheck(const ExecutionText& execution, const EventTable& table, const FormulaText& formula,
              const Deadline& deadline)
      : x_(execution), table_(table), formula_(formula), legend_(formula.legend), look_(deadline) {}

  void run(bool exact, Shown& shown) {
    solvesFormula();
    happens();
    for (const char* name : kRelationsOfExecutions) {
      const auto found = x_.relations.find(name);
      pairs(name, found == x_.relations.end() ? nullptr : &found->second, tableOf(legend_.pairs, name));
    }
    for (const auto& [name, order] : x_.choices) {
      pairs("choice " + name, &order, tableOf(legend_.choices, name));
    }
    values();
    finals(shown);
    flags(exact, shown);
    incidents(exact, shown);
  }

 private:
  bool isTrue(Literal literal) const {
    return x_.assignment[static_cast<std::size_t>(literal < 0 ? -literal : literal)] == (literal > 0);
  }

  static const Legend::ByPair& tableOf(const std::map<std::string, Legend::ByPair>& tables,
                                       const std::string& name) {
    static const Legend::ByPair kNone;
    const auto found = tables.find(name);
    return found == tables.end() ? kNone : found->second;
  }

  void solvesFormula() {
    for (std::size_t c = 0; c < formula_.clauses.size(); ++c) {
      const Clause& clause = formula_.clauses[c];
      look_.spend(clause.size() + 1);
      bool satisfied = false;
      for (const Literal literal : clause) {
        satisfied = satisfied || isTrue(literal);
      }
      if (!satisfied) {
        throw Refused(x_.file, 0,
                      fmt::format("the assignment does not satisfy clause {} of the formula", c + 1));
      }
    }
  }

  [[noreturn]] void refuse(const Meaning& meaning, const std::string& what) const {
    throw Refused("formula.cnf", meaning.line, fmt::format("formula and {} disagree on '{}'", x_.file, what));
  }
  [[noreturn]] void refuseMissing(const std::string& what) const {
    throw Refused("formula.cnf", 0,
                  fmt::format("the legend lacks the line '{}', which {} needs", what, x_.file));
  }

  void same(const Meaning& meaning, const char* what, bool holds) const {
    if (isTrue(meaning.literal) != holds) {
      refuse(meaning, what);
    }
  }

  void happens() const {
    for (std::size_t e = 0; e < table_.events.size(); ++e) {
      if (isTrue(legend_.happens[e].literal) != x_.happens[e]) {
        refuse(legend_.happens[e], fmt::format("happens {}", e));
      }
    }
  }

  /// A pair that has no line is never related.
  void pairs(const std::string& name, const ExecutionText::Given* given, const Legend::ByPair& table) {
    const std::size_t n = table_.events.size();
    const auto has = [&](std::size_t a, std::size_t b) { return given != nullptr && given->pairs.has(a, b); };
    for (const auto& [pair, meaning] : table) {
      const auto [a, b] = pair;
      look_.spend(1);
      if (x_.happens[a] && x_.happens[b] && isTrue(meaning.literal) != has(a, b)) {
        refuse(meaning, fmt::format("{} {} {}", name, a, b));
      }
    }
    for (std::size_t a = 0; a < n && given != nullptr; ++a) {
      look_.spend(n);
      for (std::size_t b = 0; b < n; ++b) {
        if (!has(a, b)) {
          continue;
        }
        if (!x_.happens[a] || !x_.happens[b]) {
          throw Refused(x_.file, given->line, fmt::format("{} has events that do not happen", name));
        }
        if (!table.contains({a, b})) {
          refuseMissing(fmt::format("{} {} {}", name, a, b));
        }
      }
    }
  }

  void values() const {
    const auto agree = [&](const char* name, const Legend::ByValue& table, auto&& valueOf) {
      for (const auto& [key, meaning] : table) {
        const auto access = x_.accesses.find(key.first);
        if (access != x_.accesses.end() &&
            isTrue(meaning.literal) != (valueOf(access->second) == key.second)) {
          refuse(meaning, fmt::format("{} {} {}", name, key.first, key.second));
        }
      }
      for (const auto& [e, access] : x_.accesses) {
        if (!table.contains({e, valueOf(access)})) {
          refuseMissing(fmt::format("{} {} {}", name, e, valueOf(access)));
        }
      }
    };
    agree("value", legend_.values, [](const ExecutionText::Access& access) { return access.value; });
    agree("location", legend_.locations,
          [](const ExecutionText::Access& access) { return static_cast<std::int64_t>(access.location); });
  }

  void finals(const Shown& shown) const {
    same(legend_.eligible, "eligible", shown.eligible);
    if (!x_.complete) {
      return;
    }
    same(legend_.condition, "condition", shown.condition);
    for (const auto& [key, meaning] : legend_.finals) {
      if (isTrue(meaning.literal) != (shown.finals[key.first] == key.second)) {
        refuse(meaning, fmt::format("final {} {}", key.first, key.second));
      }
    }
    for (std::size_t v = 0; v < shown.finals.size(); ++v) {
      if (!legend_.finals.contains({v, shown.finals[v]})) {
        refuseMissing(fmt::format("final {} {}", v, shown.finals[v]));
      }
    }
  }

  void flags(bool exact, const Shown& shown) const {
    same(legend_.raisesFlags, "raises-flags", shown.raisesFlags);
    for (const auto& [name, raised] : shown.flags) {
      const auto found = legend_.flags.find(name);
      if (found == legend_.flags.end()) {
        refuseMissing("flag " + name);
      }
      const bool literal = isTrue(found->second.literal);
      if ((literal && !raised) || (exact && raised && !literal)) {
        refuse(found->second, "flag " + name);
      }
    }
  }

  /// Where it is not exact, an execution does not list incidents: the formula alone tells how threads end.
  void incidents(bool exact, Shown& shown) const {
    for (const auto& [what, meaning] : legend_.incidents) {
      const bool literal = isTrue(meaning.literal);
      if (literal && !exact && !x_.complete) {
        shown.incidents.insert(what);
      }
      if (literal != shown.incidents.contains(what)) {
        refuse(meaning, what);
      }
    }
    for (const std::string& what : shown.incidents) {
      if (!legend_.incidents.contains(what)) {
        refuseMissing(what);
      }
    }
  }

  const ExecutionText& x_;
  const EventTable& table_;
  const FormulaText& formula_;
  const Legend& legend_;
  PacedLook look_;
};

}  // namespace

void checkLegend(const ExecutionText& execution, const EventTable& table, const FormulaText& formula,
                 bool exact, Shown& shown, const Deadline& deadline) {
  LegendCheck(execution, table, formula, deadline).run(exact, shown);
}

}  // namespace hrfcheck::inline verify
