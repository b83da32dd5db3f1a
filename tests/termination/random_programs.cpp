#include "termination/random_programs.h"

#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

constexpr std::uint32_t kLength = 5;

BarrierOp randomBarrier(Random& random) {
  BarrierOp op{kWg};
  op.id = static_cast<Value>(random.below(2));
  if (random.chance(40)) {
    op.id = 7;
    op.count = 1 + static_cast<Value>(random.below(3));
    op.waits = random.chance(70);
  }
  return op;
}

/// Of one instance no thread has two.
BarrierOp randomNamedBarrier(Random& random, Value instance) {
  const auto bit = [&] {
    return random.chance(60) ? BarrierNumber::of(static_cast<RegisterId>(random.below(2)))
                             : BarrierNumber(static_cast<Value>(random.below(2)));
  };
  BarrierOp op{kWg};
  op.instance = instance;
  op.id = bit();
  op.amongNamed = random.chance(60);
  if (!op.amongNamed) {
    op.count = 1 + static_cast<Value>(random.below(3));
    op.instance = bit();
  }
  op.waits = random.chance(80);
  return op;
}

void addAccess(Random& random, ThreadBuilder& t, const ExprPtr& at) {
  const auto bit = static_cast<Value>(random.below(2));
  const std::string reg = random.chance(70) ? "r0" : "r1";
  switch (random.below(5)) {
    case 0:
      t.store(at, bit);
      break;
    case 1:
      t.rmw(RmwOp::Exchange, reg, at, bit);
      break;
    case 2:
      t.cas(reg, at, bit, 1 - bit);
      break;
    default:
      t.load(reg, at);
  }
}

/// One thread; the first instruction is an access, and jumps back go to accesses.
void addThread(Random random, const RandomShape& shape, ProgramBuilder& p, const std::vector<ExprPtr>& memory,
               unsigned group) {
  ThreadBuilder& t = p.thread(group);
  t.reg("r0");
  t.reg("r1");
  std::vector<std::uint32_t> accesses;
  const auto length = static_cast<std::uint32_t>(3 + random.below(kLength - 2));
  for (std::uint32_t i = 0; i < length; ++i) {
    if (!accesses.empty() && random.chance(40)) {
      const bool back = random.chance(65) && !shape.named;
      const auto target = back ? accesses[random.below(accesses.size())]
                               : i + 1 + static_cast<std::uint32_t>(random.below(length - i));
      const ExprPtr reg = t.get(random.chance(70) ? "r0" : "r1");
      t.branch(binary(BinaryOp::Eq, reg, constant(static_cast<Value>(random.below(2)))), target);
    } else if (shape.barriers && random.chance(shape.named ? 30 : 15)) {
      t.barrier(kWg, 99);  // filled in below
    } else {
      accesses.push_back(i);
      addAccess(random, t, memory[random.below(memory.size())]);
      if (i + 1 < length && random.chance(50)) {  // waits for what it reads
        t.branch(binary(BinaryOp::Eq, t.get("r0"), constant(static_cast<Value>(random.below(2)))), i++);
      }
    }
  }
}

}  // namespace

std::shared_ptr<const Program> randomProgram(Random& random, const RandomShape& shape) {
  ProgramBuilder p;
  const std::vector<ExprPtr> memory{p.location("x"), p.location("y")};
  const Random same(random.next());
  for (unsigned t = 0; t < shape.threads; ++t) {
    addThread(shape.alike ? same : Random(random.next()), shape, p, memory, shape.groups ? t : 0);
  }
  Program program = *p.build();
  Random barriers(random.next());
  for (Thread& thread : program.threads) {
    Random of = shape.alike ? barriers : Random(random.next());
    Value instance = 0;
    for (Instruction& instruction : thread.instructions) {
      if (std::holds_alternative<BarrierOp>(instruction.operation)) {
        instruction.operation = shape.named ? randomNamedBarrier(of, instance++) : randomBarrier(of);
      }
    }
  }
  if (!shape.listed) {
    std::erase_if(program.observed, [](const StateVariable& v) { return v.isRegister(); });
  }
  return std::make_shared<const Program>(std::move(program));
}

}  // namespace hrfcheck::test
