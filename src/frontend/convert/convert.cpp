#include "frontend/convert/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "frontend/c/language/integer_types.h"
#include "frontend/c_dialects.h"
#include "frontend/columns/dialects.h"
#include "frontend/convert/element_addresses.h"
#include "frontend/convert/flatten.h"
#include "frontend/convert/fold_conditions.h"
#include "frontend/convert/neutral.h"
#include "frontend/convert/target_words.h"
#include "frontend/convert/unsayable_here.h"
#include "frontend/litmus.h"
#include "frontend/print/print_litmus.h"
#include "program/expr/further_operators.h"
#include "program/expr/operators.h"
#include "program/expr/substitute.h"
#include "program/flow/asynchronous.h"
#include "program/flow/control_flow.h"
#include "program/ir/operands.h"
#include "program/ir/operation_parts.h"
#include "program/ir/program.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

struct TargetOfConversion {
  std::string_view word;
  const Dialect* dialect;
  MakeTargetWords words;
};
const std::array<TargetOfConversion, 5> kTargets{{{"hsa", &kHsaDialect, hsaWords},
                                                  {"opencl", &kOpenClDialect, openClWords},
                                                  {"ptx", &kPtxDialect, ptxWords},
                                                  {"vulkan", &kVulkanDialect, vulkanWords},
                                                  {"amdgpu", &kAmdgpuDialect, amdgpuWords}}};

const TargetOfConversion& targetOf(std::string_view word) {
  const auto* found = std::ranges::find(kTargets, word, &TargetOfConversion::word);
  INVARIANT(found != kTargets.end(), "a target of conversion");
  return *found;
}

void retarget(Operation& operation, const std::vector<std::uint32_t>& begins) {
  forEachLabel(operation, [&](std::uint32_t& target) { target = begins[target]; });
}

/// Labels stand before instructions, so where control goes behind the last one, there must be another.
void endWithLabel(Thread& thread) {
  const auto end = static_cast<std::uint32_t>(thread.instructions.size());
  const bool reached = std::ranges::any_of(
      thread.instructions, [&](const Instruction& i) { return jumpTarget(i.operation) == end; });
  if (reached) {
    thread.instructions.push_back({NopOp{}, std::nullopt, thread.instructions.back().place, ""});
  }
}

/// The dialect of a test that can be converted.
const Dialect& sourceDialect(const Program& program) {
  const Dialect& dialect = dialectOf(program.dialect, {});
  if (dialect.levelsFromTree) {
    const std::vector<Instruction>& code = program.threads.front().instructions;
    throw UserError(
        code.empty() ? Place{} : code.front().place,
        fmt::format("tests of the {} dialect have levels and annotations of their own, which no other "
                    "dialect has",
                    dialect.name));
  }
  return dialect;
}

/// Asynchronous operations are PTX's own, and rows of its litmus dialect are not what compiled code has.
void refuseAsynchronous(const Program& program, const Dialect& to) {
  if (const Instruction* found = asynchronousInstruction(program)) {
    throw UserError(
        found->place,
        fmt::format("'{}' cannot be expressed in the {} dialect: asynchronous operations, barrier "
                    "objects and fences for them are not converted",
                    found->text, to.name));
  }
}

/// Converts to another dialect.
class Converter {
 public:
  Converter(const Program& program, const TargetOfConversion& target)
      : from_(sourceDialect(program)),
        to_(*target.dialect),
        scopes_(program, from_, to_),
        original_(withElementAddresses(program)),
        neutral_(withNeutralOperations(original_)),
        facts_(neutral_),
        words_(target.words(facts_, scopes_, from_, to_)),
        result_(original_) {}

  Conversion run() {
    refuseAsynchronous(original_, to_);
    result_.dialect = to_.name;
    result_.conventions = to_.conventions;
    renamed_ = nameRegisters(result_);
    for (ThreadId t = 0; t < result_.threads.size(); ++t) {
      thread(t);
    }
    diagnostics_.throwIfErrors();
    result_.scopes = scopes_.tree();
    locations();
    terminates();
    // Registers that were added, and those of functions, are not what a test without a question asks for.
    result_.observedByDefault =
        result_.observedByDefault && !renamed_ && to_.c == nullptr && from_.c == nullptr;
    std::vector<std::string> notes{fmt::format("converted from {}; {}", from_.name, scopes_.table())};
    std::ranges::copy(words_->notes(), std::back_inserter(notes));
    if (!result_.expects.empty()) {
      result_.expects.clear();
      notes.emplace_back("its 'expect' lines are left out: they refer to the original test");
    }
    if (to_.c == nullptr && forgetsWidths()) {
      notes.emplace_back(
          "atomic additions and subtractions do not wrap around at the width of their objects");
    }
    return {std::move(result_), std::move(notes)};
  }

