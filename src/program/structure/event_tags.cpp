// The sets of events that models name. What a tag means is one line of the tables below; the names of scope
// levels come from the dialect.

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "program/expr/further_operators.h"
#include "program/expr/operators.h"
#include "program/flow/lane_exchanges.h"
#include "program/ir/ptx_marks.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline program {
namespace {

struct KindTag {
  std::string_view name;
  bool (*holds)(const Event&);
};

constexpr std::array kKindTags{
    KindTag{"R", [](const Event& e) { return e.kind == EventKind::Read; }},
    KindTag{"W",
            [](const Event& e) { return e.kind == EventKind::Write || e.kind == EventKind::InitialWrite; }},
    KindTag{"M",
            [](const Event& e) {
              return e.kind == EventKind::Read || e.kind == EventKind::Write ||
                     e.kind == EventKind::InitialWrite;
            }},
    KindTag{"IW", [](const Event& e) { return e.kind == EventKind::InitialWrite; }},
    KindTag{"B", [](const Event& e) { return isBarrierHalf(e.kind); }},
    KindTag{"ARRIVE", [](const Event& e) { return e.kind == EventKind::Arrive; }},
    KindTag{"DEPART", [](const Event& e) { return e.kind == EventKind::Depart; }},
    KindTag{"EF", [](const Event& e) { return e.kind == EventKind::Arrive; }},
    KindTag{"XF", [](const Event& e) { return e.kind == EventKind::Depart; }},
    KindTag{"CBAR", [](const Event& e) { return isBarrierHalf(e.kind); }},
    KindTag{"A", [](const Event& e) { return e.atomic; }},
    KindTag{"ATOM", [](const Event& e) { return e.atomic; }},
    KindTag{"WEAK",
            [](const Event& e) {
              return (e.kind == EventKind::Read || e.kind == EventKind::Write) && !e.atomic;
            }},
    KindTag{"RM", [](const Event& e) { return e.remote; }},
};

struct OrderTag {
  std::string_view name;
  Order order;
};

/// AcquireRelease is AR in HSA and ACQ_REL in OpenCL; models of either speak of tests of both.
constexpr std::array kOrderTags{
    OrderTag{"RLX", Order::Relaxed},       OrderTag{"CON", Order::Consume},
    OrderTag{"ACQ", Order::Acquire},       OrderTag{"REL", Order::Release},
    OrderTag{"AR", Order::AcquireRelease}, OrderTag{"ACQ_REL", Order::AcquireRelease},
    OrderTag{"SC", Order::SeqCst},
};

/// Words of a dialect on an instruction (Instruction::marks) that put all of its events into a set. A word
/// that means something for one half of a read-modify-write only does not belong here.
struct MarkTag {
  std::string_view mark;
  std::string_view name;
};
constexpr std::array kMarkTags{
    MarkTag{"semav", "SEMAV"},
    MarkTag{"semvis", "SEMVIS"},
    MarkTag{"sc0", "SC0"},
    MarkTag{"sc1", "SC1"},
    MarkTag{"sc2", "SC2"},
    MarkTag{"sc3", "SC3"},
    MarkTag{"semsc0", "SEMSC0"},
    MarkTag{"semsc1", "SEMSC1"},
    MarkTag{"semsc2", "SEMSC2"},
    MarkTag{"semsc3", "SEMSC3"},
    MarkTag{"avdevice", "AVDEVICE"},
    MarkTag{"visdevice", "VISDEVICE"},
    MarkTag{"surface", "SUR"},
    MarkTag{"texture", "TEX"},
    MarkTag{"constant", "CON"},
    MarkTag{"proxy.surface", "SUR"},
    MarkTag{"proxy.texture", "TEX"},
    MarkTag{"proxy.constant", "CON"},
    MarkTag{"proxy.alias", "ALIAS"},
    MarkTag{"bytes1", "BYTES1"},
    MarkTag{"bytes2", "BYTES2"},
    MarkTag{"bytes4", "BYTES4"},
    MarkTag{"bytes8", "BYTES8"},
    MarkTag{"red", "RED"},
    MarkTag{"one_as", "ONEAS"},
    MarkTag{"av_none", "AVNONE"},
    MarkTag{"make_available", "MAKEAV"},
    MarkTag{"make_visible", "MAKEVIS"},
    MarkTag{kMarkAsync, "ASYNC"},
    MarkTag{kMarkFenceAsync, "ASYNC"},
    MarkTag{kMarkTensormap, "TENSORMAP"},
    MarkTag{kMarkFenceToAsync, "TOASYNC"},
    MarkTag{kMarkFenceToTensormap, "TOTENSORMAP"},
    MarkTag{kMarkBarrierObject, "MBAR"},
    MarkTag{kMarkIssue, "ISSUE"},
    MarkTag{kMarkComplete, "COMPLETE"},
    MarkTag{kMarkAwait, "AWAIT"},
    MarkTag{kMarkUnordered, "UNORDERED"},
    MarkTag{kMarkAboutReads, "ABOUTREADS"},
};

constexpr std::array<std::string_view, 5> kProxyMarks{"surface", "texture", "constant", kMarkAsync,
                                                      kMarkTensormap};

bool hasMark(const Instruction& instruction, std::string_view mark) {
  return std::ranges::find(instruction.marks, mark) != instruction.marks.end();
}

/// Of a fence: not about every access.
bool isAboutSome(const Instruction& instruction) {
  return std::ranges::any_of(instruction.marks,
                             [](const std::string& mark) { return mark.starts_with(kMarkAbout); });
}

/// `av.wg`, `vis.dv`: an availability or visibility operation on an ordinary access, and its scope.
bool hasDomain(const Instruction& instruction, std::string_view kind) {
  return std::ranges::any_of(instruction.marks, [&](const std::string& mark) {
    return mark.starts_with(kind) && mark.substr(kind.size()).starts_with(".");
  });
}

/// OpenCL's levels have one more name in Dartagnan's models; the agent of LLVM is HSA's component.
struct LevelTag {
  std::string_view level;
  std::string_view name;
};
constexpr std::array kLevelTags{LevelTag{"dev", "DV"}, LevelTag{"agent", "CMP"}};

/// The address spaces that the fence or the barrier of an instruction orders; none for others.
FenceSpaces spacesOf(const Operation& operation) {
  if (const auto* fence = std::get_if<FenceOp>(&operation)) {
    return fence->spaces;
  }
  if (const auto* barrier = std::get_if<BarrierOp>(&operation)) {
    return barrier->spaces;
  }
  return {false, false};
}

/// Of PTX: an update whose destination is nothing, `red` or `atom` with `_`. There are no exchanges and
/// compare-and-swaps of this form. An arrival at a barrier object gives back a phase, but no page says that
/// it acquires.
bool isReduction(const Operation& operation) {
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return rmw != nullptr && (rmw->op == kRmwPhaseUpdate || (!rmw->target && combinesOld(rmw->op)));
}

/// Of PTX: an update of the word of a barrier object.
bool updatesBarrierObject(const Operation& operation) {
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return rmw != nullptr && rmw->op == kRmwPhaseUpdate;
}

/// OpenCL's barriers are two fences each.
bool isFence(const Event& event, const Operation& operation) {
  const auto* barrier = std::get_if<BarrierOp>(&operation);
  return event.kind == EventKind::Fence || (barrier != nullptr && barrier->fences);
}

std::string upperCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace

/// Makes the sets. A set may be made from several rows.
class EventStructure::TagMaker {
 public:
  explicit TagMaker(EventStructure& structure)
      : structure_(structure), program_(*structure.program_), conventions_(program_.conventions) {}

