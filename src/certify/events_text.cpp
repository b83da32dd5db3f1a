#include <fmt/format.h>

#include <algorithm>

#include "cat/model/builtins.h"
#include "certify/tables.h"
#include "program/flow/lane_exchanges.h"
#include "util/enum_names.h"

namespace hrfcheck::inline certify {
namespace {

constexpr std::array kEventKindWords{
    EnumName{EventKind::InitialWrite, "initial"}, EnumName{EventKind::Read, "read"},
    EnumName{EventKind::Write, "write"},          EnumName{EventKind::Fence, "fence"},
    EnumName{EventKind::Arrive, "arrive"},        EnumName{EventKind::Depart, "depart"}};
static_assert(coversUpTo(kEventKindWords, EventKind::Depart));

const char* kindOf(EventKind kind) {
  return nameIn(kEventKindWords, kind);
}

/// A condition in prefix form; v3 is variable number 3.
class ConditionText {
 public:
  explicit ConditionText(const std::vector<StateVariable>& variables) : variables_(variables) {}

  std::string operator()(const Condition& c) const {
    return std::visit([&](const auto& node) { return text(node); }, c.node);
  }

 private:
  static std::string text(const TrueCondition&) { return "true"; }
  std::string text(const CompareCondition& c) const {
    constexpr const char* kWords[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    return fmt::format("{} {} {}", kWords[static_cast<int>(c.op)], term(c.left), term(c.right));
  }
  std::string text(const NotCondition& c) const { return "not " + (*this)(*c.operand); }
  std::string text(const AndCondition& c) const {
    return fmt::format("and {} {}", (*this)(*c.left), (*this)(*c.right));
  }
  std::string text(const OrCondition& c) const {
    return fmt::format("or {} {}", (*this)(*c.left), (*this)(*c.right));
  }
  std::string term(const ConditionTerm& term) const {
    if (const auto* value = std::get_if<Value>(&term)) {
      return std::to_string(*value);
    }
    const auto at = std::find(variables_.begin(), variables_.end(), std::get<StateVariable>(term));
    return fmt::format("v{}", at - variables_.begin());
  }

  const std::vector<StateVariable>& variables_;
};

std::string membersOf(const EventSet& set) {
  std::string text;
  set.forEach([&](EventId e) { text += fmt::format(" {}", e); });
  return text;
}

std::string setsAndRelations(const EventStructure& structure) {
  std::string text;
  for (const cat::Builtin& b : cat::kBuiltins) {
    const std::string detail(b.detail);
    if (b.kind == cat::BuiltinKind::Tag) {
      const auto tag = structure.tags().find(detail);
      text += fmt::format("set {}{}\n", b.name,
                          tag == structure.tags().end() ? std::string() : membersOf(tag->second));
      const auto conditional = structure.conditionalTags().find(detail);
      if (conditional != structure.conditionalTags().end()) {
        for (const EventStructure::ConditionalMember& member : conditional->second) {
          text += fmt::format("conditional {} {} {} {}\n", b.name, member.event, member.other,
                              member.whenHappens ? 1 : 0);
        }
      }
    } else if (b.kind == cat::BuiltinKind::Relation && b.relation == BaseRelation::Static) {
      text += fmt::format("relation {}", b.name);
      if (const Relation* relation = structure.staticRelation(detail)) {
        relation->forEach([&](EventId x, EventId y) { text += fmt::format(" {} {}", x, y); });
      }
      text += '\n';
    }
  }
  if (const auto exchanges = structure.tags().find(kExchangeEvents); exchanges != structure.tags().end()) {
    text += fmt::format("set {}{}\n", kExchangeEvents, membersOf(exchanges->second));
  }
  return text;
}

}  // namespace

std::vector<StateVariable> variablesOfCertificate(const Program& program) {
  std::vector<StateVariable> variables = program.observed;
  std::vector<StateVariable> more = variablesOf(*program.condition);
  if (program.filter) {
    const std::vector<StateVariable> ofFilter = variablesOf(*program.filter);
    more.insert(more.end(), ofFilter.begin(), ofFilter.end());
  }
  for (const StateVariable& v : more) {
    if (std::find(variables.begin(), variables.end(), v) == variables.end()) {
      variables.push_back(v);
    }
  }
  return variables;
}

std::string eventsText(const EventStructure& structure, const std::vector<StateVariable>& variables) {
  const Program& program = structure.program();
  std::string text;
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    text += fmt::format("location {} {} {}\n", l, program.locations[l].initial, program.locations[l].name);
  }
  for (EventId e = 0; e < structure.size(); ++e) {
    const Event& event = structure.events()[e];
    const bool initial = event.kind == EventKind::InitialWrite;
    text += fmt::format("event {} {} {} {}\n", e, kindOf(event.kind),
                        initial ? "-" : fmt::format("P{}", event.thread), structure.describe(e));
  }
  for (const StateVariable& v : variables) {
    text += v.isRegister()
                ? fmt::format("variable register P{} {}\n", v.thread, v.reg)
                : fmt::format("variable location {} {}\n", v.location, program.locations[v.location].name);
  }
  text += fmt::format("observed {}\n", program.observed.size());
  const ConditionText condition(variables);
  text += fmt::format("condition {}\n", condition(*program.condition));
  text += fmt::format("filter {}\n", program.filter ? condition(*program.filter) : "true");
  return text + setsAndRelations(structure) + "end\n";
}

}  // namespace hrfcheck::inline certify
