#include "modules/law.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "cat/library.h"
#include "cat/model/lane_exchanges.h"
#include "check/races/faults.h"
#include "engine/engine.h"
#include "frontend/ptx/ptx.h"
#include "frontend/test_file.h"
#include "modules/interleavings.h"
#include "program/expr/further_operators.h"
#include "program/flow/divided_accesses.h"
#include "program/flow/lane_exchanges.h"
#include "program/structure/event_structure.h"
#include "support/given.h"

namespace hrfcheck::modules {
namespace {

constexpr std::size_t kMostStates = 100'000;
constexpr unsigned kUnroll = 2;

using Texts = std::set<std::string>;

/// Accesses to bytes that others access in other sizes are several events, and one step all the same.
constexpr const char* kOneStepEach = R"cat("accesses one after the other"
let together = same-access | same-instance
let step = po | rf | co | fr | ([ARRIVE] ; syncbar ; [DEPART]) | ended
acyclic step as events
acyclic (together ; step ; together) \ together as accesses
)cat";

const Model& sequentialConsistency(const Program& program) {
  static const Model model = ModelLibrary({HRFCHECK_SOURCE_DIR "/models"}).load("sc");
  static const Model ofExchanges = cat::withExchanges(model);
  static const Model ofRounds = cat::withExchanges(model, true);
  static const Model ofParts = parseModel(std::make_shared<const Source>("steps.cat", kOneStepEach), {});
  static const Model ofBoth = cat::withExchanges(ofParts);
  static const Model ofPartsInRounds = cat::withExchanges(ofParts, true);
  if (saysSizes(program)) {
    return hasRoundsOfExchanges(program) ? ofPartsInRounds : hasExchanges(program) ? ofBoth : ofParts;
  }
  return hasRoundsOfExchanges(program) ? ofRounds : hasExchanges(program) ? ofExchanges : model;
}

/// A granule that final states are said of.
struct Granule {
  std::string object;
  std::size_t at = 0;
  std::size_t bytes = 0;
};

/// "out[3]", "out.at12"
Granule granuleOf(const MemoryLocation& location) {
  Granule granule;
  granule.bytes = location.elementSpan;
  const std::size_t bracket = location.name.find('[');
  const std::size_t dot = location.name.find(".at");
  granule.object = location.name.substr(0, std::min(bracket, dot));
  const std::size_t number = bracket != std::string::npos ? bracket + 1
                             : dot == std::string::npos   ? dot
                                                          : dot + 3;
  if (number != std::string::npos) {
    granule.at =
        std::stoul(location.name.substr(number)) * (bracket != std::string::npos ? granule.bytes : 1);
  }
  return granule;
}

std::string stateText(const Granule& granule, std::uint64_t word) {
  return fmt::format("{}+{}:{:#x} ", granule.object, granule.at,
                     granule.bytes >= 8 ? word : word & ((std::uint64_t{1} << (8 * granule.bytes)) - 1));
}

std::vector<Granule> granulesOf(const Program& program) {
  std::vector<Granule> granules;
  for (const StateVariable& variable : program.observed) {
    granules.push_back(granuleOf(program.locations.at(variable.location)));
  }
  return granules;
}

Texts statesOf(const std::vector<Granule>& granules, const Analysis& analysis) {
  Texts texts;
  for (const Outcome& outcome : analysis.outcomes) {
    std::string text;
    for (std::size_t i = 0; i < granules.size(); ++i) {
      text += stateText(granules[i], static_cast<std::uint64_t>(outcome.values[i]));
    }
    texts.insert(text);
  }
  return texts;
}

/// Of bytes of global memory that are in no granule it is asked that they stay as they are.
Texts statesOf(const std::vector<Granule>& granules, const Interleavings& interleavings,
               const MemoryMap& map) {
  Texts texts;
  for (const auto& state : interleavings.finalStates) {
    auto before = map.globalObjects(map.global());
    auto rest = state;
    std::erase_if(rest, [&](const auto& object) { return !before.contains(object.first); });
    std::string text;
    for (const Granule& granule : granules) {
      const auto bytes = state.find(granule.object);
      if (bytes == state.end()) {
        throw Mistake("there is no object " + granule.object);
      }
      std::uint64_t word = 0;
      for (std::size_t b = granule.bytes; b-- > 0;) {
        word = word << 8 | static_cast<std::uint8_t>(bytes->second.at(granule.at + b));
        if (rest.contains(granule.object)) {
          rest[granule.object][granule.at + b] = before[granule.object][granule.at + b] = 0;
        }
      }
      text += stateText(granule, word);
    }
    texts.insert(rest == before ? text : text + "and more bytes have changed");
  }
  return texts;
}

Texts incidentsOf(const Program& program, const Analysis& analysis) {
  Texts texts;
  for (const Incident& incident : analysis.incidents) {
    const Place& place =
        program.threads[incident.where.thread].instructions[incident.where.instruction].place;
    texts.insert(fmt::format("{} of P{} in line {}",
                             incident.kind == IncidentKind::Fault          ? "fault"
                             : incident.kind == IncidentKind::BoundReached ? "bound"
                                                                           : "divergence",
                             incident.where.thread, place.position().line));
  }
  return texts;
}

Texts incidentsOf(const Interleavings& interleavings) {
  Texts texts;
  for (const auto& [thread, line] : interleavings.failures) {
    texts.insert(fmt::format("fault of P{} in line {}", thread, line));
  }
  for (const auto& [thread, line] : interleavings.waiting) {
    texts.insert(fmt::format("divergence of P{} in line {}", thread, line));
  }
  return texts;
}

std::string differenceOf(const char* what, const Texts& engine, const Texts& interpreter) {
  std::string text;
  const auto oneWay = [&](const char* name, const Texts& has, const Texts& lacks) {
    for (const std::string& one : has) {
      text += lacks.contains(one) ? "" : fmt::format("  {} only for {}: {}\n", what, name, one);
    }
  };
  oneWay("the engine", engine, interpreter);
  oneWay("interleavings", interpreter, engine);
  return text;
}

Engine& engineOf(WhichEngine which) {
  static const std::unique_ptr<Engine> explicitEngine = makeExplicitEngine();
  static const std::unique_ptr<Engine> smtEngine = makeSmtEngine();
  return which == WhichEngine::Explicit ? *explicitEngine : *smtEngine;
}

std::shared_ptr<const Program> programOf(const RandomModule& module) {
  LaunchOptions options;
  options.launch = module.launchSize();
  options.init = module.init();
  const auto source = std::make_shared<const Source>("random.ptx", module.text());
  return frontend::ptx::readPtx(withLaunch(source, options), "");
}

}  // namespace

