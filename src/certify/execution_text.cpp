#include <fmt/format.h>

#include "certify/tables.h"
#include "engine/explicit/found_flags.h"

namespace hrfcheck::inline certify {
namespace {

std::string pairsOf(const Relation& relation) {
  std::string text;
  relation.forEach([&](EventId a, EventId b) { text += fmt::format(" {} {}", a, b); });
  return text;
}

}  // namespace

std::string executionText(const Execution& x, const Model& model,
                          const std::vector<StateVariable>& variables) {
  std::string text = "happens";
  x.happened.forEach([&](EventId e) { text += fmt::format(" {}", e); });
  text += '\n';
  x.happened.forEach([&](EventId e) {
    if (x.location[e] != kNoLocation) {
      text += fmt::format("access {} {} {}\n", e, x.location[e], x.value[e]);
    }
  });
  const std::pair<const char*, const Relation*> relations[] = {
      {"rf", &x.rf},     {"co", &x.co},     {"addr", &x.addr},
      {"data", &x.data}, {"ctrl", &x.ctrl}, {"syncbar", &x.syncBarrier}};
  for (const auto& [name, relation] : relations) {
    text += fmt::format("relation {}{}\n", name, pairsOf(*relation));
  }
  for (std::size_t i = 0; i < x.choices.size(); ++i) {
    text += fmt::format("choice {}{} {}\n", x.choices[i].pairs().size(), pairsOf(x.choices[i]),
                        model.choices[i].name);
  }
  text += fmt::format("complete {}\n", x.complete() ? 1 : 0);
  if (x.complete()) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      text += fmt::format("final {} {}\n", i, x.finalValue(variables[i]));
    }
  }
  std::vector<Ending> endings;
  for (const ThreadRun& run : x.runs) {
    endings.push_back({run.end, run.lastInstruction});
  }
  for (const auto& [kind, where] : incidentsOf(endings)) {
    text += incidentText(kind, where) + "\n";
  }
  return text;
}

}  // namespace hrfcheck::inline certify
