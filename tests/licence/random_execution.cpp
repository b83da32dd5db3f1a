#include "licence/random_execution.h"

#include <algorithm>

#include "cat/model/text.h"

namespace hrfcheck::test {
namespace {

using cat::KindOfEvent;

constexpr unsigned kNone = ~0U;

class Maker {
 public:
  Maker(const Model& model, Random& random) : model_(model), random_(random) {}

  SmallExecution make() {
    addEvents();
    chooseSources();
    relations();
    tags();
    return result_;
  }

 private:
  unsigned add(KindOfEvent kind, unsigned thread, unsigned location, unsigned instruction) {
    result_.kinds.push_back(kind);
    result_.instructions.push_back(instruction);
    thread_.push_back(thread);
    location_.push_back(location);
    return result_.size() - 1;
  }

  void addEvents() {
    const auto locations = static_cast<unsigned>(1 + random_.below(2));
    unsigned instruction = 0;
    for (unsigned l = 0; l < locations; ++l) {
      add(KindOfEvent::InitialWrite, kNone, l, instruction++);
    }
    const auto threads = static_cast<unsigned>(1 + random_.below(3));
    for (unsigned t = 0; t < threads; ++t) {
      const auto length = 1 + random_.below(3);
      for (std::uint64_t i = 0; i < length; ++i) {
        addInstruction(t, static_cast<unsigned>(random_.below(locations)), instruction++);
      }
    }
  }

  void addInstruction(unsigned thread, unsigned location, unsigned instruction) {
    switch (random_.below(8)) {
      case 0:
        add(KindOfEvent::Fence, thread, kNone, instruction);
        break;
      case 1:
        add(KindOfEvent::BarrierHalf, thread, kNone, instruction);
        break;
      case 2:
        add(KindOfEvent::Read, thread, location, instruction);
        add(KindOfEvent::Write, thread, location, instruction);
        break;
      case 3:
      case 4:
        add(KindOfEvent::Write, thread, location, instruction);
        break;
      default:
        add(KindOfEvent::Read, thread, location, instruction);
    }
  }

  bool isWrite(unsigned e) const {
    return result_.kinds[e] == KindOfEvent::Write || result_.kinds[e] == KindOfEvent::InitialWrite;
  }

  /// Events in an order that agrees with every thread's.
  std::vector<unsigned> interleaving() {
    std::vector<unsigned> order;
    std::vector<bool> placed(result_.size(), false);
    while (order.size() < result_.size()) {
      const auto e = static_cast<unsigned>(random_.below(result_.size()));
      bool ready = !placed[e];
      for (unsigned before = 0; before < e; ++before) {
        ready = ready && (placed[before] || (thread_[before] != thread_[e] && thread_[before] != kNone));
      }
      if (ready) {
        placed[e] = true;
        order.push_back(e);
      }
    }
    return order;
  }

  void chooseSources() {
    const bool interleaved = random_.chance(60);
    std::vector<unsigned> writes;  // in coherence, of all locations
    std::vector<unsigned> source(result_.size(), kNone);
    for (const unsigned e : interleaving()) {
      for (const unsigned w : writes) {
        source[e] = location_[w] == location_[e] ? w : source[e];
      }
      if (isWrite(e)) {
        writes.push_back(e);
      }
    }
    if (!interleaved) {
      for (std::size_t i = writes.size(); i > 1; --i) {
        std::swap(writes[i - 1], writes[random_.below(i)]);
      }
      std::stable_partition(writes.begin(), writes.end(),
                            [&](unsigned w) { return result_.kinds[w] == KindOfEvent::InitialWrite; });
    }
    PairRows& rf = result_.relations["rf"];
    for (unsigned e = 0; e < result_.size(); ++e) {
      if (result_.kinds[e] != KindOfEvent::Read) {
        continue;
      }
      unsigned from = source[e];
      while (!interleaved && (from == kNone || random_.chance(60))) {
        const unsigned w = writes[random_.below(writes.size())];
        from = location_[w] == location_[e] ? w : from;
      }
      rf[from] |= Events{1} << e;
    }
    PairRows& co = result_.relations["co"];
    for (std::size_t i = 0; i < writes.size(); ++i) {
      for (std::size_t j = i + 1; j < writes.size(); ++j) {
        if (location_[writes[i]] == location_[writes[j]]) {
          co[writes[i]] |= Events{1} << writes[j];
        }
      }
    }
  }