Comparison compared(const RandomModule& module, WhichEngine which, double seconds) {
  Comparison result;
  Module parsed;
  Interleavings interleavings;
  try {
    parsed = parseModule(module.text());
    interleavings = interleavingsOf(parsed, module.launch, kMostStates);
  } catch (const Mistake& mistake) {
    return {Comparison::Kind::Wrong, mistake.what()};
  } catch (const std::exception& error) {
    return {Comparison::Kind::Wrong, error.what()};
  }
  result.states = interleavings.states;
  result.finalStates = interleavings.finalStates.size();
  result.failures = interleavings.failures.size();
  if (!interleavings.complete) {
    return {Comparison::Kind::TooLarge, "states"};
  }
  std::shared_ptr<const Program> program;
  try {
    program = programOf(module);
  } catch (const UserError& error) {
    return {Comparison::Kind::Refused, error.what()};
  }
  AnalysisOptions options;
  options.deadline = Deadline::after(seconds);
  options.flags = false;
  Analysis analysis;
  std::shared_ptr<const EventStructure> structure;
  try {
    structure = std::make_shared<const EventStructure>(program, kUnroll);
    analysis = engineOf(which).analyse(given(structure, sequentialConsistency(*program)), options);
  } catch (const UserError& error) {
    return {Comparison::Kind::TooLarge, error.what()};
  }
  if (analysis.undecided) {
    return {Comparison::Kind::TooLarge, *analysis.undecided};
  }
  const auto isGap = [&](const Incident& incident) {
    return incident.kind == IncidentKind::Fault && whyNotKnown(incident, *structure);
  };
  if (std::ranges::any_of(analysis.incidents, isGap)) {
    return {Comparison::Kind::Refused,
            "a number on the way that lies where hrfcheck keeps its own addresses"};
  }
  const auto isOpen = [](const Outcome& outcome) { return std::ranges::any_of(outcome.values, isUnknown); };
  if (std::ranges::any_of(analysis.outcomes, isOpen)) {
    return {Comparison::Kind::Refused, "a value that is not computed"};
  }
  const std::vector<Granule> granules = granulesOf(*program);
  const MemoryMap map(parsed, module.launch);
  try {
    result.text =
        differenceOf("final state", statesOf(granules, analysis), statesOf(granules, interleavings, map)) +
        differenceOf("incident", incidentsOf(*program, analysis), incidentsOf(interleavings));
  } catch (const Mistake& mistake) {
    return {Comparison::Kind::Wrong, mistake.what()};
  }
  result.kind = result.text.empty() ? Comparison::Kind::Same : Comparison::Kind::Differs;
  return result;
}

RandomModule shrunk(RandomModule module, WhichEngine engine, double seconds) {
  for (std::size_t chunk = 8; chunk > 0; chunk /= 2) {
    for (bool removed = true; removed;) {
      removed = false;
      for (std::size_t i = module.lines.size(); i >= chunk; --i) {
        RandomModule less = module;
        const auto begin = less.lines.begin() + static_cast<std::ptrdiff_t>(i - chunk);
        less.lines.erase(begin, begin + static_cast<std::ptrdiff_t>(chunk));
        if (compared(less, engine, seconds).kind == Comparison::Kind::Differs) {
          module = std::move(less);
          removed = true;
          i = std::min(i, module.lines.size() + 1);
        }
      }
    }
  }
  return module;
}

}  // namespace hrfcheck::modules