 private:
  /// Takes the widths of atomic operations away, which instructions in columns do not have. Those that wrap
  /// around in an int do so where nobody means it.
  /// @return whether there were any others
  bool forgetsWidths() {
    bool any = false;
    for (Thread& thread : result_.threads) {
      for (Instruction& instruction : thread.instructions) {
        if (auto* rmw = std::get_if<RmwOperation>(&instruction.operation)) {
          any = any || rmw->kind.bits < c::kInt.bits || rmw->kind == IntegerKind{32, false};
          rmw->kind = {};
        }
      }
    }
    return any;
  }

  Program withNeutralOperations(Program program) {
    if (!program.systemSynchronizesWith.empty()) {
      throw UserError("only the VULKAN dialect has pairs of threads that the system orders");
    }
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      const Thread& original = original_.threads[t];
      for (std::size_t i = 0; i < original.instructions.size(); ++i) {
        Instruction& instruction = program.threads[t].instructions[i];
        try {
          refuseOneSided(instruction);
          instruction.operation = neutralOperation(original_, original, i);
        } catch (const UnsayableHere& why) {
          report(instruction, why);
          instruction.operation = NopOp{};  // it has been refused, and no target knows it
        }
        instruction.marks.clear();
      }
    }
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      folded_.push_back(foldConditions(program.threads[t], observedRegisters(program, t)));
    }
    return program;
  }

  static bool isPtx(const Instruction& instruction) {
    return std::ranges::find(instruction.marks, kMarkOfPtx) != instruction.marks.end();
  }

  /// A fence of compiled code makes its own pattern alone; tests of PTX have those of both.
  void refuseOneSided(const Instruction& instruction) const {
    const auto* fence = std::get_if<FenceOp>(&instruction.operation);
    const bool oneSided = fence != nullptr && fence->atomicity && fence->atomicity->order != Order::SeqCst &&
                          fence->atomicity->order != Order::AcquireRelease;
    if (&to_ == &kPtxDialect && oneSided && isPtx(instruction)) {
      throw UnsayableHere("its fences acquire and release");
    }
  }

  void report(const Instruction& instruction, const UnsayableHere& why) {
    const auto place = [](const Place& p) { return std::tuple(p.source, p.span.begin, p.span.end); };
    const bool known = std::ranges::any_of(
        diagnostics_.all(), [&](const Diagnostic& d) { return place(d.place) == place(instruction.place); });
    if (!known) {
      diagnostics_.error(instruction.place,
                         fmt::format("'{}' cannot be expressed in the {} dialect: {}", instruction.text,
                                     to_.name, why.reason()),
                         why.hint());
    }
  }

  void thread(ThreadId t) {
    std::vector<Instruction> code;
    std::vector<std::uint32_t> begins;
    const std::vector<Instruction>& before = neutral_.threads[t].instructions;
    for (std::uint32_t i = 0; i < before.size(); ++i) {
      begins.push_back(static_cast<std::uint32_t>(code.size()));
      if (folded_[t].contains(i)) {
        continue;
      }
      try {
        append(code, t, before[i]);
      } catch (const UnsayableHere& why) {
        report(before[i], why);
      }
    }
    begins.push_back(static_cast<std::uint32_t>(code.size()));
    const bool compiled = std::ranges::any_of(original_.threads[t].instructions, isPtx);
    if (&to_ == &kPtxDialect && &from_ != &kPtxDialect && !compiled) {
      keepOldValues(t, code);
    }
    for (Instruction& instruction : code) {
      retarget(instruction.operation, begins);
    }
    result_.threads[t].instructions = std::move(code);
    endWithLabel(result_.threads[t]);
  }

  /// A `red` of PTX acquires nothing, and no fence behind it does by it: an update that may acquire is an
  /// `atom`, even if nobody wants the old value.
  void keepOldValues(ThreadId t, std::vector<Instruction>& code) {
    const bool fences = std::ranges::any_of(
        code, [](const Instruction& i) { return std::holds_alternative<FenceOp>(i.operation); });
    std::optional<RegisterId> unused;
    for (Instruction& instruction : code) {
      auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
      const bool reduces = rmw != nullptr && !rmw->target && combinesOld(rmw->op);
      if (!reduces ||
          (!fences && (rmw->atomicity.order == Order::Relaxed || rmw->atomicity.order == Order::Release))) {
        continue;
      }
      renamed_ = true;
      unused = unused ? unused : addRegister(result_, t);
      rmw->target = unused;
    }
  }

  void append(std::vector<Instruction>& code, ThreadId t, const Instruction& instruction) {
    std::vector<Operation> operations{instruction.operation};
    if (to_.layout == Layout::Columns) {
      const std::size_t registers = result_.threads[t].registers.size();
      operations = Flattening(result_, t, to_, words_->comparesValues()).run(instruction.operation);
      renamed_ = renamed_ || result_.threads[t].registers.size() != registers;
    }
    for (const Operation& operation : operations) {
      for (Piece& piece : words_->pieces(t, operation)) {
        code.push_back({std::move(piece.operation), instruction.predicate, instruction.place,
                        instruction.text, std::move(piece.marks)});
      }
    }
  }

  void locations() {
    for (MemoryLocation& location : result_.locations) {
      if (isUnknown(location.initial)) {
        throw UserError(fmt::format(
            "it is not specified what {} holds initially, and tests of litmus dialects must specify it",
            location.name));
      }
      location.observableLevel = words_->observableLevel(location);
      if (from_.c == nullptr && to_.c != nullptr) {
        // Without a word, memory that threads share is global.
        location.space = location.space == AddressSpace::Local ? AddressSpace::Local : AddressSpace::Global;
        location.atomicType = accessedAtomically(location);
      } else if (to_.c == nullptr) {
        location.atomicType = true;
      }
    }
  }

  /// By an atomic access that may be to it.
  bool accessedAtomically(const MemoryLocation& location) const {
    const std::string_view object = objectNameOf(location);
    for (const Thread& thread : neutral_.threads) {
      for (const Instruction& instruction : thread.instructions) {
        const ExprPtr address = operandsOf(instruction.operation).address;
        if (address == nullptr || atomicityOf(instruction.operation) == nullptr) {
          continue;
        }
        const auto known = constantValue(*address);
        const auto at = known ? neutral_.locationAt(*known) : std::nullopt;
        if (!at || objectNameOf(neutral_.locations[*at]) == object) {
          return true;
        }
      }
    }
    return false;
  }

  static std::string_view objectNameOf(const MemoryLocation& location) {
    return std::string_view(location.name).substr(0, location.name.find('['));
  }

  void terminates() {
    for (ProgressExpectation& expectation : result_.terminates) {
      for (auto& [level, scheduler] : expectation.scheduler.levels) {
        const auto mapped = scopes_.level(level);
        if (!mapped) {
          throw UserError(expectation.place,
                          fmt::format("the {} dialect has no level for {}", to_.name, from_.levels[level]));
        }
        level = *mapped;
      }
    }
  }

  const Dialect& from_;
  const Dialect& to_;
  Diagnostics diagnostics_;
  ScopeMap scopes_;
  Program original_;
  std::vector<std::set<std::uint32_t>> folded_;  ///< by thread of neutral_: comparisons that branches have
  Program neutral_;
  ConversionFacts facts_;
  std::unique_ptr<TargetWords> words_;
  Program result_;
  bool renamed_ = false;
};

