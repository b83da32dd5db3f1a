#include "verify/execution_check.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

/// A condition in prefix form on final values.
class ConditionReader {
 public:
  ConditionReader(const std::vector<std::string>& words, const std::map<std::size_t, std::int64_t>& finals)
      : words_(words), finals_(finals) {}

  bool value() {
    const bool result = formula();
    if (at_ != words_.size()) {
      throw Refused("the condition has more words than are meant");
    }
    return result;
  }

 private:
  std::string next() {
    if (at_ >= words_.size()) {
      throw Refused("the condition ends too early");
    }
    return words_[at_++];
  }

  bool formula() {
    if (++depth_ > kMostWords) {
      throw Refused("the condition is too large for the verifier");
    }
    const std::string word = next();
    if (word == "true") {
      return true;
    }
    if (word == "not") {
      return !formula();
    }
    if (word == "and" || word == "or") {
      const bool left = formula();
      const bool right = formula();
      return word == "and" ? left && right : left || right;
    }
    const std::int64_t left = term();
    const std::int64_t right = term();
    return word == "eq"   ? left == right
           : word == "ne" ? left != right
           : word == "lt" ? left < right
           : word == "le" ? left <= right
           : word == "gt" ? left > right
           : word == "ge" ? left >= right
                          : throw Refused(fmt::format("the condition has '{}' for an operator", word));
  }

  std::int64_t term() {
    const std::string word = next();
    const bool variable = word.starts_with('v');
    std::int64_t number = 0;
    const char* begin = word.data() + (variable ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) {
      throw Refused(fmt::format("the condition has '{}' for a value", word));
    }
    if (!variable) {
      return number;
    }
    const auto found = finals_.find(static_cast<std::size_t>(number));
    if (found == finals_.end()) {
      throw Refused(fmt::format("the execution has no final value of variable {}", number));
    }
    return found->second;
  }

  const std::vector<std::string>& words_;
  const std::map<std::size_t, std::int64_t>& finals_;
  static constexpr std::size_t kMostWords = 20'000;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

class Check {
 public:
  Check(const ExecutionText& execution, const EventTable& table, const FormulaText& formula)
      : x_(execution), table_(table), formula_(formula), n_(table.events.size()) {}

  Shown run(const std::vector<Statement>& model, const Deadline& deadline) {
    events();
    order();
    readsFrom();
    coherence();
    dependencies();
    Shown shown;
    if (x_.complete) {
      finals();
      shown.condition = ConditionReader(table_.condition, x_.finals).value();
      shown.eligible = ConditionReader(table_.filter, x_.finals).value();
      for (std::size_t v = 0; v < table_.observed; ++v) {
        shown.outcome.push_back(x_.finals.at(v));
      }
    }
    Judgement judgement = judge(model, facts(), deadline);
    if (!judgement.failed.empty()) {
      throw Refused(fmt::format("the execution fails '{}' of the model", judgement.failed));
    }
    shown.flags = std::move(judgement.flags);
    solvesFormula();
    agreesWithLegend(shown);
    return shown;
  }

 private:
  bool is(std::size_t e, const char* kind) const { return table_.events[e].kind == kind; }
  bool writes(std::size_t e) const { return is(e, "write") || is(e, "initial"); }
  bool sameThread(std::size_t a, std::size_t b) const {
    return a == b || (!is(a, "initial") && table_.events[a].thread == table_.events[b].thread);
  }
  bool happens(std::size_t a, std::size_t b) const { return x_.happens[a] && x_.happens[b]; }
  Pairs given(const char* name) const {
    const auto found = x_.relations.find(name);
    return found == x_.relations.end() ? Pairs(n_) : found->second;
  }
  bool sameLocation(std::size_t a, std::size_t b) const {
    const auto first = x_.accesses.find(a);
    const auto second = x_.accesses.find(b);
    return first != x_.accesses.end() && second != x_.accesses.end() &&
           first->second.location == second->second.location;
  }

  void events() const {
    for (std::size_t e = 0; e < n_; ++e) {
      const bool accesses = writes(e) || is(e, "read");
      if (is(e, "initial") && !x_.happens[e]) {
        throw Refused(fmt::format("initial write {} does not happen", e));
      }
      if ((accesses && x_.happens[e]) != x_.accesses.contains(e)) {
        throw Refused(fmt::format("event {} happens without a location and a value, or the reverse", e));
      }
    }
    for (const auto& [e, access] : x_.accesses) {
      if (access.location >= table_.locations.size() ||
          (is(e, "initial") && access.value != table_.initialValues[access.location])) {
        throw Refused(fmt::format("event {} has no such location, or no such initial value", e));
      }
    }
  }

