#include "program/expr/phase_barrier.h"

#include <fmt/format.h>

namespace hrfcheck::inline program::phase_barrier {
namespace {

std::uint64_t get(std::uint64_t word, Field field) {
  return word >> field.shift & field.mask();
}
std::uint64_t with(std::uint64_t word, Field field, std::uint64_t value) {
  return (word & ~(field.mask() << field.shift)) | (value & field.mask()) << field.shift;
}

}  // namespace

Value updated(Value before, Value operand) {
  const auto word = static_cast<std::uint64_t>(before);
  const auto update = static_cast<std::uint64_t>(operand);
  const std::uint64_t arrivals = get(update, kArrivals);
  const std::uint64_t pending = get(word, kPending) + get(update, kJoins);
  const std::uint64_t dropped = get(update, kDrops) != 0 ? arrivals : 0;
  if (get(word, kValid) == 0 || arrivals > pending || dropped > get(word, kExpected)) {
    return before;
  }
  const std::uint64_t transactions =
      (get(word, kTransactions) + get(update, kMoreTransactions)) & kTransactions.mask();
  std::uint64_t result = with(word, kPending, pending - arrivals);
  result = with(result, kExpected, get(word, kExpected) - dropped);
  result = with(result, kTransactions, transactions);
  const bool expectsOnly =
      arrivals == 0 && get(update, kMoreTransactions) >> (kMoreTransactions.bits - 1) == 0;
  if (!expectsOnly && pending == arrivals && transactions == 0) {
    result = with(result, kPhase, get(word, kPhase) + 1);
    result = with(result, kPending, get(result, kExpected));
  }
  return static_cast<Value>(result);
}

std::string textOf(Value value) {
  const auto word = static_cast<std::uint64_t>(value);
  if (word >> kValid.shift != 1) {
    return "";
  }
  const std::uint64_t transactions = get(word, kTransactions);
  std::string text = fmt::format("phase {}, {} of {} arrivals pending", get(word, kPhase),
                                 get(word, kPending), get(word, kExpected));
  if (transactions != 0) {
    const bool negative = transactions >> (kTransactions.bits - 1) != 0;
    const auto count = static_cast<std::int64_t>(transactions);
    text += fmt::format(", tx-count {}", negative ? count - (std::int64_t{1} << kTransactions.bits) : count);
  }
  return text;
}

}  // namespace hrfcheck::inline program::phase_barrier