  void run() {
    for (const KindTag& tag : kKindTags) {
      add(tag.name, [&](EventId e) { return tag.holds(event(e)); });
    }
    for (const OrderTag& tag : kOrderTags) {
      orders(tag);
    }
    for (std::uint32_t l = 0; l < program_.scopes.levels().size(); ++l) {
      level(l);
    }
    add("F", [&](EventId e) { return hasThread(e) && isFence(event(e), instruction(e).operation); });
    for (const MarkTag& tag : kMarkTags) {
      add(tag.name, [&](EventId e) { return hasThread(e) && hasMark(instruction(e), tag.mark); });
    }
    visibility();
    add("GEN", [&](EventId e) { return isGeneric(e); });
    add("ABOUT", [&](EventId e) { return hasThread(e) && isAboutSome(instruction(e)); });
    add("RED", [&](EventId e) { return hasThread(e) && isReduction(instruction(e).operation); });
    add("MBAR", [&](EventId e) { return hasThread(e) && updatesBarrierObject(instruction(e).operation); });
    spaces();
    annotations();
    regions();
    exchanges();
  }

 private:
  template <typename Holds>
  void add(std::string_view name, Holds holds) {
    EventSet& set = structure_.tags_.try_emplace(std::string(name), structure_.size()).first->second;
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (holds(e)) {
        set.insert(e);
      }
    }
  }

  const Event& event(EventId e) const { return structure_.events_[e]; }
  bool hasThread(EventId e) const { return event(e).thread != kNoThread; }
  const Instruction& instruction(EventId e) const {
    return program_.threads[event(e).thread].instructions[event(e).instruction];
  }

  void orders(const OrderTag& tag) {
    const bool half =
        conventions_.atomicsAreVisible && (tag.order == Order::Acquire || tag.order == Order::Release);
    add(tag.name, [&](EventId e) {
      return !event(e).failureOrder &&
             (event(e).order == tag.order || (half && event(e).order == Order::AcquireRelease));
    });
    structure_.addConditional(tag.name, tag.order);
  }

  void level(std::uint32_t l) {
    const std::string& level = program_.scopes.levels()[l];
    const auto names = [&](EventId e) {
      const ScopeInstanceId scope = event(e).scope;
      return scope != kNoScope ? program_.scopes.instances()[scope].level == l
                               : hasThread(e) && (hasMark(instruction(e), "av." + level) ||
                                                  hasMark(instruction(e), "vis." + level));
    };
    add(upperCase(level), names);
    for (const LevelTag& tag : kLevelTags) {
      if (tag.level == level) {
        add(tag.name, names);
      }
    }
  }

