#include <nlohmann/json.hpp>

#include "report/diagnostic_json.h"
#include "report/termination/progress_json_parts.h"
#include "report/termination/progress_report.h"
#include "report/termination/simt_waits_report.h"
#include "util/invariant.h"
#include "util/json_fields.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

const char* wordFor(Cell::Kind kind) {
  switch (kind) {
    case Cell::Kind::Word:
      return "word";
    case Cell::Kind::LockBit:
      return "lock-bit";
    case Cell::Kind::Barrier:
      return "barrier";
  }
  failInvariant("kind", "every kind of cell has its word");
}

Json namesJson(const Program& program, const std::vector<ThreadId>& threads) {
  return arrayOf(threads, [&](const ThreadId thread) { return program.threads[thread].name; });
}

Json placeJson(const Program& program, ThreadId thread, std::uint32_t at) {
  const Instruction& instruction = program.threads[thread].instructions[at];
  return {{"instruction", program.instructionName(thread, at)},
          {"text", instruction.text},
          {"line", instruction.place.position().line}};
}

Json waitJson(const Program& program, const SimtWait& wait) {
  Json json{{"wave", namesJson(program, wait.wave)}, {"loop", Json::array()}};
  for (const std::uint32_t at : wait.loop) {
    json["loop"].push_back(program.instructionName(wait.waiting, at));
  }
  json["waiting"] = program.threads[wait.waiting].name;
  json["read"] = placeJson(program, wait.waiting, wait.read);
  json["for"] = wordFor(wait.cell.kind);
  if (wait.location) {
    json["location"] = program.locations[*wait.location].name;
  }
  json["branch"] = placeJson(program, wait.waiting, wait.branch);
  if (wait.meeting < program.threads[wait.waiting].instructions.size()) {
    json["meeting"] = placeJson(program, wait.waiting, wait.meeting);
  }
  json["masked"] = program.threads[wait.masked].name;
  if (wait.change) {
    json["change"] = placeJson(program, wait.masked, *wait.change);
  }
  json["changes"] = wordFor(wait.changed.kind);
  json["otherSide"] = wait.onOtherSide;
  if (wait.through) {
    json["through"] = placeJson(program, wait.through->first, wait.through->second);
  }
  return json;
}

Json reportJson(const SimtWaitsReport& report) {
  Json json = testJson(*report.program);
  json["waves"] = report.found.waves;
  json["waits"] =
      arrayOf(report.found.waits, [&](const SimtWait& wait) { return waitJson(*report.program, wait); });
  return json;
}

}  // namespace

std::string simtWaitsJson(const std::vector<SimtWaitsReport>& reports,
                          const std::vector<Diagnostic>& diagnostics) {
  Json json{{"format", "hrfcheck-progress"}, {"version", kProgressVersion}, {"static", Json::array()}};
  for (const SimtWaitsReport& report : reports) {
    json["static"].push_back(reportJson(report));
  }
  json["diagnostics"] = diagnosticsJson(diagnostics);
  return documentText(json);
}

}  // namespace hrfcheck::inline report
