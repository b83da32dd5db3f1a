#include "program/settle/needless_barriers.h"

#include <algorithm>

#include "program/expr/substitute.h"
#include "program/flow/ended_threads.h"
#include "program/flow/lane_exchanges.h"
#include "program/ir/operation_parts.h"

namespace hrfcheck::inline program {
namespace {

/// What a thread does, as far as barriers may order it or it may keep the thread from coming to one.
bool matters(const ResidualInstruction& left) {
  const auto* assign = std::get_if<AssignOp>(&left.operation);
  return assign == nullptr || left.predicated || !constantValue(*assign->value);
}

bool isSimple(const Expr& expr) {
  return std::holds_alternative<ConstantExpr>(expr.node) || std::holds_alternative<RegisterExpr>(expr.node);
}

/// A thread always goes on behind it.
bool goesOn(const ResidualInstruction& left, const KnownRun& run) {
  if (left.predicated) {
    return false;
  }
  const auto simple = [](const ExprPtr& expr) { return expr == nullptr || isSimple(*expr); };
  return std::visit(Overloaded{[&](const LoadOp& o) { return constantValue(*o.address).has_value(); },
                               [&](const StoreOp& o) { return constantValue(*o.address) && simple(o.value); },
                               [&](const RmwOperation& o) {
                                 return constantValue(*o.address) && simple(o.operand) &&
                                        simple(o.expected) && o.kind.bits <= 32;
                               },
                               [](const FenceOp&) { return true; },
                               [&](const BarrierOp&) {
                                 return left.arrival &&
                                        run.meetings().occurrence(left.barrier, *left.arrival) != nullptr;
                               },
                               [](const auto&) { return false; }},
                    left.operation);
}

class NeedlessBarriers {
 public:
  NeedlessBarriers(const Program& program, KnownRun& run) : program_(program), run_(run) {
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      const std::vector<ResidualInstruction>& code = run_.residues()[t].code();
      std::vector<std::uint32_t>& items = items_.emplace_back();
      for (std::uint32_t i = 0; i < code.size(); ++i) {
        if (matters(code[i])) {
          items.push_back(i);
        }
      }
    }
  }

  void leaveOut() {
    for (std::uint32_t b = 0; b < run_.meetings().barriers().size(); ++b) {
      leaveOutOfExchanges(b);
    }
    bool any = true;
    while (any) {
      any = false;
      for (std::uint32_t b = 0; b < run_.meetings().barriers().size(); ++b) {
        any = leaveOutFirst(b) || leaveOutLast(b) || leaveOutRepeated(b) || any;
      }
    }
  }

 private:
  ResidualInstruction& at(ThreadId t, std::uint32_t item) { return run_.residues()[t].code()[item]; }
  const std::vector<ThreadId>& participants(std::uint32_t barrier) const {
    return run_.meetings().barriers()[barrier].participants;
  }
  /// It takes part no more, and need not.
  bool isGone(ThreadId t, std::uint32_t barrier, std::uint32_t k) const {
    const Instruction* instruction = run_.meetings().occurrence(barrier, k);
    return run_.meetings().arrivals(t)[barrier] <= k && run_.ended(t) && instruction != nullptr &&
           !waitsForTheEnded(program_, std::get<BarrierOp>(instruction->operation));
  }
  /// Which arrival at a barrier an item is; nothing for another one.
  std::optional<std::uint32_t> arrivalOf(ThreadId t, std::uint32_t item, std::uint32_t barrier) {
    const ResidualInstruction& left = at(t, item);
    return left.arrival && left.barrier == barrier &&
                   run_.meetings().occurrence(barrier, *left.arrival) != nullptr
               ? left.arrival
               : std::nullopt;
  }

