#include "frontend/print/print_litmus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/c_dialects.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/written_rows.h"
#include "frontend/print/c_code.h"
#include "frontend/print/column_code.h"
#include "frontend/print/condition_text.h"
#include "frontend/print/placement_text.h"
#include "frontend/print/state_text.h"
#include "frontend/print/unsayable.h"
#include "program/condition/condition.h"
#include "util/characters.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

using frontend::Dialect;

/// A dialect that can be written: in columns by its instructions, else as functions.
struct Written {
  const Dialect* dialect;
  std::vector<PrintedInstruction> (*code)(const Program&, ThreadId);
};
const std::array<Written, 5> kWritten{{{&frontend::kHsaDialect, frontend::hsaCode},
                                       {&frontend::kPtxDialect, frontend::ptxCode},
                                       {&frontend::kVulkanDialect, frontend::vulkanCode},
                                       {&frontend::kAmdgpuDialect, frontend::amdgpuCode},
                                       {&frontend::kOpenClDialect, nullptr}}};

const Written& writtenOf(const Program& program) {
  const auto* found = std::ranges::find_if(
      kWritten, [&](const Written& written) { return written.dialect->name == program.dialect; });
  if (found == kWritten.end()) {
    throw UserError(fmt::format("tests of dialect {} cannot be written", program.dialect));
  }
  if (!std::ranges::equal(program.scopes.levels(), found->dialect->levels)) {
    frontend::refuseTest(*found->dialect, "its levels are not those of the dialect");
  }
  return *found;
}

std::string heading(const Program& program, const std::vector<std::string>& comments) {
  std::string text = fmt::format("{} {}\n", program.dialect, program.name);
  for (const std::string& comment : comments) {
    text += fmt::format("(* {} *)\n", comment);
  }
  if (!program.description.empty()) {
    text += fmt::format("\"{}\"\n", program.description);
  }
  for (const auto& [key, value] : program.keyValues) {
    text += fmt::format("{}={}\n", key, value);
  }
  return text;
}

/// Vulkan's block after the initial state.
std::string synchronized(const Program& program) {
  std::string pairs;
  for (const auto& [first, second] : program.systemSynchronizesWith) {
    pairs += fmt::format("ssw {} {}; ", first, second);
  }
  return pairs.empty() ? "" : "{ " + pairs + "}\n";
}

std::string columns(const Program& program, const Written& written) {
  const frontend::PlacementText placement(program, *written.dialect);
  std::vector<std::vector<std::string>> columns;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    columns.push_back({placement.header(t)});
    for (const PrintedInstruction& printed : written.code(program, t)) {
      columns.back().push_back(printed.label.empty() ? printed.text : printed.label + ": " + printed.text);
    }
  }
  return printedTable(columns);
}

std::string code(const Program& program, const Written& written) {
  return written.code != nullptr ? columns(program, written) : frontend::openClCode(program);
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
  SimtMode simt = SimtMode::None;
  for (const ProgressExpectation& expectation : program.terminates) {
    if (expectation.simt != simt) {
      simt = expectation.simt;
      entries += fmt::format(" {}", nameIn(kSimtModeNames, simt));
    }
    const char* quote = expectation.scheduler.hierarchical() ? "\"" : "";
    entries += fmt::format(" {0}{1}{0}={2}", quote, textOf(expectation.scheduler, program.scopes.levels()),
                           expectation.terminates ? "Y" : "N");
  }
  return entries.empty() ? "" : "terminates" + entries + "\n";
}

/// Whether the words of a line give this name again, without quotes.
bool isPlainName(const std::string& model) {
  const auto plain = [](unsigned char c) { return isWordPart(c) || c == '-'; };
  const bool digitsFirst = isDigit(model[0]);
  const bool dashDigit = std::ranges::adjacent_find(model, [](unsigned char a, unsigned char b) {
                           return a == '-' && isDigit(b);
                         }) != model.end();
  return std::ranges::all_of(model, plain) && !digitsFirst && !dashDigit;
}

std::string expects(const Program& program) {
  std::string lines;
  const std::string* model = nullptr;
  for (const ModelExpectation& expectation : program.expects) {
    if (model == nullptr || *model != expectation.model) {
      model = &expectation.model;
      const char* quote = isPlainName(*model) ? "" : "\"";
      lines += fmt::format("{0}expect {1}{2}{1}: ", lines.empty() ? "" : "\n", quote, *model);
    } else {
      lines += ", ";
    }
    lines += textOf(expectation.stated);
  }
  return lines.empty() ? "" : lines + "\n";
}

}  // namespace

std::string printLitmus(const Program& given, const std::vector<std::string>& comments) {
  const Program program = frontend::asWritten(given);
  const Written& written = writtenOf(program);
  const std::string filter =
      program.filter ? fmt::format("filter {}\n", frontend::conditionOfTest(*program.filter, program)) : "";
  return heading(program, comments) + frontend::stateText(program, *written.dialect) + synchronized(program) +
         code(program, written) + locations(program) + filter + condition(program) + terminates(program) +
         expects(program);
}

std::vector<PrintedInstruction> printedCode(const Program& program, ThreadId thread) {
  const Written& written = writtenOf(program);
  INVARIANT(written.code != nullptr, "code in columns");
  return written.code(program, thread);
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
