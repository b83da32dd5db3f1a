// A fault is a mistake of the test, so it is shown the way a debugger would: what went wrong where, and how
// the threads got there. The execution is shown in an order in which every read follows the write it reads
// from, one thread as long as possible (cycles of reads-from, which some models allow, are cut at the first
// thread).

#include "check/races/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "check/notes.h"
#include "check/races/annotation_edit.h"
#include "program/expr/addresses.h"
#include "program/expr/arithmetic.h"
#include "program/expr/further_operators.h"
#include "program/ir/operands.h"
#include "program/ir/program.h"
#include "util/text.h"

namespace hrfcheck::inline check {
namespace {

/// The name of the array or variable that an element belongs to.
std::string objectName(const std::string& location) {
  return location.ends_with(']') ? location.substr(0, location.rfind('[')) : location;
}

/// What an address that is no location was meant to be: an element beyond the end of an object, or nothing.
std::string addressText(const Program& program, Value address) {
  const MemoryLocation* nearest = nullptr;
  std::size_t elements = 0;
  for (const MemoryLocation& location : program.locations) {
    const Value block = (location.address - kAddressBase) / kAddressStride;
    // (The distance of an address from the first one is small; that of an integer need not fit.)
    if (isAddress(address) && block == (address - kAddressBase + kAddressStride / 2) / kAddressStride) {
      nearest = nearest == nullptr ? &location : nearest;
      ++elements;
    }
  }
  if (nearest == nullptr) {
    return isAddress(address) ? "an address far from every object"
                              : fmt::format("{} is not the address of a location", address);
  }
  if (nearest->name.ends_with(']')) {  // a large array has elements in several blocks
    const std::string name = objectName(nearest->name);
    const auto isElement = [&](const MemoryLocation& l) {
      return l.name.ends_with(']') && objectName(l.name) == name;
    };
    nearest = &*std::ranges::find_if(program.locations, isElement);
    elements = static_cast<std::size_t>(std::ranges::count_if(program.locations, isElement));
  }
  const Value away = address - nearest->address;
  const Value span = nearest->elementSpan;
  if (away % span != 0) {
    return fmt::format("byte {} of '{}' is out of bounds or between its elements", away,
                       objectName(nearest->name));
  }
  if (elements > 1 && !nearest->name.ends_with(']') && nearest->name.find('.') != std::string::npos) {
    return fmt::format("component {} is out of bounds for '{}', which has {}", away,
                       nearest->name.substr(0, nearest->name.find_last_of(".")), elements);
  }
  return fmt::format("index {} is out of bounds for '{}', which has {} element{}", away / span,
                     objectName(nearest->name), elements, elements == 1 ? "" : "s");
}

/// What a faulting run knew at its last instruction.
class FaultingState {
 public:
  /// @param read what an RMW has read before its arithmetic failed
  FaultingState(const ThreadRun& run, const Instruction& instruction, Value read)
      : run_(run), operation_(instruction.operation), read_(read) {}

  std::optional<Value> address() const {
    const ExprPtr expr = operandsOf(operation_).address;
    return expr ? evaluate(*expr, registers()) : std::nullopt;
  }

  /// Why an operand has no value, or the operation nothing to store.
  std::optional<NoValue> noValue() const {
    Operands operands = operandsOf(operation_);
    if (operands.address) {
      operands.values.insert(operands.values.begin(), operands.address);
    }
    for (const ExprPtr& expr : operands.values) {
      if (const auto reason = whyNoValue(*expr, registers())) {
        return reason;
      }
    }
    const auto* rmw = std::get_if<RmwOperation>(&operation_);
    const auto operand = rmw != nullptr ? evaluate(*rmw->operand, registers()) : std::nullopt;
    const auto forged = operand ? forgedByRmw(rmw->op, rmw->kind, read_, *operand) : std::nullopt;
    return forged ? std::optional(NoValue{NoValue::Why::OverflowsAddress, *forged}) : std::nullopt;
  }

 private:
  std::function<Value(RegisterId)> registers() const {
    return [this](RegisterId r) { return run_.registers[r]; };
  }

