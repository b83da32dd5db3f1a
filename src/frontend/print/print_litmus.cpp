#include "frontend/print/print_litmus.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/hsa.h"
#include "frontend/columns/hsa_table.h"
#include "frontend/print/condition_text.h"
#include "frontend/print/operand_text.h"
#include "frontend/print/register_order.h"
#include "frontend/shared/placement.h"
#include "program/ir/addresses.h"
#include "program/ir/quantifier_name.h"

namespace hrfcheck {
namespace {

namespace hsa = frontend::hsa;
using frontend::DeclaredIds;
using frontend::kHsaDialect;
using frontend::objectName;

[[noreturn]] void refuse(const std::string& what) {
  throw UserError(fmt::format("this test cannot be written in the HSA dialect: {}", what));
}

/// What every part of a printed test can rely on.
void checkDialect(const Program& program) {
  if (program.dialect != kHsaDialect.name || !std::ranges::equal(program.scopes.levels(), hsa::kLevels)) {
    refuse(fmt::format("its dialect is {}", program.dialect));
  }
  if (!program.systemSynchronizesWith.empty()) {
    refuse("pairs of its threads are ordered");
  }
}

std::string heading(const Program& program) {
  std::string text = fmt::format("{} {}\n", program.dialect, program.name);
  if (!program.description.empty()) {
    text += fmt::format("\"{}\"\n", program.description);
  }
  for (const auto& [key, value] : program.keyValues) {
    text += fmt::format("{}={}\n", key, value);
  }
  return text;
}

/// Writes the initial state.
class StatePrinter {
 public:
  explicit StatePrinter(const Program& program) : program_(program) {}

  std::string run() {
    std::string text = "{";
    Value number = 0;
    for (LocationId first = 0; first < program_.locations.size();) {
      const LocationId end = endOf(first);
      checkAddresses(first, end, number++);
      text += object(first, end);
      first = end;
    }
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      const Thread& thread = program_.threads[t];
      for (RegisterId r = 0; r < frontend::registersToList(thread); ++r) {
        text += fmt::format(" {}={};", program_.nameOf({t, r}), value(thread.initialRegisters[r]));
      }
    }
    return text + " }\n";
  }

 private:
  LocationId endOf(LocationId first) const {
    LocationId end = first + 1;
    while (end < program_.locations.size() &&
           objectName(program_.locations[end]) == objectName(program_.locations[first])) {
      ++end;
    }
    return end;
  }

  void checkAddresses(LocationId first, LocationId end, Value number) const {
    for (LocationId l = first; l < end; ++l) {
      const MemoryLocation& location = program_.locations[l];
      if (location.address != objectAddress(number) + (l - first) ||
          location.name.find('.') != std::string::npos) {
        refuse(
            fmt::format("location {} is part of a struct, or others are missing before it", location.name));
      }
      if (!location.atomicType) {
        refuse(fmt::format("location {} is not for atomic accesses", location.name));
      }
    }
  }

  std::string value(Value value) const {
    if (isAddress(value) && !program_.locationAt(value)) {
      refuse("an initial value is the address of nothing");
    }
    return program_.valueText(value);
  }

  std::string object(LocationId first, LocationId end) const {
    const MemoryLocation& location = program_.locations[first];
    const char* space = location.space == AddressSpace::Local    ? "local "
                        : location.space == AddressSpace::Global ? "global "
                                                                 : "";
    const bool array = location.name.find('[') != std::string::npos;
    const std::string size = array ? fmt::format("[{}]", end - first) : "";
    const std::string level =
        location.observableLevel ? fmt::format(" @{}", hsa::kLevels.at(*location.observableLevel)) : "";
    return fmt::format(" {}{}{}={}{};", space, objectName(location), size, values(first, end), level);
  }

  /// One for all elements, or a list.
  std::string values(LocationId first, LocationId end) const {
    const auto begin = program_.locations.begin();
    const bool same = std::all_of(begin + first, begin + end, [&](const MemoryLocation& location) {
      return location.initial == program_.locations[first].initial;
    });
    std::string list = value(program_.locations[first].initial);
    for (LocationId l = first + 1; l < end && !same; ++l) {
      list += ", " + value(program_.locations[l].initial);
    }
    return same ? list : "{" + list + "}";
  }

