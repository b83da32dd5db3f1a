#include "frontend/lowlevel/dead_assigns.h"

#include <algorithm>

#include "program/ir/further_operators.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

using Live = std::vector<bool>;

void read(const ExprPtr& expr, Live& live) {
  if (expr != nullptr) {
    for (const RegisterId reg : registersOf(*expr)) {
      live[reg] = true;
    }
  }
}

bool asserts(const Expr& expr) {
  const auto* e = std::get_if<UnaryExpr>(&expr.node);
  return e != nullptr && (e->op == UnaryOp::Assert || e->op == UnaryOp::Undefined || e->op == kKnown);
}

/// Backward over a step.
/// @return whether it is needed
bool pass(const ResidualOperation& operation, Live& live) {
  return std::visit(Overloaded{[&](const Assign& o) {
                                 if (!live[o.reg] && !asserts(*o.value)) {
                                   return false;
                                 }
                                 live[o.reg] = false;
                                 read(o.value, live);
                                 return true;
                               },
                               [&](const SharedAccess& o) {
                                 for (const ReadWord& target : o.targets) {
                                   for (const ReadWord::Part& part : target.parts) {
                                     live[part.reg] = false;
                                   }
                                 }
                                 read(o.where.number, live);
                                 for (const StoredWord& word : o.values) {
                                   for (const StoredPart& part : word) {
                                     read(part.value, live);
                                   }
                                 }
                                 read(o.expected, live);
                                 return true;
                               },
                               [&](const KnownVote& o) {
                                 live[o.target] = false;
                                 read(o.vote, live);
                                 return true;
                               },
                               [&](const GiveToLanes& o) {
                                 read(o.value, live);
                                 return true;
                               },
                               [&](const TakeFromLane& o) {
                                 if (!live[o.reg]) {
                                   return false;
                                 }
                                 live[o.reg] = false;
                                 read(o.lane, live);
                                 return true;
                               },
                               [](const auto&) { return true; }},
                    operation);
}

}  // namespace

void dropDeadAssigns(ResidualThread& thread) {
  std::vector<Live> live(thread.blocks.size(), Live(thread.registers.size(), false));
  const auto behind = [&](const ResidualBlock& block) {
    Live result(thread.registers.size(), false);
    for (const auto& next : {block.next, block.taken}) {
      for (std::size_t r = 0; next && r < result.size(); ++r) {
        result[r] = result[r] || live[*next][r];
      }
    }
    read(block.condition, result);
    return result;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = thread.blocks.size(); b-- > 0;) {
      Live here = behind(thread.blocks[b]);
      for (auto step = thread.blocks[b].steps.rbegin(); step != thread.blocks[b].steps.rend(); ++step) {
        pass(step->operation, here);
      }
      changed = changed || here != live[b];
      live[b] = std::move(here);
    }
  }
  for (ResidualBlock& block : thread.blocks) {
    Live here = behind(block);
    std::vector<ResidualStep> kept;
    for (auto step = block.steps.rbegin(); step != block.steps.rend(); ++step) {
      if (pass(step->operation, here)) {
        kept.push_back(std::move(*step));
      }
    }
    std::ranges::reverse(kept);
    block.steps = std::move(kept);
  }
}

}  // namespace hrfcheck::frontend::lowlevel
