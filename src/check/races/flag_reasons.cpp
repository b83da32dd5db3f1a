#include "check/races/flag_reasons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "check/races/annotation_edit.h"
#include "check/races/races.h"
#include "program/ir/ptx_marks.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::inline check {
namespace {

bool hasMark(const Instruction& instruction, std::string_view mark) {
  return std::ranges::find(instruction.marks, mark) != instruction.marks.end();
}

bool someHas(const Program& program, std::string_view mark) {
  return std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.instructions,
                               [&](const Instruction& instruction) { return hasMark(instruction, mark); });
  });
}

/// With every access through the generic proxy.
std::shared_ptr<const Program> withOneProxy(const Program& program) {
  auto copy = std::make_shared<Program>(program);
  for (Thread& thread : copy->threads) {
    for (Instruction& instruction : thread.instructions) {
      std::erase(instruction.marks, kMarkAsync);
    }
  }
  return copy;
}

class ReasonFinder {
 public:
  ReasonFinder(const Model& model, std::size_t check, const FlagPair& pair, const Deadline& deadline)
      : model_(model),
        check_(check),
        pair_(pair.first, pair.second),
        execution_(pair.witness.execution()),
        deadline_(deadline) {}

  std::string run() {
    const bool first = isAsync(pair_.first);
    if (first != isAsync(pair_.second)) {
      if (isOrdered(withOneProxy(program()))) {
        return fmt::format(
            "{} goes through the async proxy and {} does not: no fence between the proxies "
            "(fence.proxy.async) is on the way from one to the other",
            name(first ? pair_.first : pair_.second), name(first ? pair_.second : pair_.first));
      }
    }
    return narrowScopes();
  }

 private:
  const Program& program() const { return execution_.structure->program(); }
  bool isAsync(InstructionRef where) const { return hasMark(instructionAt(program(), where), kMarkAsync); }
  std::string name(InstructionRef where) const {
    return program().instructionName(where.thread, where.instruction);
  }

  bool isOrdered(std::shared_ptr<const Program> changed) const {
    Execution other = execution_;
    other.structure = std::make_shared<const EventStructure>(*execution_.structure, std::move(changed));
    Evaluator evaluator(model_, *other.structure, deadline_);
    return !seenRace(evaluator, other, check_, {pair_}).has_value();
  }

  std::uint32_t commonLevel() const {
    const ScopeTree& scopes = program().scopes;
    std::uint32_t level = kThreadLevel + 1;
    while (level < outermostLevel(scopes) &&
           scopes.instanceOf(pair_.first.thread, level) != scopes.instanceOf(pair_.second.thread, level)) {
      ++level;
    }
    return level;
  }

  /// The smallest set of scopes, by leaving out one after the other, that must be wider.
  std::string narrowScopes() const {
    const std::uint32_t level = commonLevel();
    std::vector<AnnotationEdit> edits;
    for (const InstructionRef where : scopedInstructions(program())) {
      if (atomicityOf(instructionAt(program(), where))->level < level) {
        edits.push_back({where, level});
      }
    }
    if (edits.empty() || !isOrdered(withEdits(program(), edits))) {
      return "";
    }
    for (std::size_t i = edits.size(); i-- > 0;) {
      std::vector<AnnotationEdit> fewer = edits;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (isOrdered(withEdits(program(), fewer))) {
        edits = std::move(fewer);
      }
    }
    std::vector<std::string> names;
    for (const AnnotationEdit& edit : edits) {
      names.push_back(name(edit.where));
    }
    return edits.empty() ? ""
                         : fmt::format("the {} of {} {} narrower than {}, which both threads are in",
                                       edits.size() == 1 ? "scope" : "scopes", fmt::join(names, " and "),
                                       edits.size() == 1 ? "is" : "are", program().scopes.levels()[level]);
  }

  const Model& model_;
  std::size_t check_;
  InstructionPair pair_;
  Execution execution_;
  const Deadline& deadline_;
};

}  // namespace

std::vector<std::string> flagReasons(const Model& model, const FlagFinding& finding,
                                     const Deadline& deadline) {
  std::vector<std::string> reasons;
  try {
    for (const FlagPair& pair : finding.pairs) {
      const Execution shown = pair.witness.execution();
      const Program& program = shown.structure->program();
      const bool asks = someHas(program, kMarkAsync) || someHas(program, kMarkBarrierObject);
      reasons.push_back(asks ? ReasonFinder(model, finding.check, pair, deadline).run() : "");
    }
  } catch (const OutOfTime&) {
    // The pairs are flagged, whether or not there is time to say why.
  }
  reasons.resize(finding.pairs.size());
  return reasons;
}

}  // namespace hrfcheck::inline check
