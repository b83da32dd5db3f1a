// Steps in words.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "machine/explore/trace.h"
#include "util/enum_names.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::array kRuleNames{EnumName{StepRule::Gate, "GATE"},
                                EnumName{StepRule::Flush, "FLUSH"},
                                EnumName{StepRule::Wait, "WAIT"},
                                EnumName{StepRule::Load, "LD"},
                                EnumName{StepRule::Store, "ST"},
                                EnumName{StepRule::Rmw, "RMW"},
                                EnumName{StepRule::Invalidate, "INV"},
                                EnumName{StepRule::Lock, "LOCK"},
                                EnumName{StepRule::Unlock, "UNLOCK"},
                                EnumName{StepRule::SendInvalidations, "SENDINV"},
                                EnumName{StepRule::WaitInvalidations, "WAITINV"},
                                EnumName{StepRule::Unstall, "UNSTALL"},
                                EnumName{StepRule::Post, "POST"},
                                EnumName{StepRule::Drain, "DRAIN"},
                                EnumName{StepRule::Marker, "MARKER"},
                                EnumName{StepRule::Early, "EARLY"},
                                EnumName{StepRule::Prefetch, "PREF"},
                                EnumName{StepRule::Fill, "FILL"},
                                EnumName{StepRule::FlushMessage, "FLMSG"},
                                EnumName{StepRule::InvalidationMessage, "INVMSG"},
                                EnumName{StepRule::Meet, "MEET"}};
static_assert(coversUpTo(kRuleNames, StepRule::Meet), "every rule of a step has its name");

struct Row {
  Step::Kind kind;
  StepRule rule;
  bool network = false;  ///< a message, a marker or a cache, not a step of an instruction
};

constexpr std::array kRows = {Row{Step::Kind::Gate, StepRule::Gate},
                              Row{Step::Kind::Flush, StepRule::Flush},
                              Row{Step::Kind::Wait, StepRule::Wait},
                              Row{Step::Kind::Load, StepRule::Load},
                              Row{Step::Kind::LoadRequest, StepRule::Load},
                              Row{Step::Kind::LoadAnswer, StepRule::Load},
                              Row{Step::Kind::Store, StepRule::Store},
                              Row{Step::Kind::Rmw, StepRule::Rmw},
                              Row{Step::Kind::Invalidate, StepRule::Invalidate},
                              Row{Step::Kind::Lock, StepRule::Lock},
                              Row{Step::Kind::Unlock, StepRule::Unlock},
                              Row{Step::Kind::SendInvalidations, StepRule::SendInvalidations},
                              Row{Step::Kind::WaitInvalidations, StepRule::WaitInvalidations},
                              Row{Step::Kind::Unstall, StepRule::Unstall},
                              Row{Step::Kind::Post, StepRule::Post},
                              Row{Step::Kind::Drain, StepRule::Drain, true},
                              Row{Step::Kind::PassMarker, StepRule::Marker, true},
                              Row{Step::Kind::Early, StepRule::Early, true},
                              Row{Step::Kind::Prefetch, StepRule::Prefetch, true},
                              Row{Step::Kind::PrefetchRequest, StepRule::Prefetch, true},
                              Row{Step::Kind::Fill, StepRule::Fill, true},
                              Row{Step::Kind::FlushMessage, StepRule::FlushMessage, true},
                              Row{Step::Kind::InvalidationMessage, StepRule::InvalidationMessage, true},
                              Row{Step::Kind::Meet, StepRule::Meet}};

/// What a text is made of.
struct Words {
  const Transitions& transitions;
  const Step& step;

  const Program& program() const { return transitions.program(); }
  std::string who() const { return program().threads[step.thread].name; }
  std::string node() const { return transitions.tree().nodes()[step.node].name; }
  std::string other() const { return transitions.tree().nodes()[step.other].name; }
  std::string holds(ValueIndex v) const {
    return program().locations[step.location].name + "=" + program().valueText(transitions.value(v));
  }
  std::string location() const { return program().locations[step.location].name; }
  std::string code() const {
    const Instruction& i = program().threads[step.thread].instructions[step.instruction];
    return "'" + i.text + "'";
  }
};

std::string accessText(const Words& w);

std::string ownerText(const Words& w) {
  Step rest = w.step;
  rest.owns = false;
  return fmt::format("{} takes ownership of {}; {}", w.node(), w.location(),
                     accessText({w.transitions, rest}));
}

