#pragma once

#include "frontend/lowlevel/residual/residual.h"
#include "util/overloaded.h"

/// What the code of threads consists of, for code that asks the same of all its steps.
namespace hrfcheck::frontend::lowlevel {

/// Calls with the steps of a thread, or of several.
template <typename Code, typename Visit>
void forEachStep(Code& code, Visit&& visit) {
  if constexpr (requires { code.blocks; }) {
    for (auto& block : code.blocks) {
      for (auto& step : block.steps) {
        visit(step);
      }
    }
  } else if constexpr (requires { code.code; }) {
    forEachStep(code.code, visit);
  } else {
    for (auto& thread : code) {
      forEachStep(thread, visit);
    }
  }
}

/// Calls with the operations of one kind, and their steps.
template <typename Kind, typename Code, typename Visit>
void forEachOf(Code& code, Visit&& visit) {
  forEachStep(code, [&](auto& step) {
    if (auto* operation = std::get_if<Kind>(&step.operation)) {
      visit(*operation, step);
    }
  });
}

/// Calls with the registers that an operation sets.
template <typename Visit>
void forEachTarget(const ResidualOperation& operation, Visit&& visit) {
  std::visit(
      Overloaded{[&](const Assign& o) { visit(o.reg); },
                 [&](const SharedAccess& o) {
                   for (const ReadWord& target : o.targets) {
                     for (const ReadWord::Part& part : target.parts) {
                       visit(part.reg);
                     }
                   }
                 },
                 [&](const KnownVote& o) { visit(o.target); }, [&](const TakeFromLane& o) { visit(o.reg); },
                 [](const GiveToLanes&) {}, [](const Fence&) {}, [](const KnownBarrier&) {},
                 [](const StartAgent&) {}, [](const JoinAgents&) {}},
      operation);
}

/// Calls with the expressions that an operation evaluates.
template <typename Visit>
void forEachExpr(const ResidualOperation& operation, Visit&& visit) {
  const auto present = [&](const ExprPtr& expr) {
    if (expr != nullptr) {
      visit(expr);
    }
  };
  std::visit(
      Overloaded{[&](const Assign& o) { visit(o.value); },
                 [&](const SharedAccess& o) {
                   present(o.where.number);
                   for (const StoredWord& word : o.values) {
                     for (const StoredPart& part : word) {
                       visit(part.value);
                     }
                   }
                   present(o.expected);
                 },
                 [&](const KnownVote& o) { visit(o.vote); }, [&](const GiveToLanes& o) { visit(o.value); },
                 [&](const TakeFromLane& o) { present(o.lane); }, [](const Fence&) {},
                 [](const KnownBarrier&) {}, [](const StartAgent&) {}, [](const JoinAgents&) {}},
      operation);
}

/// The objects that an access may be of.
inline std::vector<std::uint32_t> objectsOf(const SharedAccess& access) {
  return access.where.place ? std::vector{access.where.place->object} : access.where.objects;
}

}  // namespace hrfcheck::frontend::lowlevel
