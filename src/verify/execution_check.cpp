#include "verify/execution_check.h"

#include <fmt/format.h>

#include "verify/refused.h"

namespace hrfcheck::inline verify {
namespace {

using RowKind = EventRow::Kind;

class ExecutionCheck {
 public:
  ExecutionCheck(const ExecutionText& execution, const EventTable& table, const Deadline& deadline)
      : x_(execution), table_(table), n_(table.events.size()), look_(deadline) {}

  Shown run(const std::vector<Statement>& model) {
    events();
    order();
    readsFrom();
    coherence();
    dependencies();
    Shown shown;
    if (x_.complete) {
      finals(shown.finals);
      shown.condition = table_.condition.holds(shown.finals);
      shown.eligible = table_.filter.holds(shown.finals);
    }
    shown.raisesFlags = table_.filter.asksNothing() || shown.eligible;
    incidents(shown);
    Judgement judgement = judge(model, facts(), look_.deadline());
    if (!judgement.failed.empty()) {
      throw Refused(x_.file, 0, fmt::format("the execution fails '{}' of the model", judgement.failed));
    }
    shown.flags = std::move(judgement.flags);
    return shown;
  }

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const {
    throw Refused(x_.file, line, why);
  }
  [[noreturn]] void refuseRelation(const char* name, const std::string& why) const {
    const auto found = x_.relations.find(name);
    refuse(found == x_.relations.end() ? 0 : found->second.line, why);
  }

  bool is(std::size_t e, RowKind kind) const { return table_.events[e].kind == kind; }
  bool writes(std::size_t e) const { return is(e, RowKind::Write) || is(e, RowKind::Initial); }
  bool sameThread(std::size_t a, std::size_t b) const {
    return a == b || (!is(a, RowKind::Initial) && table_.events[a].thread == table_.events[b].thread);
  }
  bool happens(std::size_t a, std::size_t b) const { return x_.happens[a] && x_.happens[b]; }
  Pairs given(const char* name) const {
    const auto found = x_.relations.find(name);
    return found == x_.relations.end() ? Pairs(n_) : found->second.pairs;
  }
  bool sameLocation(std::size_t a, std::size_t b) const {
    const auto first = x_.accesses.find(a);
    const auto second = x_.accesses.find(b);
    return first != x_.accesses.end() && second != x_.accesses.end() &&
           first->second.location == second->second.location;
  }

  /// Calls `visit` with every pair of a relation.
  template <typename Visit>
  void each(const Pairs& pairs, Visit&& visit) {
    for (std::size_t a = 0; a < n_; ++a) {
      look_.spend(n_);
      for (std::size_t b = 0; b < n_; ++b) {
        if (pairs.has(a, b)) {
          visit(a, b);
        }
      }
    }
  }

  void events() const {
    for (std::size_t e = 0; e < n_; ++e) {
      if (is(e, RowKind::Initial) && !x_.happens[e]) {
        refuse(0, fmt::format("initial write {} does not happen", e));
      }
      const auto access = x_.accesses.find(e);
      const bool accesses = writes(e) || is(e, RowKind::Read);
      if ((accesses && x_.happens[e]) != (access != x_.accesses.end())) {
        refuse(access == x_.accesses.end() ? 0 : access->second.line,
               fmt::format("event {} happens without a location and a value, or the reverse", e));
      }
      if (is(e, RowKind::Initial) && access->second.value != table_.initialValues[access->second.location]) {
        refuse(access->second.line,
               fmt::format("event {} does not have the initial value of its location", e));
      }
    }
  }