/// A test in its own dialect. Functions get the names and the labels that goto needs.
Conversion same(Program program) {
  program = withElementAddresses(program);
  if (program.dialect == kOpenClDialect.name) {
    const bool renamed = nameRegisters(program);
    program.observedByDefault = program.observedByDefault && !renamed;
    std::ranges::for_each(program.threads, endWithLabel);
  }
  return {std::move(program), {}};
}

}  // namespace
}  // namespace hrfcheck::frontend

namespace hrfcheck {

std::vector<std::string> targetsOfConversion() {
  std::vector<std::string> words;
  for (const auto& target : frontend::kTargets) {
    words.emplace_back(target.word);
  }
  return words;
}

Conversion convert(const Program& program, std::string_view target) {
  const frontend::TargetOfConversion& to = frontend::targetOf(target);
  return program.dialect == to.dialect->name ? frontend::same(program)
                                             : frontend::Converter(program, to).run();
}

std::string convertedLitmus(const Program& program, std::string_view target) {
  const Conversion conversion = convert(program, target);
  const std::string text = printLitmus(conversion.program, conversion.notes);
  try {
    parseLitmus(std::make_shared<Source>("the result", text));
  } catch (const UserError& error) {
    throw UserError(fmt::format("this test cannot be written in the {} dialect: {}",
                                conversion.program.dialect, error.diagnostics().front().message));
  }
  return text;
}

}  // namespace hrfcheck