  /// Leaves out an arrival of all participants that have one, where `find` says which item of each that is.
  /// @returns whether it did
  template <typename Find>
  bool leaveOutOf(std::uint32_t barrier, const Find& find) {
    std::optional<std::uint32_t> k;
    std::vector<std::pair<ThreadId, std::size_t>> found;
    for (const ThreadId t : participants(barrier)) {
      const std::optional<std::size_t> place = find(t);
      const auto arrival = place ? arrivalOf(t, items_[t][*place], barrier) : std::nullopt;
      if (arrival && (!k || k == arrival)) {
        k = arrival;
        found.emplace_back(t, *place);
      } else if (arrival) {
        return false;
      }
    }
    if (!k || std::ranges::any_of(participants(barrier), [&](ThreadId t) {
          return std::ranges::find(found, t, &std::pair<ThreadId, std::size_t>::first) == found.end() &&
                 !isGone(t, barrier, *k);
        })) {
      return false;
    }
    for (const auto& [t, place] : found) {
      at(t, items_[t][place]).leftOut = true;
      items_[t].erase(items_[t].begin() + static_cast<std::ptrdiff_t>(place));
    }
    return true;
  }

  bool leaveOutFirst(std::uint32_t barrier) {
    bool any = false;
    while (leaveOutOf(barrier, [&](ThreadId t) {
      return items_[t].empty() ? std::nullopt : std::optional<std::size_t>(0);
    })) {
      any = true;
    }
    return any;
  }

  bool leaveOutLast(std::uint32_t barrier) {
    for (const ThreadId t : participants(barrier)) {
      if (!run_.ended(t) ||
          !std::ranges::all_of(items_[t], [&](std::uint32_t item) { return goesOn(at(t, item), run_); })) {
        return false;
      }
    }
    bool any = false;
    while (leaveOutOf(barrier, [&](ThreadId t) {
      return items_[t].empty() ? std::nullopt : std::optional(items_[t].size() - 1);
    })) {
      any = true;
    }
    return any;
  }

  /// Directly behind the same barrier.
  bool leaveOutRepeated(std::uint32_t barrier) {
    bool any = false;
    std::uint32_t most = 0;
    for (const ThreadId t : participants(barrier)) {
      most = std::max(most, run_.meetings().arrivals(t)[barrier]);
    }
    for (std::uint32_t k = 1; k < most; ++k) {
      any = leaveOutOf(barrier, [&](ThreadId t) { return repeatedAt(t, barrier, k); }) || any;
    }
    return any;
  }

  std::optional<std::size_t> repeatedAt(ThreadId t, std::uint32_t barrier, std::uint32_t k) {
    for (std::size_t i = 1; i < items_[t].size(); ++i) {
      const auto before = arrivalOf(t, items_[t][i - 1], barrier);
      if (before && arrivalOf(t, items_[t][i], barrier) == k) {
        const bool same = areSameBarriers(*run_.meetings().occurrence(barrier, *before),
                                          *run_.meetings().occurrence(barrier, k));
        return same ? std::optional(i) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  void leaveOutOfExchanges(std::uint32_t barrier) {
    const Instruction* first = run_.meetings().occurrence(barrier, 0);
    if (first == nullptr || !handsOver(*first) ||
        std::ranges::any_of(participants(barrier), [&](ThreadId t) { return exchanges(t); })) {
      return;
    }
    for (std::uint32_t k = 0; run_.meetings().occurrence(barrier, k) != nullptr; ++k) {
      leaveOutOf(barrier, [&](ThreadId t) -> std::optional<std::size_t> {
        const auto item =
            std::ranges::find_if(items_[t], [&](std::uint32_t i) { return arrivalOf(t, i, barrier) == k; });
        return item == items_[t].end() ? std::nullopt : std::optional<std::size_t>(item - items_[t].begin());
      });
    }
  }

  /// Some access of an exchange is left.
  bool exchanges(ThreadId t) {
    return std::ranges::any_of(items_[t], [&](std::uint32_t item) {
      const ResidualInstruction& left = at(t, item);
      return !std::holds_alternative<BarrierOp>(left.operation) &&
             handsOver(program_.threads[t].instructions[left.number]);
    });
  }

  const Program& program_;
  KnownRun& run_;
  std::vector<std::vector<std::uint32_t>> items_;  ///< by thread: places in its residue
};

}  // namespace

void leaveOutNeedlessBarriers(const Program& program, KnownRun& run) {
  NeedlessBarriers(program, run).leaveOut();
}

}  // namespace hrfcheck::inline program