  /// Program order and agents as far as the numbers and threads of the events show.
  void order() const {
    const Pairs expected = Pairs::where(
        n_, [&](std::size_t a, std::size_t b) { return happens(a, b) && a < b && sameThread(a, b); });
    const Pairs agents =
        Pairs::where(n_, [&](std::size_t a, std::size_t b) { return happens(a, b) && sameThread(a, b); });
    if (happening("po") != expected || happening("int") != agents) {
      throw Refused("events.txt", 0,
                    "program order, or what is one agent, does not match the events' threads");
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

  void readsFrom() {
    std::vector<std::size_t> sources(n_, 0);
    each(given("rf"), [&](std::size_t w, std::size_t r) {
      ++sources[r];
      if (!happens(w, r) || !writes(w) || !is(r, RowKind::Read) || !sameLocation(w, r) ||
          x_.accesses.at(w).value != x_.accesses.at(r).value) {
        refuseRelation("rf", fmt::format("event {} cannot read from event {}", r, w));
      }
    });
    if (const auto exchanges = table_.sets.find(kSetOfExchanges); exchanges != table_.sets.end()) {
      handedOver(exchanges->second);
    }
    for (std::size_t r = 0; r < n_; ++r) {
      if (sources[r] != (is(r, RowKind::Read) && x_.happens[r] ? 1 : 0)) {
        refuseRelation("rf", fmt::format("event {} reads from {} writes", r, sources[r]));
      }
    }
  }

  /// Who gets a number gets the one that was given last, as the barriers of exchanges put them in order.
  void handedOver(const Pairs& exchanges) {
    const Pairs steps = happening("po") | given("syncbar");
    const Pairs before = Pairs::where(n_, [&](std::size_t a, std::size_t b) {
                           return steps.has(a, b) && exchanges.has(a, a) && exchanges.has(b, b);
                         }).closure();
    each(given("rf"), [&](std::size_t w, std::size_t r) {
      if (!exchanges.has(r, r)) {
        return;
      }
      if (is(w, RowKind::Initial)) {
        refuseRelation("rf", fmt::format("event {} gets a number that no lane has given", r));
      }
      for (std::size_t between = 0; between < n_; ++between) {
        const bool gives = happens(between, between) && writes(between) && sameLocation(between, r);
        if (!before.has(w, r) || (gives && before.has(w, between) && before.has(between, r))) {
          refuseRelation("rf",
                         fmt::format("event {} gets another number than the one that was given last", r));
        }
      }
    });
  }

  void coherence() {
    const Pairs co = given("co");
    for (std::size_t a = 0; a < n_; ++a) {
      look_.spend(n_);
      for (std::size_t b = 0; b < n_; ++b) {
        const bool compared = a != b && happens(a, b) && writes(a) && writes(b) && sameLocation(a, b);
        if (co.has(a, b) && (!compared || is(b, RowKind::Initial))) {
          refuseRelation("co", fmt::format("coherence puts event {} before event {}", a, b));
        }
        if (compared && co.has(a, b) == co.has(b, a)) {
          refuseRelation("co", fmt::format("coherence does not order events {} and {}", a, b));
        }
      }
    }
    if (!(co.then(co) - co).empty()) {
      refuseRelation("co", "coherence is not transitive");
    }
  }

  void dependencies() {
    const Pairs po = happening("po");
    for (const char* name : {"addr", "data", "ctrl"}) {
      each(given(name), [&](std::size_t a, std::size_t b) {
        if (!is(a, RowKind::Read) || !po.has(a, b)) {
          refuseRelation(name, fmt::format("event {} cannot depend on event {}", b, a));
        }
      });
    }
    each(given("syncbar"), [&](std::size_t a, std::size_t b) {
      if (!happens(a, b) || !is(a, RowKind::Arrive) || !is(b, RowKind::Depart)) {
        refuseRelation("syncbar", fmt::format("events {} and {} are not an arrival and its departure", a, b));
      }
    });
  }

  void finals(std::vector<std::int64_t>& values) {
    const Pairs co = given("co");
    for (std::size_t v = 0; v < table_.variables.size(); ++v) {
      const auto found = x_.finals.find(v);
      if (found == x_.finals.end()) {
        refuse(x_.completeLine, fmt::format("there is no final value of variable {}", v));
      }
      values.push_back(found->second);
      if (table_.variables[v].isLocation && found->second != lastOf(table_.variables[v].location, co)) {
        refuse(x_.completeLine,
               fmt::format("the final value of {} is not that of its last write", table_.variables[v].name));
      }
    }
  }

  std::int64_t lastOf(std::size_t location, const Pairs& co) {
    std::int64_t last = table_.initialValues[location];
    for (const auto& [e, access] : x_.accesses) {
      bool isLast = writes(e) && access.location == location;
      look_.spend(isLast ? n_ : 1);
      for (std::size_t b = 0; b < n_ && isLast; ++b) {
        isLast = !co.has(e, b);
      }
      last = isLast ? access.value : last;
    }
    return last;
  }

  void incidents(Shown& shown) const {
    for (const auto& [incident, line] : x_.incidents) {
      if (x_.complete) {
        refuse(line, "all threads complete, and still there is an incident");
      }
      shown.incidents.insert(incident);
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
      return old.size() == n_ ? pairs : Pairs::where(old.size(), [&](std::size_t a, std::size_t b) {
        return pairs.has(old[a], old[b]);
      });
    };
    Facts facts{.events = old.size()};
    for (const auto& [name, set] : table_.sets) {
      facts.sets[name] = narrowed(set);
    }
    for (const EventTable::Conditional& c : table_.conditional) {
      Pairs& set = facts.sets.at(c.set);
      for (std::size_t e = 0; e < old.size(); ++e) {
        if (old[e] == c.event && x_.happens[c.other] == c.whenHappens) {
          set.insert(e, e);
        }
      }
    }
    for (const auto& [name, relation] : table_.relations) {
      facts.relations[name] = narrowed(relation);
    }
    for (const char* name : kRelationsOfExecutions) {
      facts.relations[name] = narrowed(given(name));
    }
    facts.relations["loc"] =
        narrowed(Pairs::where(n_, [&](std::size_t a, std::size_t b) { return sameLocation(a, b); }));
    for (const auto& [name, order] : x_.choices) {
      facts.choices[name] = narrowed(order.pairs);
    }
    setsOfKinds(old, facts);
    hideExchanges(facts);
    return facts;
  }

  /// What hands over numbers of lanes is nothing to models but that what depends on what a lane gets depends
  /// on what another one has given.
  static void hideExchanges(Facts& facts) {
    const auto found = facts.sets.find(kSetOfExchanges);
    if (found == facts.sets.end()) {
      return;
    }
    const Pairs hidden = found->second;
    const auto among = [&](bool exchanges, const Pairs& pairs) {
      return Pairs::where(facts.events, [&](std::size_t a, std::size_t b) {
        return pairs.has(a, b) && hidden.has(a, a) == exchanges && hidden.has(b, b) == exchanges;
      });
    };
    Pairs& data = facts.relations.at("data");
    data = data | among(true, facts.relations.at("rf"));
    for (auto& [name, relation] : facts.relations) {
      if (name != "addr" && name != "data" && name != "ctrl") {
        relation = among(false, relation);
      }
    }
    for (auto& [name, set] : facts.sets) {
      set = set - hidden;
    }
    facts.hidden = hidden;
  }

  void setsOfKinds(const std::vector<std::size_t>& old, Facts& facts) const {
    const std::map<std::string, std::set<RowKind>> kinds = {
        {"R", {RowKind::Read}},
        {"W", {RowKind::Write, RowKind::Initial}},
        {"M", {RowKind::Read, RowKind::Write, RowKind::Initial}},
        {"IW", {RowKind::Initial}},
        {"B", {RowKind::Arrive, RowKind::Depart}},
        {"ARRIVE", {RowKind::Arrive}},
        {"DEPART", {RowKind::Depart}}};
    for (const auto& [name, which] : kinds) {
      Pairs expected(old.size());
      for (std::size_t e = 0; e < old.size(); ++e) {
        if (which.contains(table_.events[old[e]].kind)) {
          expected.insert(e, e);
        }
      }
      const auto found = facts.sets.find(name);
      if (found != facts.sets.end() && found->second != expected) {
        throw Refused("events.txt", 0,
                      fmt::format("the set {} does not match the kinds of the events", name));
      }
      facts.sets[name] = std::move(expected);
    }
  }

  const ExecutionText& x_;
  const EventTable& table_;
  std::size_t n_;
  PacedLook look_;
};

}  // namespace

Shown checkExecution(const ExecutionText& execution, const EventTable& table,
                     const std::vector<Statement>& model, const Deadline& deadline) {
  return ExecutionCheck(execution, table, deadline).run(model);
}

}  // namespace hrfcheck::inline verify
