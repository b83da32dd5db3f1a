#include "batch/suite/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "check/promise/observe_everything.h"
#include "program/ir/addresses.h"
#include "util/invariant.h"

namespace hrfcheck::inline batch {
namespace {

constexpr const char* kLabel = "END";

const char* locationName(std::uint32_t location) {
  constexpr std::array kNames{"x", "y"};
  return kNames.at(location);
}

std::string suffix(const std::optional<Atomicity>& atomicity) {
  if (!atomicity) {
    return "";
  }
  constexpr std::array kLevels{"wi", "wv", "wg", "cmp", "sys"};
  const auto order = [&] {
    switch (atomicity->order) {
      case Order::Acquire:
        return "acq";
      case Order::Release:
        return "rel";
      case Order::AcquireRelease:
        return "ar";
      case Order::SeqCst:
        return "sc";
      case Order::Relaxed:
      case Order::Consume:
        break;
    }
    INVARIANT(false, "an order of the grammar");
  }();
  return fmt::format(".{}{}.{}", atomicity->remote ? "rm_" : "", order, kLevels.at(atomicity->level));
}

/// One thread, as instructions and as text.
class ThreadWriter {
 public:
  ThreadWriter(ThreadId thread, const std::map<std::uint32_t, LocationId>& locations, unsigned firstPlace)
      : locations_(locations), place_(firstPlace) {
    thread_.name = fmt::format("P{}", thread);
  }

  Thread run(const std::vector<SuiteOperation>& operations) {
    const auto waits = std::ranges::count_if(operations, &SuiteOperation::waits);
    end_ = static_cast<std::uint32_t>(operations.size() + static_cast<std::size_t>(waits));
    for (const SuiteOperation& operation : operations) {
      access(operation);
    }
    if (waits > 0) {
      add(NopOp{}, fmt::format("{}:", kLabel));
    }
    return std::move(thread_);
  }

 private:
  void add(Operation operation, std::string text) {
    thread_.instructions.push_back({std::move(operation), std::nullopt, {}, std::move(text)});
  }

  RegisterId fresh() {
    const auto reg = static_cast<RegisterId>(thread_.registers.size());
    thread_.registers.push_back(fmt::format("r{}", reg));
    thread_.initialRegisters.push_back(0);
    return reg;
  }

  void access(const SuiteOperation& o) {
    const Value value = Value{1} << place_++;
    const LocationId location = locations_.at(o.location);
    const ExprPtr address = constant(objectAddress(static_cast<Value>(location)));
    const std::string what = suffix(o.atomicity);
    const char* name = locationName(o.location);
    std::optional<RegisterId> read;
    switch (o.kind) {
      case SuiteOperation::Kind::Load:
        read = fresh();
        add(LoadOp{*read, address, o.atomicity}, fmt::format("ld{} r{}, {}", what, *read, name));
        break;
      case SuiteOperation::Kind::Store:
        add(StoreOp{address, constant(value), o.atomicity}, fmt::format("st{} {}, {}", what, name, value));
        break;
      case SuiteOperation::Kind::Add:
        read = fresh();
        add(RmwOperation{read, RmwOp::Add, address, constant(value), nullptr, *o.atomicity},
            fmt::format("faa{} r{}, {}, {}", what, *read, name, value));
        break;
    }
    if (o.waits) {
      add(BranchOp{binary(BinaryOp::Eq, registerRef(*read), constant(0)), end_},
          fmt::format("beq r{}, 0, {}", *read, kLabel));
    }
  }

  const std::map<std::uint32_t, LocationId>& locations_;
  unsigned place_;
  std::uint32_t end_ = 0;
  Thread thread_;
};

/// Those that the program uses, numbered.
std::map<std::uint32_t, LocationId> locationsOf(const SuiteProgram& program) {
  std::map<std::uint32_t, LocationId> result;
  for (const auto& thread : program.threads) {
    for (const SuiteOperation& operation : thread) {
      result[operation.location] = 0;
    }
  }
  LocationId next = 0;
  for (auto& [location, id] : result) {
    id = next++;
  }
  return result;
}

ScopeTree scopesOf(const SuiteProgram& program) {
  std::vector<std::vector<std::uint32_t>> ids;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> waves;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const std::uint32_t wave = waves[{program.components[t], program.groups[t]}]++;
    ids.push_back({t, wave, program.groups[t], program.components[t], 0});
  }
  return ScopeTree({"wi", "wv", "wg", "cmp", "sys"}, ids);
}

std::string headerCell(const SuiteProgram& program, ThreadId t) {
  const bool several = std::ranges::any_of(program.components, [](std::uint32_t c) { return c != 0; });
  const std::string component = several ? fmt::format(",cmp {}", program.components[t]) : "";
  return fmt::format("P{}@wg {}{}", t, program.groups[t], component);
}

/// Columns under each other.
std::string table(const std::vector<std::vector<std::string>>& columns) {
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

}  // namespace

std::shared_ptr<const Program> programOf(const SuiteProgram& program) {
  auto result = std::make_shared<Program>();
  result->name = fmt::format("suite-{}", program.number);
  result->dialect = "HSA";
  result->scopes = scopesOf(program);
  const auto locations = locationsOf(program);
  for (const auto& [location, id] : locations) {
    const Value address = objectAddress(static_cast<Value>(id));
    result->locations.push_back({locationName(location), address, 0, AddressSpace::Generic, std::nullopt});
  }
  unsigned place = 0;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    result->threads.push_back(ThreadWriter(t, locations, place).run(program.threads[t]));
    place += static_cast<unsigned>(program.threads[t].size());
  }
  result->condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
  result->conditionText = "(true)";
  observeEverything(*result);
  return result;
}

std::string litmusOf(const SuiteProgram& program, const std::string& description,
                     const std::string& condition) {
  const auto built = programOf(program);
  std::string text = fmt::format("HSA {}\n", built->name);
  if (!description.empty()) {
    text += fmt::format("\"{}\"\n", description);
  }
  text += "{";
  for (const MemoryLocation& location : built->locations) {
    text += fmt::format(" {}=0;", location.name);
  }
  text += " }\n";
  std::vector<std::vector<std::string>> columns;
  for (ThreadId t = 0; t < built->threads.size(); ++t) {
    columns.push_back({headerCell(program, t)});
    for (const Instruction& instruction : built->threads[t].instructions) {
      columns.back().push_back(instruction.text);
    }
  }
  text += table(columns);
  return text + (condition.empty() ? "" : condition + "\n");
}

}  // namespace hrfcheck::inline batch
