#include <algorithm>

#include "frontend/lowlevel/module/module.h"
#include "frontend/ptx/translate/function_translator.h"
#include "program/expr/further_operators.h"
#include "program/expr/phase_barrier.h"
#include "program/ir/ptx_marks.h"

// Barrier objects (PTX ISA, "mbarrier"). An object is a word of memory (program/expr/phase_barrier.h). What
// arrives updates it atomically, and releases or is relaxed; what waits reads it, and where the phase is
// complete reads it once more, acquiring: a wait that says no orders nothing. Each is an incident where the
// page of the instruction leaves its behavior undefined and the word shows it.

namespace hrfcheck::frontend::ptx {
namespace {

using phase_barrier::Field;

constexpr unsigned kWord = 64;

NumberPtr get(const NumberPtr& word, Field field) {
  return number(NumberOp::And, kWord,
                {number(NumberOp::ShrUnsigned, kWord, {word, literal(field.shift, kWord)}),
                 literal(field.mask(), kWord)});
}
NumberPtr placed(const NumberPtr& value, Field field) {
  return number(NumberOp::Shl, kWord, {value, literal(field.shift, kWord)});
}
NumberPtr compared(NumberOp op, const NumberPtr& left, const NumberPtr& right) {
  return numberFrom(op, kWord, 1, {left, right});
}
NumberPtr both(const NumberPtr& left, const NumberPtr& right) {
  return number(NumberOp::And, 1, {left, right});
}
NumberPtr either(const NumberPtr& left, const NumberPtr& right) {
  return number(NumberOp::Or, 1, {left, right});
}
NumberPtr plus(const NumberPtr& left, const NumberPtr& right) {
  return number(NumberOp::Add, kWord, {left, right});
}
NumberPtr joined(const NumberPtr& left, const NumberPtr& right) {
  return number(NumberOp::Or, kWord, {left, right});
}
NumberPtr isValid(const NumberPtr& word) {
  return compared(NumberOp::Ne, get(word, phase_barrier::kValid), literal(0, kWord));
}
/// From 1 to the most that a field holds.
NumberPtr isCount(const NumberPtr& value, Field field) {
  const NumberPtr before = number(NumberOp::Sub, kWord, {value, literal(1, kWord)});
  return compared(NumberOp::LtUnsigned, before, literal(field.mask(), kWord));
}

}  // namespace

bool FunctionTranslator::barrierObject() {
  if (in_->name != "mbarrier" || in_->modifiers.empty()) {
    return false;
  }
  const std::string_view action = mod(0);
  if (has("multicast::cluster::32b")) {
    refuse("barrier objects of several blocks of a cluster are not supported");
  }
  if (has("layout::v1") || has("phase_type::conditional")) {
    refuse("conditional phases are not supported");
  }
  if (action == "init") {
    initBarrierObject();
  } else if (action == "inval") {
    storeBarrierWord(literal(0, kWord), false);
  } else if (action == "arrive" || action == "arrive_drop") {
    arrive(action == "arrive_drop");
  } else if (action == "expect_tx" || action == "complete_tx") {
    countTransactions(action == "complete_tx");
  } else if (action == "test_wait" || action == "try_wait") {
    waitForPhase();
  } else if (action == "pending_count") {
    define(0, get(source(1, kWord), phase_barrier::kPending));
  } else {
    return false;
  }
  return true;
}

/// "If no scope is specified, it defaults to .cta"; what is ordered has an order by default.
Atomicity FunctionTranslator::atomicityOfBarrier(Order byDefault) const {
  return {has("relaxed") ? Order::Relaxed : byDefault, scope().value_or(kGroupLevel)};
}

Access FunctionTranslator::barrierAccess(std::size_t address) {
  Access access;
  access.space = space();
  access.address = addressOf(operand(address));
  access.bytes = kWord / 8;
  access.ofBarrier = true;
  access.ofOwnBlock = !has("shared::cluster");
  access.marks = {kMarkBarrierObject};
  return access;
}

void FunctionTranslator::storeBarrierWord(const NumberPtr& word, bool begins) {
  Access access = barrierAccess(0);
  access.writes = true;
  if (begins) {
    access.marks.emplace_back(kMarkInit);
  }
  access.values.push_back(word);
  emit(std::move(access));
}

void FunctionTranslator::initBarrierObject() {
  const NumberPtr count = resized(source(1, 32), kWord);
  emit(Require{compared(NumberOp::Ne, count, literal(0, kWord))});
  skip(isCount(count, phase_barrier::kExpected), 1);
  emit(Refused{"more than 65534 arrivals are not supported"});
  storeBarrierWord(
      joined(joined(placed(count, phase_barrier::kPending), placed(count, phase_barrier::kExpected)),
             placed(literal(1, kWord), phase_barrier::kValid)),
      true);
}

/// Updates the word, and gives back what it was.
NumberPtr FunctionTranslator::updateBarrier(Access access, const NumberPtr& update) {
  const std::uint32_t old = temporary(kWord);
  access.reads = access.writes = true;
  access.update = kRmwPhaseUpdate;
  access.values.push_back(update);
  access.targets.emplace_back(old);
  emit(std::move(access));
  const NumberPtr word = registerNumber(old, kWord);
  emit(Require{isValid(word)});
  return word;
}

void FunctionTranslator::arrive(bool drops) {
  const bool expects = has("expect_tx");
  const NumberPtr third = in_->operands.size() > 2 ? resized(source(2, 32), kWord) : nullptr;
  if (expects && third == nullptr) {
    refuse("operand 3 is missing");
  }
  const NumberPtr count = expects || third == nullptr ? literal(1, kWord) : third;
  const NumberPtr expected = expects ? third : literal(0, kWord);
  emit(Require{isCount(count, phase_barrier::kArrivals)});
  emit(Require{isTransactionCount(expected)});
  Access access = barrierAccess(1);
  access.atomicity = atomicityOfBarrier(Order::Release);
  const NumberPtr word = updateBarrier(
      std::move(access), joined(joined(count, literal(drops ? 1U << phase_barrier::kDrops.shift : 0, kWord)),
                                placed(expected, phase_barrier::kMoreTransactions)));
  const NumberPtr pending = get(word, phase_barrier::kPending);
  emit(Require{compared(NumberOp::LeUnsigned, count, pending)});
  if (drops) {
    emit(Require{compared(NumberOp::LtUnsigned, count, get(word, phase_barrier::kExpected))});
  }
  if (has("noComplete")) {
    emit(Require{either(compared(NumberOp::Ne, count, pending),
                        compared(NumberOp::Ne, get(word, phase_barrier::kTransactions), literal(0, kWord)))});
  }
  define(0, word);
}

/// The tx-count's range: PTX ISA, "Contents of the mbarrier object".
NumberPtr FunctionTranslator::isTransactionCount(const NumberPtr& count) {
  return compared(NumberOp::LtUnsigned, count,
                  literal(std::uint64_t{1} << (phase_barrier::kTransactions.bits - 1), kWord));
}

void FunctionTranslator::countTransactions(bool complete) {
  const NumberPtr count = resized(source(1, 32), kWord);
  emit(Require{isTransactionCount(count)});
  Access access = barrierAccess(0);
  access.atomicity = atomicityOfBarrier(Order::Relaxed);
  const NumberPtr more = complete ? number(NumberOp::Sub, kWord, {literal(0, kWord), count}) : count;
  updateBarrier(
      std::move(access),
      placed(number(NumberOp::And, kWord, {more, literal(phase_barrier::kMoreTransactions.mask(), kWord)}),
             phase_barrier::kMoreTransactions));
}

/// "The test_wait and try_wait operations are valid only for the current incomplete phase, and the
/// immediately preceding phase"; a parity always is that of one of them.
void FunctionTranslator::waitForPhase() {
  const std::optional<std::uint32_t> answer = targetOf(operand(0));
  if (!answer) {
    refuse("its result has no register");
  }
  const Atomicity atomicity = atomicityOfBarrier(Order::Acquire);
  const auto read = [&](Order order) {
    const std::uint32_t target = temporary(kWord);
    Access access = barrierAccess(1);
    access.reads = true;
    access.atomicity = Atomicity{order, atomicity.level};
    access.targets.emplace_back(target);
    emit(std::move(access));
    return registerNumber(target, kWord);
  };
  const NumberPtr word = read(Order::Relaxed);
  const NumberPtr phase = get(word, phase_barrier::kPhase);
  if (has("parity")) {
    const NumberPtr parity = number(NumberOp::And, kWord, {resized(source(2, 32), kWord), literal(1, kWord)});
    emit(Require{isValid(word)});
    define(0, compared(NumberOp::Ne, number(NumberOp::And, kWord, {phase, literal(1, kWord)}), parity));
  } else {
    const NumberPtr state = source(2, kWord);
    const NumberPtr then = get(state, phase_barrier::kPhase);
    const NumberPtr next = number(
        NumberOp::And, kWord, {plus(then, literal(1, kWord)), literal(phase_barrier::kPhase.mask(), kWord)});
    emit(Require{both(both(isValid(word), isValid(state)),
                      either(compared(NumberOp::Eq, phase, then), compared(NumberOp::Eq, phase, next)))});
    define(0, compared(NumberOp::Ne, phase, then));
  }
  if (atomicity.order == Order::Relaxed) {
    return;
  }
  skip(number(NumberOp::Not, 1, {registerNumber(*answer, 1)}), 1);
  read(Order::Acquire);
}

}  // namespace hrfcheck::frontend::ptx