  const Program& program_;
};

/// Places the threads by few levels: those around the work-groups that have several instances, and the waves
/// where they are not numbered as they would be without a name.
class Placement {
 public:
  explicit Placement(const Program& program) : program_(program) {
    const std::vector<std::vector<std::uint32_t>> choices = {{kGroupLevel},
                                                             {kGroupLevel, kDeviceLevel},
                                                             {kWaveLevel, kGroupLevel},
                                                             {kWaveLevel, kGroupLevel, kDeviceLevel}};
    named_ = *std::ranges::find_if(choices, [&](const auto& levels) { return suffices(levels); });
  }

  std::string header(ThreadId t) const {
    std::string text = fmt::format("P{}", t);
    for (const std::uint32_t level : named_) {
      text +=
          fmt::format("{}{} {}", level == named_.front() ? "@" : ",", hsa::kLevels.at(level), id(t, level));
    }
    return text;
  }

 private:
  std::uint32_t id(ThreadId t, std::uint32_t level) const {
    return program_.scopes.instances()[program_.scopes.instanceOf(t, level)].id;
  }

  bool suffices(const std::vector<std::uint32_t>& levels) const {
    std::vector<DeclaredIds> declared(program_.threads.size(), DeclaredIds(hsa::kLevels.size()));
    for (ThreadId t = 0; t < declared.size(); ++t) {
      for (const std::uint32_t level : levels) {
        declared[t][level] = id(t, level);
      }
    }
    const auto ids = completeIds(declared, kHsaDialect);
    for (ThreadId t = 0; t < ids.size(); ++t) {
      for (const std::uint32_t level : {kWaveLevel, kGroupLevel, kDeviceLevel}) {
        if (ids[t][level] != id(t, level)) {
          return false;
        }
      }
    }
    return true;
  }

  const Program& program_;
  std::vector<std::uint32_t> named_;
};

std::string columns(const Program& program) {
  const Placement placement(program);
  std::vector<std::vector<std::string>> columns;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    columns.push_back({placement.header(t)});
    for (const PrintedInstruction& printed : printedCode(program, t)) {
      columns.back().push_back(printed.label.empty() ? printed.text : printed.label + ": " + printed.text);
    }
  }
  return printedTable(columns);
}

/// Nothing where the test observes what it would observe without this line.
std::string locations(const Program& program) {
  std::vector<StateVariable> asked = program.observed;
  std::ranges::sort(asked);
  const bool byCondition = !asked.empty() && asked == variablesOf(*program.condition);
  if (program.observedByDefault || byCondition) {
    return "";
  }
  std::string list;
  for (const StateVariable& variable : program.observed) {
    list += (list.empty() ? "" : " ") + program.nameOf(variable) + ";";
  }
  return fmt::format("locations [{}]\n", list);
}

std::string condition(const Program& program) {
  const bool none = std::holds_alternative<TrueCondition>(program.condition->node);
  if (none && program.quantifier == Quantifier::Exists) {
    return "";
  }
  return fmt::format("{} {}\n", nameOf(program.quantifier),
                     frontend::conditionOfTest(*program.condition, program));
}

std::string terminates(const Program& program) {
  std::string entries;
  for (const ProgressExpectation& expectation : program.terminates) {
    const char* quote = expectation.scheduler.hierarchical() ? "\"" : "";
    entries += fmt::format(" {0}{1}{0}={2}", quote, textOf(expectation.scheduler, program.scopes.levels()),
                           expectation.terminates ? "Y" : "N");
  }
  return entries.empty() ? "" : "terminates" + entries + "\n";
}

}  // namespace

std::string printLitmus(const Program& program) {
  checkDialect(program);
  const std::string filter =
      program.filter ? fmt::format("filter {}\n", frontend::conditionOfTest(*program.filter, program)) : "";
  return heading(program) + StatePrinter(program).run() + columns(program) + locations(program) + filter +
         condition(program) + terminates(program);
}

std::string printedTable(const std::vector<std::vector<std::string>>& columns) {
  std::size_t rows = 0;
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& column : columns) {
    rows = std::max(rows, column.size());
    widths.push_back(std::ranges::max(column, {}, &std::string::size).size());
  }
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string cell = row < columns[c].size() ? columns[c][row] : "";
      text += fmt::format("{}{:<{}}", c == 0 ? " " : " | ", cell, widths[c]);
    }
    text += " ;\n";
  }
  return text;
}

}  // namespace hrfcheck
