#include "suite/suite_description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include "report/machine/simulation_report.h"
#include "util/diagnostic.h"

// What a description says is read back and described again: whatever does not come out the same was not
// written by a suite.

namespace hrfcheck::inline suite {
namespace {

constexpr std::array kHierarchies{Hierarchy::H2, Hierarchy::H3, Hierarchy::H5};
constexpr std::array kEnvironments{Environment::Fifo, Environment::Evict, Environment::Full};

const char* nameOf(SuiteLocations locations) {
  return locations == SuiteLocations::Any ? "any" : "data+flag";
}

template <typename Values>
auto named(const Values& values, const std::string& name) {
  const auto* found =
      std::ranges::find_if(values, [&](auto value) { return hrfcheck::nameOf(value) == name; });
  if (found == values.end()) {
    throw std::runtime_error("unknown word");
  }
  return *found;
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    words.push_back(word);
  }
  return words;
}

std::optional<SuiteSample> sampleOf(const std::string& text) {
  if (text == "all") {
    return std::nullopt;
  }
  const std::vector<std::string> words = wordsOf(text);  // "40 of seed 7"
  if (words.size() != 4) {
    throw std::runtime_error("no sample");
  }
  return SuiteSample{std::stoull(words[0]), std::stoull(words[3])};
}

/// One name or two; names may have spaces.
std::vector<std::string> modelsOf(const std::string& text, const SuiteHeader& header) {
  const auto known = [&](const std::string& name) { return header.models.contains(name); };
  if (known(text)) {
    return {text};
  }
  for (std::size_t space = text.find(' '); space != std::string::npos; space = text.find(' ', space + 1)) {
    if (known(text.substr(0, space)) && known(text.substr(space + 1))) {
      return {text.substr(0, space), text.substr(space + 1)};
    }
  }
  throw std::runtime_error("unknown models");
}

void setMachine(SimulationOptions& options, const SuiteHeader& header) {
  options.machine = header.options.at("machine");
  const auto text = header.options.find("described");
  if (text != header.options.end()) {
    const DescribedMachine machine =
        describedMachine(std::make_shared<const Source>(options.machine + ".machine", text->second));
    options.described = machine.kind;
    options.describedBy = options.machine + ".machine";
  } else if (findMachine(options.machine) == nullptr) {
    throw std::runtime_error("unknown machine");
  }
}

SuiteOptions parsed(const SuiteHeader& header) {
  const auto at = [&](const char* name) -> const std::string& { return header.options.at(name); };
  const auto number = [&](const char* name) { return static_cast<unsigned>(std::stoul(at(name))); };
  SuiteOptions options;
  setMachine(options.simulation, header);
  options.simulation.with = wordsOf(at("with"));
  options.simulation.without = wordsOf(at("without"));
  options.simulation.hierarchy = named(kHierarchies, at("hierarchy"));
  options.simulation.environment = named(kEnvironments, at("env"));
  options.simulation.mostStates = std::stoull(at("states"));
  options.simulation.mostMemory = std::stoull(at("memory"));
  options.locations = at("locations") == "any" ? SuiteLocations::Any : SuiteLocations::DataAndFlag;
  options.operations = number("operations");
  options.threads = number("threads");
  options.models = modelsOf(at("models"), header);
  options.mutants = at("mutants") == "on";
  options.sample = sampleOf(at("sample"));
  options.timeout = std::stod(at("timeout"));
  options.version = header.version;
  options.shard = header.shard;
  return options;
}

}  // namespace

std::map<std::string, std::string> machineDescription(const SimulationOptions& machine) {
  std::map<std::string, std::string> description = {
      {"machine", machine.machine},
      {"with", fmt::format("{}", fmt::join(machine.with, " "))},
      {"without", fmt::format("{}", fmt::join(machine.without, " "))},
      {"hierarchy", hrfcheck::nameOf(machine.hierarchy)},
      {"env", hrfcheck::nameOf(machine.environment)},
      {"states", std::to_string(machine.mostStates)},
      {"memory", std::to_string(machine.mostMemory)}};
  if (machine.described != nullptr) {
    description["described"] = machineText(DescribedMachine{machine.machine, machine.described});
  }
  return description;
}

std::map<std::string, std::string> suiteDescription(const SuiteOptions& options) {
  const std::string sample =
      options.sample ? fmt::format("{} of seed {}", options.sample->programs, options.sample->seed) : "all";
  std::map<std::string, std::string> description = machineDescription(options.simulation);
  description.merge(
      std::map<std::string, std::string>{{"locations", nameOf(options.locations)},
                                         {"operations", std::to_string(options.operations)},
                                         {"threads", std::to_string(options.threads)},
                                         {"models", fmt::format("{}", fmt::join(options.models, " "))},
                                         {"mutants", options.mutants ? "on" : "off"},
                                         {"sample", sample},
                                         {"timeout", fmt::format("{}", options.timeout)}});
  return description;
}

SuiteOptions suiteOptionsFrom(const SuiteHeader& header, const std::string& path) {
  try {
    const SuiteOptions options = parsed(header);
    if (suiteDescription(options) == header.options) {
      return options;
    }
  } catch (const std::exception&) {
    // said below
  }
  throw UserError(fmt::format("the first line of {} is malformed", path));
}

}  // namespace hrfcheck::inline suite