std::string accessText(const Words& w) {
  const Step& s = w.step;
  if (s.owns) {
    return ownerText(w);
  }
  switch (s.kind) {
    case Step::Kind::LoadRequest:
      return fmt::format("{} asks {} for {}, which answers {}", w.who(), w.other(), w.location(),
                         w.holds(s.value));
    case Step::Kind::LoadAnswer:
      return fmt::format("{} reads {} as answered earlier by {}", w.who(), w.holds(s.value), w.other());
    case Step::Kind::Store:
      return fmt::format("{} stores {} in {}{}", w.who(), w.holds(s.written), w.node(),
                         s.posted ? " (posted)" : "");
    case Step::Kind::Rmw: {
      const std::string found = s.other == s.node ? "" : fmt::format(" (from {})", w.other());
      return s.writes ? fmt::format("{} reads {}{} and stores {} in {}", w.who(), w.holds(s.value), found,
                                    w.holds(s.written), w.node())
                      : fmt::format("{} reads {}{} at {} and stores nothing", w.who(), w.holds(s.value),
                                    found, w.node());
    }
    default:
      return s.other == s.node ? fmt::format("{} reads {} in {}", w.who(), w.holds(s.value), w.node())
                               : fmt::format("{} reads {} from {}", w.who(), w.holds(s.value), w.other());
  }
}

std::string textOf(const Words& w) {
  const Step& s = w.step;
  switch (s.kind) {
    case Step::Kind::Gate:
      return fmt::format("{} issues {}", w.who(), w.code());
    case Step::Kind::Flush:
      return fmt::format("{} sends flush messages for {}", w.who(), w.code());
    case Step::Kind::Wait:
      return fmt::format("{} has received all its flush markers", w.who());
    case Step::Kind::Load:
    case Step::Kind::LoadRequest:
    case Step::Kind::LoadAnswer:
    case Step::Kind::Store:
    case Step::Kind::Rmw:
      return accessText(w);
    case Step::Kind::Invalidate:
      return fmt::format("{} invalidates {}", w.who(), w.node());
    case Step::Kind::Lock:
      return fmt::format("{} locks {} in {}", w.who(), w.location(), w.node());
    case Step::Kind::Unlock:
      return fmt::format("{} unlocks {} in {}", w.who(), w.location(), w.node());
    case Step::Kind::SendInvalidations:
      return fmt::format("{} sends invalidations", w.who());
    case Step::Kind::WaitInvalidations:
      return fmt::format("{} has its invalidations acknowledged", w.who());
    case Step::Kind::Unstall:
      return fmt::format("{} re-enables synchronization in its caches", w.who());
    case Step::Kind::Post:
      return fmt::format("{} posts its store of {} and continues", w.who(), w.location());
    case Step::Kind::Drain:
      return fmt::format("{} drains {} to {}", w.node(), w.holds(s.value), w.other());
    case Step::Kind::PassMarker:
      return fmt::format("the marker of {} leaves {}", w.who(), w.node());
    case Step::Kind::Early:
      return fmt::format("{} writes {} back to {} out of order", w.node(), w.holds(s.value), w.other());
    case Step::Kind::Prefetch:
      return fmt::format("{} fetches {} from {}", w.node(), w.holds(s.value), w.other());
    case Step::Kind::PrefetchRequest:
      return fmt::format("{} asks {} for {}, which answers {}", w.node(), w.other(), w.location(),
                         w.holds(s.value));
    case Step::Kind::Fill:
      return fmt::format("{} is filled with {}, which was in flight", w.node(), w.holds(s.value));
    case Step::Kind::FlushMessage:
      return fmt::format("a flush marker of {} enters {}", w.who(), w.node());
    case Step::Kind::InvalidationMessage:
      return fmt::format("an invalidation of {} reaches {}", w.who(), w.node());
    case Step::Kind::Meet:
      return fmt::format("all have reached {} of {}, and continue", w.code(), w.who());
  }
  return {};
}

}  // namespace

const char* nameOf(StepRule rule) {
  return nameIn(kRuleNames, rule);
}

MicroStep describe(const Transitions& transitions, const Step& step) {
  const auto* found = std::ranges::find(kRows, step.kind, &Row::kind);
  INVARIANT(found != kRows.end(), "every kind of step has a rule");
  const Row& row = *found;
  MicroStep micro;
  micro.rule = row.rule;
  micro.thread = step.thread;
  micro.environment = row.network && step.thread == kNoThread;
  if (!row.network) {
    micro.instruction = step.instruction;
  }
  micro.text = textOf({transitions, step});
  micro.node = step.node;
  if (step.other != step.node) {
    micro.target = step.other;
  }
  return micro;
}

}  // namespace hrfcheck::inline machine