  template <typename Holds>
  void relate(const std::string& name, Holds holds) {
    PairRows& pairs = result_.relations[name];
    for (unsigned x = 0; x < result_.size(); ++x) {
      for (unsigned y = 0; y < result_.size(); ++y) {
        pairs[x] |= holds(x, y) ? Events{1} << y : 0;
      }
    }
  }

  void relations() {
    const auto sameThread = [&](unsigned x, unsigned y) {
      return thread_[x] == thread_[y] && thread_[x] != kNone;
    };
    const auto sameInstruction = [&](unsigned x, unsigned y) {
      return result_.instructions[x] == result_.instructions[y];
    };
    relate("po", [&](unsigned x, unsigned y) { return x < y && sameThread(x, y); });
    relate("int", [&](unsigned x, unsigned y) { return x == y || sameThread(x, y); });
    relate("loc",
           [&](unsigned x, unsigned y) { return location_[x] == location_[y] && location_[x] != kNone; });
    relate("rmw", [&](unsigned x, unsigned y) { return x < y && sameInstruction(x, y); });
    relate("same-instance", sameInstruction);
    for (const char* name : {"addr", "data", "ctrl"}) {
      relate(name, [&](unsigned x, unsigned y) {
        return x < y && sameThread(x, y) && result_.kinds[x] == KindOfEvent::Read && random_.chance(35);
      });
    }
    for (const CatNode& node : model_.nodes) {
      if (const auto* base = std::get_if<BaseNode>(&node.node);
          base != nullptr && !result_.relations.contains(nameOf(*base))) {
        relateAsAllowed(*base);
      }
    }
  }

  /// Anything that the facts of the relation allow. Levels are classes of threads.
  void relateAsAllowed(const BaseNode& base) {
    const cat::BaseFacts facts = cat::factsOf(base);
    const std::string name = nameOf(base);
    const auto allowed = [&](unsigned x, unsigned y) {
      return facts.relates[cat::indexOf(result_.kinds[x])][cat::indexOf(result_.kinds[y])];
    };
    if (name == "casdep") {
      relate(name, [&](unsigned x, unsigned y) {
        return allowed(x, y) && x < y && thread_[x] == thread_[y] && random_.chance(50);
      });
      return;
    }
    if (!facts.transitive) {
      relate(name, [&](unsigned x, unsigned y) { return allowed(x, y) && random_.chance(50); });
      return;
    }
    const bool byThread = name != "same-scope" && name != "narrower" && name != "same-reference";
    std::vector<unsigned> group;
    for (unsigned e = 0; e < result_.size(); ++e) {
      const bool joins = e > 0 && byThread && thread_[e] == thread_[e - 1];
      group.push_back(joins ? group.back() : static_cast<unsigned>(random_.below(3)));
    }
    const bool ordered = name == "narrower";
    relate(name, [&](unsigned x, unsigned y) {
      return allowed(x, y) && (ordered ? group[x] <= group[y] : group[x] == group[y]);
    });
  }

  void tags() {
    for (const CatNode& node : model_.nodes) {
      const auto* tag = std::get_if<TagNode>(&node.node);
      if (tag == nullptr || result_.tags.contains(tag->tag)) {
        continue;
      }
      const cat::ByKind<cat::Membership> members = cat::membersOf(*tag);
      Events events = 0;
      for (unsigned e = 0; e < result_.size(); ++e) {
        const cat::Membership membership = members[cat::indexOf(result_.kinds[e])];
        const bool in =
            membership == cat::Membership::All || (membership == cat::Membership::Some && random_.chance(60));
        events |= in ? Events{1} << e : 0;
      }
      result_.tags[tag->tag] = events;
    }
  }

