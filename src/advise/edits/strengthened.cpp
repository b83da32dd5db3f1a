#include "advise/edits/strengthened.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "advise/edits/scope_choices.h"
#include "frontend/edit/spelling.h"
#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "program/lock_unit/lock_bit.h"
#include "program/unroll/spin_loops.h"

namespace hrfcheck::inline advise {
namespace {

/// The strongest order of an operation. Dialects with models of their own have no accesses that are
/// sequentially consistent.
Order strongestOrder(const Program& program, const Operation& operation) {
  if (!program.conventions.ownModels) {
    return Order::SeqCst;
  }
  switch (accessKindOf(operation)) {
    case AccessKind::Load:
      return Order::Acquire;
    case AccessKind::Store:
      return Order::Release;
    case AccessKind::Rmw:
      return Order::AcquireRelease;
    case AccessKind::None:
      break;
  }
  return program.dialect == "PTX" ? Order::SeqCst : Order::AcquireRelease;
}

class Strengthener {
 public:
  Strengthener(const Program& program, const Strengthening& how)
      : how_(how), program_(std::make_shared<Program>(program)), levels_(scopeChoices(program)) {
    findAccessors();
  }

  std::shared_ptr<const Program> run() {
    for (ThreadId t = 0; t < program_->threads.size(); ++t) {
      for (std::uint32_t i = 0; i < program_->threads[t].instructions.size(); ++i) {
        change(t, i);
      }
    }
    if (how_.atomic) {
      for (MemoryLocation& location : program_->locations) {
        location.atomicType = true;
      }
    }
    if (how_.fences) {
      for (Thread& thread : program_->threads) {
        addFences(thread);
      }
    }
    return program_;
  }

 private:
  void findAccessors() {
    for (ThreadId t = 0; t < program_->threads.size(); ++t) {
      for (const Instruction& instruction : program_->threads[t].instructions) {
        if (accessKindOf(instruction.operation) == AccessKind::None) {
          continue;
        }
        all_.insert(t);
        for (const LocationId word : wordsNamedBy(*program_, *operandsOf(instruction.operation).address)) {
          accessors_[word].insert(t);
        }
      }
    }
  }

  /// The least level that is a choice at which all of them are in one instance.
  std::uint32_t levelFor(const std::set<ThreadId>& threads) const {
    const auto together = [&](std::uint32_t level) {
      return level != kThreadLevel && std::ranges::all_of(threads, [&](ThreadId t) {
               return program_->scopes.instanceOf(t, level) ==
                      program_->scopes.instanceOf(*threads.begin(), level);
             });
    };
    const auto found = std::ranges::find_if(levels_, together);
    return found == levels_.end() ? outermostLevel(program_->scopes) : *found;
  }

  std::uint32_t levelOf(const Operation& operation, std::uint32_t now) const {
    if (how_.scopes == Strengthening::Scopes::Kept) {
      return now;
    }
    if (how_.scopes == Strengthening::Scopes::Widest) {
      return levels_.empty() ? outermostLevel(program_->scopes) : levels_.back();
    }
    std::set<ThreadId> threads;
    if (const ExprPtr address = operandsOf(operation).address) {
      for (const LocationId word : wordsNamedBy(*program_, *address)) {
        threads.insert(accessors_.at(word).begin(), accessors_.at(word).end());
      }
    }
    return levelFor(threads.empty() ? all_ : threads);
  }

  void change(ThreadId t, std::uint32_t i) {
    const Operation& operation = program_->threads[t].instructions[i].operation;
    std::optional<Annotation> annotation = annotationOf(operation);
    const bool access = accessKindOf(operation) != AccessKind::None;
    if (!annotation || (!annotation->atomicity && !(access && how_.atomic))) {
      return;
    }
    if (!annotation->atomicity) {
      annotation->atomicity = Atomicity{strongestOrder(*program_, operation), levelFor(all_)};
    }
    Atomicity& atomicity = *annotation->atomicity;
    if (how_.orders) {
      atomicity.order = strongestOrder(*program_, operation);
      annotation->failureOrder = annotation->failureOrder ? std::optional(Order::SeqCst) : std::nullopt;
    }
    atomicity.level = levelOf(operation, atomicity.level);
    if (how_.remote != Strengthening::Remote::Kept) {
      atomicity.remote = how_.remote == Strengthening::Remote::All && access;
    }
    annotate(*program_, t, i, *annotation);
  }

