#include "planted.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "check/races/annotation_edit.h"
#include "program/ir/annotation.h"
#include "program/ir/operands.h"

namespace hrfcheck::test {
namespace {

struct Rule {
  const char* pattern;
  std::vector<std::string> weaker;
};

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all{
      {R"(\bmemory_order_seq_cst\b)", {"memory_order_relaxed"}},
      {R"(\bmemory_order_acq_rel\b)",
       {"memory_order_acquire", "memory_order_release", "memory_order_relaxed"}},
      {R"(\bmemory_order_acquire\b)", {"memory_order_relaxed"}},
      {R"(\bmemory_order_release\b)", {"memory_order_relaxed"}},
      {R"(\b__ATOMIC_SEQ_CST\b)", {"__ATOMIC_RELAXED"}},
      {R"(\b__ATOMIC_ACQ_REL\b)", {"__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE"}},
      {R"(\b__ATOMIC_ACQUIRE\b)", {"__ATOMIC_RELAXED"}},
      {R"(\b__ATOMIC_RELEASE\b)", {"__ATOMIC_RELAXED"}},
      {R"(\bmemory_scope_device\b)", {"memory_scope_work_group"}},
      {R"(\bmemory_scope_all_svm_devices\b)", {"memory_scope_work_group"}},
      {R"(\bthread_scope_device\b)", {"thread_scope_block"}},
      {R"(\bthread_scope_system\b)", {"thread_scope_block"}},
      {R"(\b__HIP_MEMORY_SCOPE_AGENT\b)", {"__HIP_MEMORY_SCOPE_WORKGROUP"}},
      {R"(\b__threadfence(_system)?\(\))", {"__threadfence_block()", ""}},
      {R"(\b__syncthreads\(\))", {""}},
      {R"(\b__syncwarp\([^)]*\))", {""}},
      {R"(\b(work_group_)?barrier\(([^()]|\([^()]*\))*\))", {""}},
      {R"(\b(cuda::)?atomic_thread_fence\([^;]*\))", {""}},
      {R"(\batomic_work_item_fence\([^;]*\))", {""}},
      {R"(\batomic(Add|Exch|CAS|Inc|Max|Min|Or|And)\()", {"atomic$1_block("}},
      {R"(\.(release|acquire)\.)", {".relaxed."}},
      {R"(\.acq_rel\.)", {".relaxed."}},
      {R"(\.gpu\b)", {".cta"}},
      {R"(\b(fence|membar)\.[a-z_.]+;)", {";"}},
      {R"(\b(bar|barrier)\.[a-z_.]+( [0-9]+)?;)", {";"}},
      // Columns.
      {R"(\.(rel|acq|ar|sc)\.)", {".rlx."}},
      {R"(\.rm_(rel|acq|ar)\.)", {".rlx."}},
      {R"(\.(cmp|sys)\b)", {".wg"}},
      {R"(\b(fence|membar)\.[a-z_.0-9]+ *(?=[|;]))", {""}},
      {R"(\bbarrier\.[a-z_.]+ *[0-9]* *(?=[|;]))", {""}},
  };
  return all;
}

/// What of a line is code: not what follows two slashes.
std::size_t codeLength(const std::string& line) {
  return std::min(line.find("//"), line.size());
}

bool isMemoryAccess(const Instruction& instruction) {
  return accessKindOf(instruction.operation) != AccessKind::None;
}

std::uint32_t lineOf(const Instruction& instruction) {
  return instruction.place.known() ? instruction.place.position().line : 0;
}

Spot spotOf(const Program& program, ThreadId thread, const Instruction& instruction) {
  const bool columns = !program.launched() && instruction.statement == Span{};
  return {columns ? thread : 0, lineOf(instruction)};
}

/// For each instruction of the first its number in the second, or nothing: a longest common subsequence of
/// instructions of one kind and line.
std::vector<std::optional<std::size_t>> aligned(const Thread& one, const Thread& other) {
  const auto& a = one.instructions;
  const auto& b = other.instructions;
  const auto same = [&](std::size_t i, std::size_t j) {
    return a[i].operation.index() == b[j].operation.index() && lineOf(a[i]) == lineOf(b[j]);
  };
  std::vector<std::vector<std::uint32_t>> longest(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      longest[i][j] = same(i, j) ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  std::vector<std::optional<std::size_t>> result(a.size());
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (same(i, j)) {
      result[i++] = j++;
    } else if (longest[i + 1][j] >= longest[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return result;
}

/// The nearest accesses on either side in the code.
void addNeighbours(const Program& program, ThreadId thread, std::size_t at, std::set<Spot>& spots) {
  const auto& code = program.threads[thread].instructions;
  for (std::size_t i = at; i-- > 0;) {
    if (isMemoryAccess(code[i])) {
      spots.insert(spotOf(program, thread, code[i]));
      break;
    }
  }
  for (std::size_t i = at + 1; i < code.size(); ++i) {
    if (isMemoryAccess(code[i])) {
      spots.insert(spotOf(program, thread, code[i]));
      break;
    }
  }
}

}  // namespace

std::vector<Planted> mistakesIn(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  std::vector<Planted> result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string code = lines[i].substr(0, codeLength(lines[i]));
    for (const Rule& rule : rules()) {
      const std::regex pattern(rule.pattern);
      for (std::sregex_iterator at(code.begin(), code.end(), pattern), end; at != end; ++at) {
        for (const std::string& weaker : rule.weaker) {
          std::vector<std::string> changed = lines;
          changed[i] = code.substr(0, static_cast<std::size_t>(at->position())) + at->format(weaker) +
                       code.substr(static_cast<std::size_t>(at->position() + at->length())) +
                       lines[i].substr(code.size());
          std::string all;
          for (const std::string& line : changed) {
            all += line + "\n";
          }
          result.push_back(
              {fmt::format("line {}: {} -> {}", i + 1, at->str(), at->format(weaker)), std::move(all)});
        }
      }
    }
  }
  return result;
}

std::set<Spot> weakenedSpots(const Program& fixed, const Program& mistaken) {
  std::set<Spot> spots;
  for (ThreadId t = 0; t < fixed.threads.size() && t < mistaken.threads.size(); ++t) {
    const Thread& before = fixed.threads[t];
    const auto numbers = aligned(before, mistaken.threads[t]);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Instruction& instruction = before.instructions[i];
      const bool gone = !numbers[i];
      if (!gone && annotationOf(instruction.operation) ==
                       annotationOf(mistaken.threads[t].instructions[*numbers[i]].operation)) {
        continue;
      }
      spots.insert(spotOf(fixed, t, instruction));
      if (gone && !isMemoryAccess(instruction)) {
        addNeighbours(fixed, t, i, spots);
      }
    }
  }
  return spots;
}

std::set<Spot> spotsOfStatement(const Program& program, InstructionRef where) {
  const Instruction& instruction = instructionAt(program, where);
  std::set<Spot> spots{spotOf(program, where.thread, instruction)};
  if (instruction.place.known() && instruction.statement.begin < instruction.statement.end) {
    const SourcePtr& source = instruction.place.source;
    const std::uint32_t last =
        Place{source, {instruction.statement.end - 1, instruction.statement.end}}.position().line;
    for (std::uint32_t line = Place{source, instruction.statement}.position().line; line <= last; ++line) {
      spots.emplace(spots.begin()->first, line);
    }
  }
  return spots;
}

}  // namespace hrfcheck::test
