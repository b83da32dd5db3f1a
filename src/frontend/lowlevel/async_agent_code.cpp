#include "frontend/lowlevel/async_agent_code.h"

#include <algorithm>
#include <numeric>

#include "frontend/lowlevel/module/module.h"
#include "program/expr/further_operators.h"
#include "program/expr/phase_barrier.h"
#include "program/ir/ptx_marks.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kWordBytes = 4;
constexpr unsigned kLargestElement = 8;
constexpr unsigned kBarrierBits = 64;

/// The word of a barrier object is updated, and must be what the instruction asks for.
void updateBarrier(const AsyncAgent& what, const Access& access, const ObjectPlace& place,
                   std::uint64_t update, bool arrives, AsyncAgentCode& code,
                   std::vector<ResidualStep>& steps) {
  const auto before = static_cast<RegisterId>(code.thread.registers.size());
  code.thread.registers.emplace_back("before");
  code.thread.registers.emplace_back("");
  SharedAccess updated{&access, {place, nullptr, {}, place.space}};
  updated.targets.push_back({{{0, kBarrierBits, before}}, kBarrierBits});
  updated.values.push_back({{0, kBarrierBits, constant(static_cast<Value>(update))}});
  steps.push_back({std::move(updated), what.origin});
  const auto isSet = [&](phase_barrier::Field f) {
    const ExprPtr field = binary(
        BinaryOp::And, binary(BinaryOp::Shr, registerRef(before), constant(f.shift), IntegerKind{64, false}),
        constant(static_cast<Value>(f.mask())), IntegerKind{64, false});
    return binary(BinaryOp::Ne, field, constant(0), IntegerKind{64, false});
  };
  const ExprPtr defined =
      arrives ? binary(BinaryOp::LogicalAnd, isSet(phase_barrier::kValid), isSet(phase_barrier::kPending))
              : isSet(phase_barrier::kValid);
  steps.push_back({Assign{before + 1, unary(UnaryOp::Assert, defined, kOfBarrierObject)}, what.origin});
}

class CopyMaker {
 public:
  CopyMaker(const AsyncAgent& what, const std::map<std::uint32_t, unsigned>& elements,
            std::deque<Access>& accesses, AsyncAgentCode& code)
      : what_(what), accesses_(accesses), code_(code), size_(elementOf(elements)) {}

  void run() {
    read();
    if (what_.copy->update) {
      update(*what_.copy->update);
    } else {
      write();
    }
    if (what_.completion) {
      complete();
    }
  }

 private:
  /// As large as the elements in which others access the two objects.
  unsigned elementOf(const std::map<std::uint32_t, unsigned>& elements) const {
    if (what_.copy->update || what_.copy->element != 0) {
      return what_.copy->update ? what_.copy->update->bytes : what_.copy->element;
    }
    unsigned size = 0;
    for (const std::uint32_t object : {what_.to.object, what_.from.object}) {
      const auto known = elements.find(object);
      const bool counts = known != elements.end() && (what_.given != 0 || object == what_.to.object);
      size = std::gcd(size, counts ? known->second : 0U);
    }
    const unsigned alone = what_.copy->bulk ? kLargestElement : kWordBytes;  // nobody else accesses them
    size = std::gcd(size == 0 ? alone : std::min(size, kLargestElement), what_.bytes);
    return std::gcd(size, what_.given);
  }

  void read() {
    const unsigned bits = size_ * kBitsOfByte;
    Access& load = accesses_.emplace_back();
    load.space = what_.copy->fromSpace;
    load.reads = true;
    load.bytes = size_;
    markProxy(load);
    SharedAccess loaded{&load, {what_.from, nullptr, {}, what_.from.space}};
    const bool allKnown = std::ranges::all_of(what_.known, [](const auto& byte) { return byte.has_value(); });
    for (unsigned at = 0; at < what_.bytes; at += size_) {
      if (at >= what_.given) {
        values_.push_back(constant(0));
      } else if (allKnown) {
        std::uint64_t number = 0;
        for (unsigned b = 0; b < size_; ++b) {
          number |= std::uint64_t{*what_.known[at + b]} << (b * kBitsOfByte);
        }
        values_.push_back(expressionOf(ThreadValue::known(number)));
      } else {
        const auto reg = static_cast<RegisterId>(code_.thread.registers.size());
        code_.thread.registers.emplace_back("copied");
        load.targets.emplace_back(0);
        loaded.targets.push_back({{{0, bits, reg}}, bits});
        values_.push_back(registerRef(reg));
      }
    }
    if (!loaded.targets.empty()) {
      code_.reads.push_back({std::move(loaded), what_.origin});
    }
  }

  void markProxy(Access& access) const {
    if (what_.copy->bulk) {
      access.marks.emplace_back(kMarkAsync);
    }
  }

  Access& writing() {
    Access& access = accesses_.emplace_back();
    access.space = what_.copy->toSpace;
    access.writes = true;
    access.atomicity = what_.copy->atomicity;
    access.bytes = size_;
    markProxy(access);
    return access;
  }

  void write() {
    Access& store = writing();
    store.values.resize(values_.size());
    SharedAccess stored{&store, {what_.to, nullptr, {}, what_.to.space}};
    for (const ExprPtr& value : values_) {
      stored.values.push_back({{0, size_ * kBitsOfByte, value}});
    }
    code_.writes.push_back({std::move(stored), what_.origin});
  }

  void update(const AsyncUpdate& update) {
    Access& reduction = writing();
    reduction.reads = true;
    reduction.update = update.op;
    reduction.signedUpdate = update.isSigned;
    reduction.targets.resize(1);
    reduction.values.resize(1);
    ObjectPlace place = what_.to;
    for (const ExprPtr& value : values_) {
      SharedAccess reduced{&reduction, {place, nullptr, {}, place.space}};
      reduced.targets.emplace_back();
      reduced.values.push_back({{0, size_ * kBitsOfByte, value}});
      code_.writes.push_back({std::move(reduced), what_.origin});
      place.offset += size_;
    }
  }

  void complete() {
    const phase_barrier::Field field = phase_barrier::kMoreTransactions;
    const std::uint64_t less = (std::uint64_t{0} - what_.bytes) & field.mask();
    updateBarrier(what_, *what_.copy->completion, *what_.completion, less << field.shift, false, code_,
                  code_.completes);
  }

  const AsyncAgent& what_;
  std::deque<Access>& accesses_;
  AsyncAgentCode& code_;
  unsigned size_;
  std::vector<ExprPtr> values_;  ///< by element: what is copied
};

}  // namespace

AsyncAgentCode codeOf(const AsyncAgent& what, const std::map<std::uint32_t, unsigned>& elements,
                      std::deque<Access>& accesses) {
  AsyncAgentCode code;
  if (what.arrival != nullptr) {
    updateBarrier(what, *what.arrival, what.to, 1, true, code, code.writes);
  } else {
    CopyMaker(what, elements, accesses, code).run();
  }
  return code;
}

}  // namespace hrfcheck::frontend::lowlevel
