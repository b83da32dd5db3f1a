#include "differential/random_function.h"

#include "differential/random_expressions.h"

namespace hrfcheck::kernels {

Stmt& add(Block& block, StmtKind kind) {
  auto stmt = std::make_shared<Stmt>();
  stmt->kind = kind;
  block.push_back(stmt);
  return *stmt;
}

Function randomFunction(Random& random, KernelWords& words, const Object& object, const std::string& name) {
  Function function;
  function.name = name;
  function.returns = randomType(random);
  function.parameter = randomType(random);
  function.pointee = object.type;
  function.pointsToAtomic = object.atomic;
  function.variables.push_back({"t", randomType(random), 0, 0});
  RandomExpressions inside(random);
  inside.ids = random.chance(30);
  inside.variables = {"v", "t"};
  const StmtKind ordinary = random.chance(50) ? StmtKind::Load : StmtKind::Store;
  Stmt& access = add(function.body, object.atomic ? StmtKind::AtomicUpdate : ordinary);
  access.cell = {"p", nullptr};
  access.name = "t";
  access.function = "atomic_fetch_add";
  access.words = words.both(KernelWords::ofUpdates());
  access.value = object.atomic && random.chance(50) ? numberExpr(1) : inside.value(1);
  if (random.chance(40)) {
    Stmt& stmt = add(function.body, StmtKind::If);
    stmt.value = inside.condition();
    stmt.blocks.resize(2);
    Stmt& assign = add(stmt.blocks[0], StmtKind::Assign);
    assign.name = "t";
    assign.value = inside.value(2);
  }
  function.result = inside.value(2);
  return function;
}

}  // namespace hrfcheck::kernels
