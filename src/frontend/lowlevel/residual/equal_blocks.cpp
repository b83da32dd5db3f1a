#include "frontend/lowlevel/residual/equal_blocks.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "program/expr/expr_parts.h"
#include "program/ir/operation_parts.h"

// The coarsest partition of the blocks in which those of a class have the same steps and go on to the same
// classes, by refinement.

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Rounds of refinement: more than a thread of a test needs. Without the last one nothing is merged.
constexpr unsigned kMostRounds = 2'000;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

using Words = std::vector<std::uint64_t>;

/// What a block does, in words: two blocks do the same if all words are the same.
class BlockWords {
 public:
  static Words of(const ResidualBlock& block) {
    BlockWords words;
    for (const ResidualStep& step : block.steps) {
      words.add(step.operation.index(), step.origin);
      std::visit([&](const auto& operation) { words.operation(operation); }, step.operation);
    }
    words.expr(block.condition);
    words.add(block.taken.has_value(), block.next.has_value(), block.origin);
    return std::move(words.words_);
  }

 private:
  template <typename... Numbers>
  void add(Numbers... numbers) {
    (words_.push_back(static_cast<std::uint64_t>(numbers)), ...);
  }
  template <typename Number>
  void optional(const std::optional<Number>& number) {
    add(number.has_value(), number.value_or(Number{}));
  }

  void expr(const ExprPtr& expr) {
    if (expr == nullptr) {
      add(kNone);
      return;
    }
    this->expr(*expr);
  }
  void expr(const Expr& expr) {
    add(expr.node.index());
    std::visit(
        Overloaded{[&](const ConstantExpr& e) { add(e.value); }, [&](const RegisterExpr& e) { add(e.reg); },
                   [&]<OneOf<UnaryExpr, BinaryExpr> E>(const E& e) {
                     add(e.op);
                     kind(e.kind);
                   },
                   [](const SelectExpr&) {}},
        expr.node);
    forEachOperand(expr, [&](const Expr& operand) { this->expr(operand); });
  }
  void marks(const std::vector<std::string>& marks) {
    add(marks.size());
    for (const std::string& mark : marks) {
      add(mark.size());
      std::ranges::for_each(mark, [&](char c) { add(c); });
    }
  }
  void kind(const IntegerKind& kind) { add(kind.bits, kind.isSigned, kind.strict); }

  void operation(const Assign& o) {
    add(o.reg);
    expr(o.value);
  }
  void operation(const SharedAccess& o) {
    add(reinterpret_cast<std::uintptr_t>(o.access), o.where.place.has_value(), o.where.space,
        o.where.objects.size(), o.targets.size(), o.values.size(), o.written.has_value());
    if (o.where.place) {
      add(o.where.place->space, o.where.place->object, o.where.place->offset);
      optional(o.where.place->rank);
    }
    optional(o.where.nowhere);
    expr(o.where.number);
    for (const std::uint32_t object : o.where.objects) {
      add(object);
    }
    add(o.apart);
    for (const ReadWord& target : o.targets) {
      add(target.parts.size(), target.bits);
      for (const ReadWord::Part& part : target.parts) {
        add(part.begin, part.bits, part.reg);
      }
    }
    for (const StoredWord& word : o.values) {
      add(word.size());
      for (const StoredPart& part : word) {
        add(part.begin, part.bits);
        expr(part.value);
      }
    }
    expr(o.expected);
    if (o.written) {
      add(o.written->order);
      optional(o.written->failure);
    }
  }
  void operation(const Fence& o) {
    add(o.order, o.level, o.asWritten, o.orders, o.spaces.global, o.spaces.local);
    marks(o.marks);
  }
  void operation(const KnownBarrier& o) {
    add(o.level, o.number, o.waits, o.amongNamed, o.fences, o.meetsAlone, o.unordered, o.spaces.global,
        o.spaces.local);
    optional(o.order);
    marks(o.marks);
    optional(o.count);
    optional(o.memoryLevel);
    optional(o.exchange);
  }
  void operation(const KnownVote& o) {
    operation(o.barrier);
    add(o.question, o.target);
    expr(o.vote);
  }
  void operation(const GiveToLanes& o) {
    add(o.cell.warp, o.cell.exchange, o.cell.lane);
    expr(o.value);
  }
  void operation(const TakeFromLane& o) {
    add(o.reg, o.cell.warp, o.cell.exchange, o.cell.lane);
    expr(o.lane);
  }
  void operation(const StartAgent& o) { add(o.number); }
  void operation(const JoinAgents& o) {
    add(o.sources, o.numbers.size());
    for (const std::uint32_t number : o.numbers) {
      add(number);
    }
  }

  Words words_;
};

/// By block: the number of its class, in the order in which classes are found; empty where that takes too
/// long.
std::vector<std::uint32_t> classesOf(const std::vector<ResidualBlock>& blocks) {
  std::vector<std::uint32_t> classes;
  std::map<Words, std::uint32_t> known;
  for (const ResidualBlock& block : blocks) {
    classes.push_back(
        known.emplace(BlockWords::of(block), static_cast<std::uint32_t>(known.size())).first->second);
  }
  std::size_t count = known.size();
  for (unsigned round = 0; round < kMostRounds; ++round) {
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> finer;
    std::vector<std::uint32_t> refined;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const auto classOf = [&](const std::optional<std::uint32_t>& to) { return to ? classes[*to] : kNone; };
      refined.push_back(
          finer
              .emplace(std::array{classes[b], classOf(blocks[b].next), classOf(blocks[b].taken)},
                       static_cast<std::uint32_t>(finer.size()))
              .first->second);
    }
    classes = std::move(refined);
    if (finer.size() == count) {
      return classes;
    }
    count = finer.size();
  }
  return {};
}

}  // namespace

void mergeEqualBlocks(ResidualThread& thread) {
  const std::vector<std::uint32_t> classes = classesOf(thread.blocks);
  if (classes.empty()) {
    return;
  }
  // Classes are numbered in the order of their first blocks.
  std::vector<ResidualBlock> merged;
  for (std::size_t b = 0; b < classes.size(); ++b) {
    if (classes[b] == merged.size()) {
      merged.push_back(std::move(thread.blocks[b]));
      for (auto* to : {&merged.back().next, &merged.back().taken}) {
        *to = *to ? std::optional(classes[**to]) : std::nullopt;
      }
    }
  }
  thread.blocks = std::move(merged);
}

}  // namespace hrfcheck::frontend::lowlevel