  Instruction fenceLike(const Instruction& instruction) const {
    Instruction fence = instruction;
    fence.operation = FenceOp{};
    fence.operation = FenceOp{Atomicity{strongestOrder(*program_, fence.operation), levelFor(all_)}};
    fence.predicate.reset();
    fence.marks.clear();
    fence.reference.clear();
    return fence;
  }

  /// Loops that only wait stay as they are: they are looked at by their rounds.
  void addFences(Thread& thread) const {
    const std::vector<Loop> loops = findLoops(thread, {});
    std::vector<Instruction> code;
    std::vector<std::uint32_t> begins;
    for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
      const Instruction& instruction = thread.instructions[i];
      const bool barrier = std::holds_alternative<BarrierOp>(instruction.operation);
      const bool waits =
          std::ranges::any_of(loops, [&](const Loop& loop) { return loop.spin && loop.contains(i); });
      begins.push_back(static_cast<std::uint32_t>(code.size()));
      if (!waits && (barrier || accessKindOf(instruction.operation) != AccessKind::None)) {
        code.push_back(fenceLike(instruction));
      }
      code.push_back(instruction);
      if (barrier) {
        code.push_back(fenceLike(instruction));
      }
    }
    begins.push_back(static_cast<std::uint32_t>(code.size()));
    for (Instruction& instruction : code) {
      if (auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
        branch->target = begins[branch->target];
      } else if (auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
        jump->target = begins[jump->target];
      } else if (auto* meeting = std::get_if<ReconvergenceOp>(&instruction.operation)) {
        meeting->target = begins[meeting->target];
      }
    }
    thread.instructions = std::move(code);
  }

  const Strengthening& how_;
  std::shared_ptr<Program> program_;
  std::vector<std::uint32_t> levels_;
  std::map<LocationId, std::set<ThreadId>> accessors_;
  std::set<ThreadId> all_;  ///< who accesses memory
};

}  // namespace

Strengthening only(const EditKinds& kinds, Strengthening all) {
  all.orders = all.orders && kinds.order;
  all.scopes = kinds.scope ? all.scopes : Strengthening::Scopes::Kept;
  all.fences = all.fences && kinds.fence;
  all.atomic = all.atomic && kinds.atomic;
  all.remote = kinds.remote ? all.remote : Strengthening::Remote::Kept;
  return all;
}

std::string textOf(const Strengthening& how) {
  std::vector<std::string> parts;
  if (how.orders) {
    parts.emplace_back("the strongest orders");
  }
  switch (how.scopes) {
    case Strengthening::Scopes::Kept:
      break;
    case Strengthening::Scopes::Least:
      parts.emplace_back("scopes that contain all who access a location");
      break;
    case Strengthening::Scopes::Widest:
      parts.emplace_back("the widest scopes");
      break;
  }
  if (how.fences) {
    parts.emplace_back("fences before all accesses and around all barriers");
  }
  if (how.atomic) {
    parts.emplace_back("all accesses atomic");
  }
  switch (how.remote) {
    case Strengthening::Remote::Kept:
      break;
    case Strengthening::Remote::None:
      parts.emplace_back("nothing remote");
      break;
    case Strengthening::Remote::All:
      parts.emplace_back("all operations remote");
      break;
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::shared_ptr<const Program> strengthened(const Program& program, const Strengthening& how) {
  return Strengthener(program, how).run();
}

}  // namespace hrfcheck::inline advise