  const ThreadRun& run_;
  const Operation& operation_;
  Value read_;
};

/// In words.
std::string textOf(const NoValue& reason) {
  switch (reason.why) {
    case NoValue::Why::DividesByZero:
      return "division by zero";
    case NoValue::Why::OverflowsAddress:
      return fmt::format("arithmetic on integers gives {}, and 2^48 to 2^49 stand for addresses",
                         reason.integer);
    case NoValue::Why::Overflows:
      if (reason.kind.bits < 64 && isIn(reason.integer, {reason.kind.bits, reason.kind.isSigned})) {
        return "left shift of a negative number, which C, and C++ before C++20, leave undefined";
      }
      return reason.kind.bits < 64 ? fmt::format("signed overflow: {} does not fit into {} bits",
                                                 reason.integer, reason.kind.bits)
                                   : "signed overflow: the result does not fit into 64 bits";
    case NoValue::Why::ShiftCount:
      return fmt::format("shift of a {}-bit integer by {}", reason.kind.bits, reason.integer);
    case NoValue::Why::AssertionFails:
      if (reason.kind == kOfBarrierObject) {
        return "undefined: there is no valid barrier object, or its phase or counts do not allow this";
      }
      return "the assertion fails";
    case NoValue::Why::Uninitialized:
      return "use of a value that was never written";
    case NoValue::Why::NotSaid:
      return "it depends on unspecified values";
    case NoValue::Why::OutOfBounds:
      return fmt::format("index {} is out of bounds for an array of {}", reason.integer,
                         counted(static_cast<std::size_t>(reason.size), "element"));
  }
  return "";
}

std::string whatHappened(const Program& program, const FaultingState& state) {
  const std::optional<Value> at = state.address();
  if (at && !program.locationAt(*at)) {
    return addressText(program, *at);
  }
  const std::optional<NoValue> reason = state.noValue();
  return reason ? textOf(*reason) : "division by zero";
}

class Story {
 public:
  explicit Story(const Execution& x) : x_(x), next_(x.runs.size(), 0) {}

  std::vector<std::string> tell() {
    ThreadId current = 0;
    while (const auto thread = nextThread(current)) {
      current = *thread;
      tellEvent(current, next_[current]++);
    }
    return std::move(lines_);
  }

 private:
  bool finished(ThreadId t) const { return next_[t] == x_.runs[t].events.size(); }

  bool ready(ThreadId t) const {
    if (finished(t)) {
      return false;
    }
    const EventId event = x_.runs[t].events[next_[t]];
    const EventId source = x_.readsFrom[event];
    return source == kNoEvent || x_.structure->events()[source].thread == kNoThread || told_.contains(source);
  }

  /// The current thread while it can go on, else the first that can; where none can, the first unfinished.
  std::optional<ThreadId> nextThread(ThreadId current) const {
    if (ready(current)) {
      return current;
    }
    std::optional<ThreadId> unfinished;
    for (ThreadId t = 0; t < next_.size(); ++t) {
      if (ready(t)) {
        return t;
      }
      unfinished = !unfinished && !finished(t) ? std::optional(t) : unfinished;
    }
    return unfinished;
  }

  void tellEvent(ThreadId t, std::size_t index) {
    const EventId e = x_.runs[t].events[index];
    told_.insert(e);
    const Program& program = x_.structure->program();
    const Event& event = x_.structure->events()[e];
    const std::string what = x_.structure->describe(e);
    const auto cell = [&] {
      const LocationId location = x_.location[e];
      return fmt::format("{}={}", program.locations[location].name,
                         valueText(program, location, x_.value[e]));
    };
    switch (event.kind) {
      case EventKind::Read: {
        const EventId source = x_.readsFrom[e];
        const InstructionRef from = x_.structure->instructionOf(source);
        lines_.push_back(fmt::format("{}   reads {} from {}", what, cell(),
                                     from.thread == kNoThread
                                         ? "the initial state"
                                         : program.instructionName(from.thread, from.instruction)));
        break;
      }
      case EventKind::Write:
        lines_.push_back(fmt::format("{}   writes {}", what, cell()));
        break;
      case EventKind::Arrive:
        lines_.push_back(fmt::format("{}   arrives", what));
        break;
      case EventKind::Depart:
        lines_.push_back(fmt::format("{}   continues", what));
        break;
      case EventKind::Fence:
      case EventKind::InitialWrite:
        lines_.push_back(what);
        break;
    }
  }

  const Execution& x_;
  std::vector<std::size_t> next_;  ///< by thread: events told
  std::set<EventId> told_;
  std::vector<std::string> lines_;
};

}  // namespace

namespace {

FaultingState stateOf(const Incident& incident, const Program& program, const Execution& execution) {
  const ThreadRun& run = execution.runs[incident.where.thread];
  const Value read = run.events.empty() ? 0 : execution.value[run.events.back()];
  return {run, instructionAt(program, incident.where), read};
}

}  // namespace

Fault explainFault(const Incident& incident, const EventStructure& structure, const Deadline& deadline) {
  if (deadline.expired()) {
    return {incident.where, "the thread faults here; there was no time to explain how", {}};
  }
  const Program& program = structure.program();
  const Execution execution = incident.witness.execution();
  return {incident.where, whatHappened(program, stateOf(incident, program, execution)),
          Story(execution).tell()};
}

std::optional<std::string> whyNotKnown(const Incident& incident, const EventStructure& structure) {
  const Program& program = structure.program();
  const Execution execution = incident.witness.execution();
  const std::optional<NoValue> reason = stateOf(incident, program, execution).noValue();
  if (reason && reason->why == NoValue::Why::NotSaid) {
    return fmt::format("what {} does depends on unspecified values", placeText(program, incident.where));
  }
  if (reason && reason->why == NoValue::Why::OverflowsAddress) {
    return fmt::format("what {} does is not known: {}", placeText(program, incident.where), textOf(*reason));
  }
  return std::nullopt;
}

}  // namespace hrfcheck::inline check