  /// Program order and agents as far as the numbers and threads of the events tell.
  void order() const {
    const Pairs expected = Pairs::where(
        n_, [&](std::size_t a, std::size_t b) { return happens(a, b) && a < b && sameThread(a, b); });
    const Pairs agents =
        Pairs::where(n_, [&](std::size_t a, std::size_t b) { return happens(a, b) && sameThread(a, b); });
    if (happening("po") != expected || happening("int") != agents) {
      throw Refused("program order, or what is one agent, is not what the events' threads tell");
    }
  }

  /// A relation that is known before anything runs, between what happens.
  Pairs happening(const std::string& name) const {
    const auto found = table_.relations.find(name);
    if (found == table_.relations.end()) {
      return Pairs(n_);
    }
    return Pairs::where(
        n_, [&](std::size_t a, std::size_t b) { return happens(a, b) && found->second.has(a, b); });
  }

  void readsFrom() const {
    const Pairs rf = given("rf");
    for (std::size_t r = 0; r < n_; ++r) {
      std::size_t sources = 0;
      for (std::size_t w = 0; w < n_; ++w) {
        if (!rf.has(w, r)) {
          continue;
        }
        ++sources;
        if (!happens(w, r) || !writes(w) || !is(r, "read") || !sameLocation(w, r) ||
            x_.accesses.at(w).value != x_.accesses.at(r).value) {
          throw Refused(fmt::format("event {} cannot read from event {}", r, w));
        }
      }
      if (sources != (is(r, "read") && x_.happens[r] ? 1 : 0)) {
        throw Refused(fmt::format("event {} reads from {} writes", r, sources));
      }
    }
  }