  const Model& model_;
  Random& random_;
  SmallExecution result_;
  std::vector<unsigned> thread_;
  std::vector<unsigned> location_;
};

Events ofInstruction(const SmallExecution& execution, unsigned event) {
  Events events = 0;
  for (unsigned e = 0; e < execution.size(); ++e) {
    events |= execution.instructions[e] == execution.instructions[event] ? Events{1} << e : 0;
  }
  return events;
}

/// Makes a read read from a write that is behind the one that it reads from, or from the same.
void readLater(SmallExecution& execution, unsigned read, Random& random) {
  PairRows& rf = execution.relations["rf"];
  for (unsigned w = 0; w < execution.size(); ++w) {
    if (!has(rf[w], read)) {
      continue;
    }
    std::vector<unsigned> sources{w};
    for (unsigned later = 0; later < execution.size(); ++later) {
      if (has(execution.relations["co"][w], later)) {
        sources.push_back(later);
      }
    }
    rf[w] &= ~(Events{1} << read);
    rf[sources[random.below(sources.size())]] |= Events{1} << read;
    return;
  }
}

/// Where an event was before one was inserted behind `read`.
unsigned before(unsigned event, unsigned read) {
  return event > read ? event - 1 : event;
}

}  // namespace

SmallExecution randomExecution(const Model& model, Random& random) {
  return Maker(model, random).make();
}

bool isLoneRead(const SmallExecution& execution, unsigned event) {
  return execution.kinds[event] == KindOfEvent::Read && ofInstruction(execution, event) == Events{1} << event;
}

SmallExecution withTwin(const SmallExecution& execution, unsigned read, const TwinDependencies& dependencies,
                        Random& random) {
  const unsigned twin = read + 1;
  SmallExecution result;
  for (unsigned e = 0; e <= execution.size(); ++e) {
    result.kinds.push_back(execution.kinds[before(e, read)]);
    // The twin's instruction is another one, as far as read-modify-writes are concerned.
    result.instructions.push_back(e == twin ? 1000 + twin : execution.instructions[before(e, read)]);
  }
  for (const auto& [name, events] : execution.tags) {
    for (unsigned e = 0; e < result.size(); ++e) {
      result.tags[name] |= has(events, before(e, read)) ? Events{1} << e : 0;
    }
  }
  for (const auto& [name, pairs] : execution.relations) {
    PairRows& more = result.relations[name];
    for (unsigned x = 0; x < result.size(); ++x) {
      for (unsigned y = 0; y < result.size(); ++y) {
        more[x] |= has(pairs[before(x, read)], before(y, read)) ? Events{1} << y : 0;
      }
    }
  }
  const auto put = [&](const char* name, unsigned x, unsigned y, bool holds) {
    Events& row = result.relations[name][x];
    row = holds ? row | Events{1} << y : row & ~(Events{1} << y);
  };
  put("po", read, twin, true);
  put("same-instance", read, twin, false);
  put("same-instance", twin, read, false);
  put("ctrl", read, twin, dependencies.decidesTheNext);
  // What depends on a register that the round writes depends on the second one.
  for (unsigned e = 0; e < result.size(); ++e) {
    if (e != read && e != twin && dependencies.byRegister) {
      for (const char* name : {"addr", "data", "casdep"}) {
        if (result.relations.contains(name)) {
          put(name, read, e, false);
        }
      }
    }
    // A branch that an earlier read decides may come for the first time between the two.
    if (e < read && has(execution.relations.at("po")[e], read) && execution.kinds[e] == KindOfEvent::Read &&
        !has(execution.relations.at("ctrl")[e], read) && random.chance(30)) {
      put("ctrl", e, twin, true);
    }
  }
  return result;
}

Round roundAt(const SmallExecution& execution, unsigned first) {
  constexpr unsigned kLongest = 3;
  Round round{first, 0};
  for (unsigned e = first; e < execution.size() && round.length < kLongest; ++e) {
    const bool next = e == first || has(execution.relations.at("po")[first], e);
    if (!next || !(isLoneRead(execution, e) || execution.kinds[e] == KindOfEvent::Fence)) {
      break;
    }
    ++round.length;
  }
  return round;
}

SmallExecution withRound(const SmallExecution& execution, const Round& round, bool last,
                         const TwinDependencies& dependencies, Random& random) {
  const unsigned behind = round.first + round.length;
  const auto isNew = [&](unsigned e) { return behind <= e && e < behind + round.length; };
  const auto isOld = [&](unsigned e) { return round.first <= e && e < behind; };
  const auto of = [&](unsigned e) { return e < behind ? e : e - round.length; };
  SmallExecution result;
  for (unsigned e = 0; e < execution.size() + round.length; ++e) {
    result.kinds.push_back(execution.kinds[of(e)]);
    result.instructions.push_back(isNew(e) ? 1000 + e : execution.instructions[of(e)]);
  }
  for (const auto& [name, events] : execution.tags) {
    for (unsigned e = 0; e < result.size(); ++e) {
      result.tags[name] |= has(events, of(e)) ? Events{1} << e : 0;
    }
  }
  for (const auto& [name, pairs] : execution.relations) {
    const bool dependency = name == "addr" || name == "data" || name == "casdep";
    PairRows& more = result.relations[name];
    for (unsigned x = 0; x < result.size(); ++x) {
      for (unsigned y = 0; y < result.size(); ++y) {
        const bool forth = isOld(x) && isNew(y);
        const bool across = forth || (isNew(x) && isOld(y));
        const bool late = dependencies.byRegister && dependency && isOld(x) && !isOld(y);
        const bool holds = across && name == "po"     ? forth
                           : across && name == "ctrl" ? forth && dependencies.decidesTheNext
                           : across && (dependency || name == "same-instance")
                               ? false
                               : !late && has(pairs[of(x)], of(y));
        more[x] |= holds ? Events{1} << y : 0;
      }
    }
  }
  for (unsigned e = behind; last && e < behind + round.length; ++e) {
    readLater(result, e, random);
  }
  return result;
}

SmallExecution withoutSome(const SmallExecution& execution, bool updates, Random& random, Events& gone) {
  gone = 0;
  const PairRows& rf = execution.relations.at("rf");
  for (unsigned e = 0; e < execution.size(); ++e) {
    const Events instruction = ofInstruction(execution, e);
    const bool lone = instruction == Events{1} << e;
    const bool may = lone
                         ? execution.kinds[e] == KindOfEvent::Read || execution.kinds[e] == KindOfEvent::Fence
                         : updates && execution.kinds[e] == KindOfEvent::Read;
    if (may && random.chance(40)) {
      gone |= instruction;
    }
  }
  for (bool more = true; more;) {  // what is read from stays
    more = false;
    for (unsigned w = 0; w < execution.size(); ++w) {
      if (has(gone, w) && (rf[w] & ~gone) != 0) {
        gone &= ~ofInstruction(execution, w);
        more = true;
      }
    }
  }
  SmallExecution result = execution;
  // A branch of what is left out may be all that made a control dependency on an earlier read.
  for (unsigned x = 0; x < execution.size(); ++x) {
    if ((execution.relations.at("po")[x] & gone) != 0 && random.chance(30)) {
      result.relations["ctrl"][x] = 0;
    }
  }
  if (const auto expected = result.relations.find("casdep"); expected != result.relations.end()) {
    for (unsigned x = 0; x < execution.size(); ++x) {
      for (unsigned y = x + 1; y < execution.size(); ++y) {
        const bool reads = execution.kinds[x] == KindOfEvent::Read && execution.kinds[y] == KindOfEvent::Read;
        expected->second[x] ^= reads && random.chance(20) ? Events{1} << y : 0;
      }
    }
  }
  return result.without(gone);
}

}  // namespace hrfcheck::test
