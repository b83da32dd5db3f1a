#include "report/execution_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "check/races/annotation_edit.h"
#include "program/ir/launch_place.h"
#include "report/diagnostic_json.h"
#include "util/enum_names.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kEventKindWords{
    EnumName{EventKind::InitialWrite, "init"}, EnumName{EventKind::Read, "read"},
    EnumName{EventKind::Write, "write"},       EnumName{EventKind::Fence, "fence"},
    EnumName{EventKind::Arrive, "arrive"},     EnumName{EventKind::Depart, "depart"}};
static_assert(coversUpTo(kEventKindWords, EventKind::Depart));

const char* kindText(EventKind kind) {
  return nameIn(kEventKindWords, kind);
}

/// Which kernel and device, where there are several.
void putLaunch(Json& json, const Program& program, ThreadId thread) {
  const LaunchPlace place = launchPlaceOf(program, thread);
  if (!place.kernel.empty()) {
    json["kernel"] = place.kernel;
  }
  if (place.device) {
    json["device"] = *place.device;
  }
}

Json eventJson(const Execution& execution, EventId e) {
  const Program& program = execution.structure->program();
  const Event& event = execution.structure->events()[e];
  Json json{{"id", e}, {"kind", kindText(event.kind)}};
  if (event.thread != kNoThread) {
    json["instruction"] = program.instructionName(event.thread, event.instruction);
    putPlace(json, program, {event.thread, event.instruction});
  }
  if (execution.location[e] != kNoLocation) {
    json["location"] = program.locations[execution.location[e]].name;
    json["value"] = program.valueText(execution.value[e]);
  }
  return json;
}

/// The writes of a location that happened, in coherence order: each has as many predecessors as its position.
std::vector<EventId> coherenceOf(const Execution& execution, LocationId location) {
  std::vector<EventId> writes;
  execution.happened.forEach([&](EventId e) {
    const EventKind kind = execution.structure->events()[e].kind;
    const bool write = kind == EventKind::Write || kind == EventKind::InitialWrite;
    if (write && execution.location[e] == location) {
      writes.push_back(e);
    }
  });
  std::sort(writes.begin(), writes.end(), [&](EventId a, EventId b) { return execution.co.contains(a, b); });
  return writes;
}

constexpr std::array kThreadEndWords{
    EnumName{ThreadEnd::Completed, "completed"}, EnumName{ThreadEnd::BoundReached, "loop-bound"},
    EnumName{ThreadEnd::Spinning, "spins"}, EnumName{ThreadEnd::Blocked, "waits-at-barrier"},
    EnumName{ThreadEnd::Fault, "fault"}};
static_assert(coversUpTo(kThreadEndWords, ThreadEnd::Fault));

const char* endText(ThreadEnd end) {
  return nameIn(kThreadEndWords, end);
}

Json unfinishedJson(const Execution& execution) {
  Json json = Json::array();
  for (ThreadId t = 0; t < execution.runs.size(); ++t) {
    const ThreadRun& run = execution.runs[t];
    if (run.end != ThreadEnd::Completed) {
      json.push_back({{"thread", t},
                      {"end", endText(run.end)},
                      {"at", execution.structure->program().instructionName(t, run.lastInstruction)}});
    }
  }
  return json;
}

}  // namespace

Json executionJson(const Execution& execution) {
  const Program& program = execution.structure->program();
  Json json{{"events", Json::array()}, {"rf", Json::array()}, {"co", Json::object()}};
  execution.happened.forEach([&](EventId e) { json["events"].push_back(eventJson(execution, e)); });
  execution.rf.forEach([&](EventId w, EventId r) { json["rf"].push_back({w, r}); });
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    json["co"][program.locations[l].name] = coherenceOf(execution, l);
  }
  if (!execution.complete()) {
    json["unfinished"] = unfinishedJson(execution);
  }
  return json;
}

void putPlace(Json& json, const Program& program, InstructionRef where) {
  if (const Place& place = instructionAt(program, where).place; place.known()) {
    const LineColumn at = place.position();
    json["line"] = at.line;
    json["column"] = at.column;
  }
}

Json instructionJson(const Program& program, InstructionRef where) {
  const Instruction& instruction = instructionAt(program, where);
  Json json{{"thread", where.thread},
            {"index", where.instruction},
            {"name", program.instructionName(where.thread, where.instruction)},
            {"text", instruction.text}};
  putPlace(json, program, where);
  if (instruction.place.known()) {
    putLength(json, instruction.place);
    if (program.source && instruction.place.source->name() != program.source->name()) {
      json["file"] = instruction.place.source->name();
    }
  }
  if (const auto& coordinates = program.threads[where.thread].coordinates) {
    json["group"] = coordinates->group;
    json["item"] = coordinates->item;
    putLaunch(json, program, where.thread);
  }
  if (const auto scope = scopeOf(program, where)) {
    json["scope"] = scopeText(program.scopes, *scope);
  }
  return json;
}

Json launchedThreadsJson(const Program& program) {
  Json json = Json::array();
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    json.push_back(
        {{"name", thread.name}, {"group", thread.coordinates->group}, {"item", thread.coordinates->item}});
    putLaunch(json.back(), program, t);
  }
  return json;
}

}  // namespace hrfcheck::inline report