  void coherence() const {
    const Pairs co = given("co");
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        const bool compared = a != b && happens(a, b) && writes(a) && writes(b) && sameLocation(a, b);
        if (co.has(a, b) && (!compared || is(b, "initial"))) {
          throw Refused(fmt::format("coherence puts event {} before event {}", a, b));
        }
        if (compared && co.has(a, b) == co.has(b, a)) {
          throw Refused(fmt::format("coherence does not order events {} and {}", a, b));
        }
      }
    }
    if (!(co.then(co) - co).empty()) {
      throw Refused("coherence is not transitive");
    }
  }

  void dependencies() const {
    const Pairs po = happening("po");
    for (const char* name : {"addr", "data", "ctrl"}) {
      const Pairs given = this->given(name);
      for (std::size_t a = 0; a < n_; ++a) {
        for (std::size_t b = 0; b < n_; ++b) {
          if (given.has(a, b) && !(is(a, "read") && po.has(a, b))) {
            throw Refused(fmt::format("event {} cannot depend on event {}", b, a));
          }
        }
      }
    }
    const Pairs barriers = given("syncbar");
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        if (barriers.has(a, b) && !(happens(a, b) && is(a, "arrive") && is(b, "depart"))) {
          throw Refused(fmt::format("events {} and {} are no arrival and departure", a, b));
        }
      }
    }
  }

  void finals() const {
    const Pairs co = given("co");
    for (std::size_t v = 0; v < table_.variables.size(); ++v) {
      const auto found = x_.finals.find(v);
      if (found == x_.finals.end()) {
        throw Refused(fmt::format("the execution has no final value of variable {}", v));
      }
      if (!table_.variables[v].isLocation) {
        continue;
      }
      std::int64_t last = table_.initialValues[table_.variables[v].location];
      for (const auto& [e, access] : x_.accesses) {
        bool isLast = writes(e) && access.location == table_.variables[v].location;
        for (std::size_t b = 0; b < n_ && isLast; ++b) {
          isLast = !co.has(e, b);
        }
        last = isLast ? access.value : last;
      }
      if (found->second != last) {
        throw Refused(
            fmt::format("the final value of {} is not that of its last write", table_.variables[v].name));
      }
    }
  }

  /// The execution as the model sees it: only what happens.
  Facts facts() const {
    std::vector<std::size_t> old;
    for (std::size_t e = 0; e < n_; ++e) {
      if (x_.happens[e]) {
        old.push_back(e);
      }
    }
    const auto narrowed = [&](const Pairs& pairs) {
      return Pairs::where(old.size(),
                          [&](std::size_t a, std::size_t b) { return pairs.has(old[a], old[b]); });
    };
    Facts facts{.events = old.size()};
    for (const auto& [name, set] : table_.sets) {
      facts.sets[name] = narrowed(set);
    }
    for (const EventTable::Conditional& c : table_.conditional) {
      Pairs& set = facts.sets.try_emplace(c.set, old.size()).first->second;
      for (std::size_t e = 0; e < old.size(); ++e) {
        if (old[e] == c.event && x_.happens[c.other] == c.whenHappens) {
          set.insert(e, e);
        }
      }
    }
    for (const auto& [name, relation] : table_.relations) {
      facts.relations[name] = narrowed(relation);
    }
    for (const char* name : {"rf", "co", "addr", "data", "ctrl", "syncbar"}) {
      facts.relations[name] = narrowed(given(name));
    }
    facts.relations["loc"] =
        narrowed(Pairs::where(n_, [&](std::size_t a, std::size_t b) { return sameLocation(a, b); }));
    for (const auto& [name, order] : x_.choices) {
      facts.choices[name] = narrowed(order);
    }
    const auto kind = [&](const std::set<std::string>& kinds) {
      return Pairs::where(old.size(), [&](std::size_t a, std::size_t b) {
        return a == b && kinds.contains(table_.events[old[a]].kind);
      });
    };
    const std::map<std::string, std::set<std::string>> kinds = {
        {"R", {"read"}},       {"W", {"write", "initial"}}, {"M", {"read", "write", "initial"}},
        {"IW", {"initial"}},   {"B", {"arrive", "depart"}}, {"ARRIVE", {"arrive"}},
        {"DEPART", {"depart"}}};
    for (const auto& [name, which] : kinds) {
      const auto found = facts.sets.find(name);
      if (found != facts.sets.end() && found->second != kind(which)) {
        throw Refused(fmt::format("the set {} is not what the kinds of the events tell", name));
      }
      facts.sets[name] = kind(which);
    }
    return facts;
  }

  bool isTrue(Literal literal) const {
    return x_.assignment[static_cast<std::size_t>(literal < 0 ? -literal : literal)] == (literal > 0);
  }

  void solvesFormula() const {
    for (const Clause& clause : formula_.clauses) {
      bool satisfied = false;
      for (const Literal literal : clause) {
        satisfied = satisfied || isTrue(literal);
      }
      if (!satisfied) {
        throw Refused("the execution's assignment does not satisfy the formula");
      }
    }
  }

  /// Whether the formula says of something what the execution says.
  void same(const std::string& what, bool holds) const {
    const auto found = formula_.legend.find(what);
    if ((found != formula_.legend.end() && isTrue(found->second)) != holds) {
      throw Refused(fmt::format("formula and execution disagree on '{}'", what));
    }
  }

  void agreesWithLegend(const Shown& shown) const {
    for (std::size_t e = 0; e < n_; ++e) {
      same(fmt::format("happens {}", e), x_.happens[e]);
    }
    for (const char* name : {"rf", "co", "addr", "data", "ctrl", "syncbar"}) {
      agree(name, name, given(name));
    }
    for (const auto& [name, order] : x_.choices) {
      agree("choice " + name, name, order);
    }
    for (const auto& [e, access] : x_.accesses) {
      same(fmt::format("location {} {}", e, access.location), true);
      same(fmt::format("value {} {}", e, access.value), true);
    }
    same("eligible", x_.complete && shown.eligible);
    if (x_.complete) {
      same("condition", shown.condition);
      for (const auto& [v, value] : x_.finals) {
        same(fmt::format("final {} {}", v, value), true);
      }
    }
    // At most one value of each access and variable is true in the formula; the others follow from that.
    othersAreFalse();
  }

  void agree(const std::string& legendName, const std::string& what, const Pairs& relation) const {
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        if (happens(a, b)) {
          same(fmt::format("{} {} {}", legendName, a, b), relation.has(a, b));
        } else if (relation.has(a, b)) {
          throw Refused(fmt::format("{} has events that do not happen", what));
        }
      }
    }
  }

  void othersAreFalse() const {
    for (const auto& [what, literal] : formula_.legend) {
      unsigned first = 0;
      long long second = 0;
      char kind[16] = {};
      // NOLINTNEXTLINE(cert-err34-c) three words of our own
      if (std::sscanf(what.c_str(), "%15s %u %lld", kind, &first, &second) != 3 || !isTrue(literal)) {
        continue;
      }
      const std::string word = kind;
      if (word == "value" || word == "location") {
        const auto found = x_.accesses.find(first);
        if (found != x_.accesses.end() &&
            second !=
                (word == "value" ? found->second.value : static_cast<long long>(found->second.location))) {
          throw Refused(fmt::format("formula and execution disagree on '{}'", what));
        }
      } else if (word == "final" && x_.complete) {
        const auto found = x_.finals.find(first);
        if (found == x_.finals.end() || second != found->second) {
          throw Refused(fmt::format("formula and execution disagree on '{}'", what));
        }
      }
    }
  }

  const ExecutionText& x_;
  const EventTable& table_;
  const FormulaText& formula_;
  std::size_t n_;
};

}  // namespace

Shown checkExecution(const ExecutionText& execution, const EventTable& table, const FormulaText& formula,
                     const std::vector<Statement>& model, const Deadline& deadline) {
  return Check(execution, table, formula).run(model, deadline);
}

}  // namespace hrfcheck::inline verify