  /// Of Vulkan: availability, visibility, and what is not private.
  void visibility() {
    const auto atomic = [&](EventId e) { return conventions_.atomicsAreVisible && event(e).atomic; };
    const auto operation = [&](EventId e, std::string_view kind) {
      return hasThread(e) && hasDomain(instruction(e), kind);
    };
    add("AV",
        [&](EventId e) { return event(e).kind == EventKind::Write && (atomic(e) || operation(e, "av")); });
    add("VIS",
        [&](EventId e) { return event(e).kind == EventKind::Read && (atomic(e) || operation(e, "vis")); });
    add("NONPRIV", [&](EventId e) {
      return atomic(e) || operation(e, "av") || operation(e, "vis") ||
             (hasThread(e) && hasMark(instruction(e), "nonpriv"));
    });
  }

  /// Of PTX: what goes through the generic proxy. Fences between proxies are of those that they name.
  bool isGeneric(EventId e) const {
    if (!hasThread(e) || isBarrierHalf(event(e).kind)) {
      return false;
    }
    const auto* fence = std::get_if<FenceOp>(&instruction(e).operation);
    const bool other = std::ranges::any_of(
        kProxyMarks, [&](std::string_view mark) { return hasMark(instruction(e), mark); });
    return fence != nullptr ? fence->atomicity.has_value() : !other;
  }

  void spaces() {
    add("GLOBAL", [&](EventId e) {
      return in(e, AddressSpace::Global) || (hasThread(e) && spacesOf(instruction(e).operation).global);
    });
    add("LOCAL", [&](EventId e) {
      return in(e, AddressSpace::Local) || (hasThread(e) && spacesOf(instruction(e).operation).local);
    });
    add("GENERIC", [&](EventId e) { return in(e, AddressSpace::Generic); });
    add("NAL", [&](EventId e) { return every(e, [](const MemoryLocation& l) { return !l.atomicType; }); });
  }

  EventSet& setOf(const std::string& name) {
    return structure_.tags_.try_emplace(name, structure_.size()).first->second;
  }

  /// Of LISA: a set for each annotation of an instruction, by its name behind a quote.
  void annotations() {
    for (EventId e = 0; e < structure_.size(); ++e) {
      for (const std::string& mark : hasThread(e) ? instruction(e).marks : std::vector<std::string>{}) {
        if (mark.starts_with("'")) {
          setOf(mark).insert(e);
        }
      }
    }
  }

  /// Of LISA: a set for each region, of the accesses to the locations that lie in it.
  void regions() {
    for (EventId e = 0; e < structure_.size(); ++e) {
      const std::vector<LocationId>& locations = structure_.mayLocations_[e];
      for (std::size_t i = 0; !locations.empty() && i < program_.locations[locations[0]].regions.size();
           ++i) {
        const std::string& name = program_.locations[locations[0]].regions[i];
        if (every(e, [&](const MemoryLocation& l) {
              return std::ranges::find(l.regions, name) != l.regions.end();
            })) {
          setOf("'" + name).insert(e);
        }
      }
    }
  }

  /// What hands over numbers of lanes, with the initial writes of the locations for that; and what else there
  /// is. Only tests with exchanges have these sets.
  void exchanges() {
    if (!hasExchanges(program_)) {
      return;
    }
    std::vector<bool> cells(program_.locations.size(), false);
    for (EventId e = 0; e < structure_.size(); ++e) {
      if (hasThread(e) && handsOver(instruction(e))) {
        for (const LocationId location : structure_.mayLocations_[e]) {
          cells[location] = true;
        }
      }
    }
    const auto handing = [&](EventId e) {
      return hasThread(e) ? handsOver(instruction(e)) : cells[event(e).initialOf];
    };
    add(kExchangeEvents, handing);
    add(kVisibleEvents, [&](EventId e) { return !handing(e); });
  }

  bool in(EventId e, AddressSpace space) const {
    return every(e, [&](const MemoryLocation& l) { return l.space == space; });
  }

  template <typename Holds>
  bool every(EventId e, Holds holds) const {
    const std::vector<LocationId>& locations = structure_.mayLocations_[e];
    return !locations.empty() && std::all_of(locations.begin(), locations.end(),
                                             [&](LocationId l) { return holds(program_.locations[l]); });
  }

  EventStructure& structure_;
  const Program& program_;
  const Conventions& conventions_;
};

void EventStructure::makeTags() {
  TagMaker(*this).run();
}

void EventStructure::addConditional(std::string_view tag, Order order) {
  for (EventId e = 0; e < size(); ++e) {
    const Event& event = events_[e];
    if (event.failureOrder && (event.order == order || event.failureOrder == order)) {
      conditionalTags_[std::string(tag)].push_back({e, event.partner, event.order == order});
    }
  }
}

}  // namespace hrfcheck::inline program
