#include "report/text/execution_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/races/annotation_edit.h"
#include "program/ir/program.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

const Event& eventOf(const Execution& execution, EventId event) {
  return execution.structure->events()[event];
}

bool isWrite(const Event& event) {
  return event.kind == EventKind::Write || event.kind == EventKind::InitialWrite;
}

std::string locationName(const Execution& execution, EventId event) {
  return execution.structure->program().locations[execution.location[event]].name;
}

std::string valueOf(const Execution& execution, EventId event) {
  return valueText(execution.structure->program(), execution.location[event], execution.value[event]);
}

/// The writes of threads to a location, in coherence order.
std::vector<EventId> writesOf(const Execution& execution, LocationId location) {
  std::vector<EventId> writes;
  execution.happened.forEach([&](EventId e) {
    if (eventOf(execution, e).kind == EventKind::Write && execution.location[e] == location) {
      writes.push_back(e);
    }
  });
  std::ranges::sort(writes, [&](EventId a, EventId b) { return execution.co.contains(a, b); });
  return writes;
}

std::string join(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : separator) + part;
  }
  return text;
}

}  // namespace

std::string eventName(const Execution& execution, EventId event) {
  const Event& e = eventOf(execution, event);
  const Program& program = execution.structure->program();
  return e.kind == EventKind::InitialWrite ? "init " + program.locations[e.initialOf].name
                                           : program.instructionName(e.thread, e.instruction);
}

std::string eventText(const Execution& execution, EventId event) {
  const Event& e = eventOf(execution, event);
  const std::string name = eventName(execution, event);
  switch (e.kind) {
    case EventKind::InitialWrite:
      return fmt::format("{}={}", name, valueOf(execution, event));
    case EventKind::Read:
    case EventKind::Write:
      return fmt::format("{} {} {}={}", name, e.kind == EventKind::Read ? "R" : "W",
                         locationName(execution, event), valueOf(execution, event));
    case EventKind::Fence:
      return name + " fence";
    case EventKind::Arrive:
      return name + " arrives at the barrier";
    case EventKind::Depart:
      return name + " leaves the barrier";
  }
  return name;
}

namespace {

/// Where each read reads from; rounds of a loop that read the same are told once.
std::vector<std::string> readsOf(const Execution& execution) {
  std::vector<std::string> reads;
  execution.happened.forEach([&](EventId e) {
    if (eventOf(execution, e).kind == EventKind::Read) {
      std::string text = fmt::format("{} reads {} from {}", eventName(execution, e), valueOf(execution, e),
                                     eventName(execution, execution.readsFrom[e]));
      if (std::ranges::find(reads, text) == reads.end()) {
        reads.push_back(std::move(text));
      }
    }
  });
  return reads;
}

/// How the threads end that do not complete: "P1 spins for ever".
std::vector<std::string> endsOf(const Execution& execution) {
  const Program& program = execution.structure->program();
  std::vector<std::string> ends;
  for (ThreadId t = 0; t < execution.runs.size(); ++t) {
    const std::string name = program.threadTitle(t);
    const std::string where = program.instructionName(t, execution.runs[t].lastInstruction);
    switch (execution.runs[t].end) {
      case ThreadEnd::Completed:
        break;
      case ThreadEnd::Spinning:
        ends.push_back(name + " spins for ever");
        break;
      case ThreadEnd::BoundReached:
        ends.push_back(fmt::format("{} reaches the loop bound at {}", name, where));
        break;
      case ThreadEnd::Blocked:
        ends.push_back(fmt::format("{} waits at {} for ever", name, where));
        break;
      case ThreadEnd::Fault:
        ends.push_back(fmt::format("{} faults at {}", name, where));
        break;
    }
  }
  return ends;
}

}  // namespace

std::string executionLine(const Execution& execution) {
  const std::vector<std::string> reads = readsOf(execution);
  std::vector<std::string> parts;
  if (!reads.empty()) {
    parts.push_back(join(reads, ", "));
  }
  const Program& program = execution.structure->program();
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    auto names = mapped<std::string>(writesOf(execution, l),
                                     [&](const EventId write) { return eventName(execution, write); });
    if (names.size() > 1) {
      parts.push_back(program.locations[l].name + ": " + join(names, ", "));
    }
  }
  if (const std::vector<std::string> ends = endsOf(execution); !ends.empty()) {
    parts.push_back(join(ends, ", "));
  }
  return join(parts, "; ");
}

namespace {

/// Where a read got its value, where that is not the write told last.
std::string readNote(const Execution& execution, EventId read, const std::vector<EventId>& latest) {
  const EventId source = execution.readsFrom[read];
  const EventId last = latest[execution.location[read]];
  if (eventOf(execution, source).kind == EventKind::InitialWrite) {
    return source == last ? ", the initial value"
                          : fmt::format(", the initial value, although {} has stored {}",
                                        eventName(execution, last), valueOf(execution, last));
  }
  const std::string from = fmt::format(" from {}", eventName(execution, source));
  return source == last ? from
                        : fmt::format("{}, although {} has stored {} since", from, eventName(execution, last),
                                      valueOf(execution, last));
}

std::string scopeNote(const Execution& execution, EventId event) {
  const Event& e = eventOf(execution, event);
  return e.scope == kNoScope
             ? ""
             : fmt::format(" [{}]", scopeText(execution.structure->program().scopes, e.scope));
}

}  // namespace

std::vector<std::string> toldExecution(const Execution& execution, const std::vector<EventId>& order) {
  const Program& program = execution.structure->program();
  std::vector<EventId> latest(program.locations.size(), kNoEvent);
  execution.happened.forEach([&](EventId e) {
    if (const Event& event = eventOf(execution, e); event.kind == EventKind::InitialWrite) {
      latest[event.initialOf] = e;
    }
  });
  std::vector<std::string> lines;
  for (const EventId e : order) {
    const Event& event = eventOf(execution, e);
    const std::string name = eventName(execution, e);
    switch (event.kind) {
      case EventKind::Read:
        lines.push_back(fmt::format("{} reads {}={}{}{}", name, locationName(execution, e),
                                    valueOf(execution, e), readNote(execution, e, latest),
                                    scopeNote(execution, e)));
        break;
      case EventKind::Write:
        lines.push_back(fmt::format("{} stores {}={}{}", name, locationName(execution, e),
                                    valueOf(execution, e), scopeNote(execution, e)));
        break;
      case EventKind::InitialWrite:
      case EventKind::Fence:
      case EventKind::Arrive:
      case EventKind::Depart:
        lines.push_back(eventText(execution, e) + scopeNote(execution, e));
        break;
    }
    if (isWrite(event)) {
      latest[execution.location[e]] = e;
    }
  }
  return lines;
}

}  // namespace hrfcheck::inline report
