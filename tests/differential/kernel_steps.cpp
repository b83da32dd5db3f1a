#include "differential/kernel_steps.h"

#include <algorithm>

namespace hrfcheck::kernels {
namespace {

ExprPtr number(std::int64_t value) {
  Expr expr;
  expr.number = value;
  return std::make_shared<const Expr>(expr);
}

ExprPtr variable(const std::string& name) {
  Expr expr;
  expr.kind = ExprKind::Variable;
  expr.name = name;
  return std::make_shared<const Expr>(expr);
}

ExprPtr binary(Operator op, ExprPtr left, ExprPtr right) {
  Expr expr;
  expr.kind = ExprKind::Binary;
  expr.op = op;
  expr.operands = {std::move(left), std::move(right)};
  return std::make_shared<const Expr>(expr);
}

class Compiler {
 public:
  explicit Compiler(const Kernel& kernel) : kernel_(kernel) {}

  Steps run() {
    auto names = std::make_shared<Names>();
    for (const Variable& v : kernel_.variables) {
      names->variables[v.name] = allocate(v);
    }
    result_.kernelNames = names;
    block(kernel_.body, names);
    result_.slots = slots_;
    return std::move(result_);
  }

 private:
  Slot allocate(const Variable& v) {
    const Slot slot{slots_, v.elements, v.type};
    slots_ += std::max(1U, v.elements);
    return slot;
  }

  Step& add(StepKind kind, const Stmt& origin, const NamesPtr& names) {
    return result_.steps.emplace_back(Step{.kind = kind, .origin = &origin, .names = names});
  }
  std::size_t here() const { return result_.steps.size(); }

  void block(const Block& statements, const NamesPtr& names) {
    for (const auto& statement : statements) {
      write(*statement, names);
    }
  }

  void write(const Stmt& stmt, const NamesPtr& names) {
    switch (stmt.kind) {
      case StmtKind::Assign:
        return assign(stmt, names, names->variables.at(stmt.name), stmt.value);
      case StmtKind::ArrayStore: {
        Step& step = add(StepKind::ArrayStore, stmt, names);
        step.target = names->variables.at(stmt.name);
        step.index = stmt.index;
        step.value = stmt.value;
        return;
      }
      case StmtKind::Load:
      case StmtKind::AtomicLoad:
        add(StepKind::Load, stmt, names).target = names->variables.at(stmt.name);
        return;
      case StmtKind::Store:
      case StmtKind::AtomicStore:
        add(StepKind::Store, stmt, names).value = stmt.value;
        return;
      case StmtKind::Compound:
        return compound(stmt, names);
      case StmtKind::AtomicUpdate:
      case StmtKind::CompareExchange: {
        Step& step = add(stmt.kind == StmtKind::AtomicUpdate ? StepKind::Update : StepKind::CompareExchange,
                         stmt, names);
        step.target = names->variables.at(stmt.name);
        step.value = stmt.value;
        return;
      }
      case StmtKind::Fence:
        return;
      case StmtKind::Barrier:
        add(StepKind::Barrier, stmt, names);
        return;
      case StmtKind::Assert:
        add(StepKind::Assert, stmt, names).value = stmt.value;
        return;
      case StmtKind::If:
        return writeIf(stmt, names);
      case StmtKind::For:
        return writeFor(stmt, names);
      case StmtKind::Spin:
        return writeSpin(stmt, names);
      case StmtKind::Switch:
        return writeSwitch(stmt, names);
      case StmtKind::Call:
        return call(stmt, names);
    }
  }

  void assign(const Stmt& stmt, const NamesPtr& names, const Slot& target, ExprPtr value) {
    Step& step = add(StepKind::Assign, stmt, names);
    step.target = target;
    step.value = std::move(value);
  }

  /// A load and a store; what is loaded is nobody else's.
  void compound(const Stmt& stmt, const NamesPtr& names) {
    const Slot old{slots_++, 0, IntegerType{64, true}};
    add(StepKind::Load, stmt, names).target = old;
    Step& step = add(StepKind::Store, stmt, names);
    step.target = old;
    step.value = stmt.value;
    step.compound = stmt.op;
  }

  std::size_t branch(const Stmt& stmt, const NamesPtr& names, ExprPtr value, bool negated = false) {
    Step& step = add(StepKind::Branch, stmt, names);
    step.value = std::move(value);
    step.negated = negated;
    return here() - 1;
  }
  void comeHere(std::size_t jump) { result_.steps[jump].goal = here(); }
  std::size_t jump(const Stmt& stmt, const NamesPtr& names, std::size_t goal = 0) {
    add(StepKind::Jump, stmt, names).goal = goal;
    return here() - 1;
  }

  void writeIf(const Stmt& stmt, const NamesPtr& names) {
    const std::size_t other = branch(stmt, names, stmt.value);
    block(stmt.blocks[0], names);
    const std::size_t end = jump(stmt, names);
    comeHere(other);
    block(stmt.blocks[1], names);
    comeHere(end);
  }

  void writeFor(const Stmt& stmt, const NamesPtr& names) {
    const Slot counter = names->variables.at(stmt.name);
    const Slot rounds{slots_++, 0, IntegerType{64, true}};
    assign(stmt, names, counter, number(0));
    add(StepKind::Restart, stmt, names).target = rounds;
    const std::size_t head = here();
    const std::size_t end = branch(stmt, names, binary(Operator::Less, variable(stmt.name), stmt.value));
    add(StepKind::Round, stmt, names).target = rounds;
    block(stmt.blocks[0], names);
    assign(stmt, names, counter, binary(Operator::Add, variable(stmt.name), number(1)));
    jump(stmt, names, head);
    comeHere(end);
  }

  void writeSpin(const Stmt& stmt, const NamesPtr& names) {
    auto inner = std::make_shared<Names>(*names);
    const std::string read = "value that is read";
    inner->variables[read] = allocate({read, typeOf(stmt.cell, names)});
    const std::size_t head = here();
    add(StepKind::Load, stmt, inner).target = inner->variables.at(read);
    branch(stmt, inner, binary(Operator::Equal, variable(read), stmt.value));
    result_.steps.back().goal = head;
  }

  IntegerType typeOf(const Cell& cell, const NamesPtr& names) const {
    const std::string& object = names->pointee ? names->pointee->first : cell.object;
    return std::ranges::find(kernel_.objects, object, &Object::name)->type;
  }

  void writeSwitch(const Stmt& stmt, const NamesPtr& names) {
    std::vector<std::size_t> jumps;
    for (const std::int64_t label : stmt.labels) {
      jumps.push_back(branch(stmt, names, binary(Operator::Equal, stmt.value, number(label)), true));
    }
    jumps.push_back(jump(stmt, names));
    std::vector<std::size_t> ends(jumps.begin() + static_cast<std::ptrdiff_t>(stmt.blocks.size()),
                                  jumps.end());
    for (std::size_t i = 0; i < stmt.blocks.size(); ++i) {
      comeHere(jumps[i]);
      block(stmt.blocks[i], names);
      if (i != 0 || !stmt.fallsThrough) {
        ends.push_back(jump(stmt, names));
      }
    }
    std::ranges::for_each(ends, [&](std::size_t end) { comeHere(end); });
  }

  void call(const Stmt& stmt, const NamesPtr& names) {
    const Function& function = *std::ranges::find(kernel_.functions, stmt.function, &Function::name);
    auto inner = std::make_shared<Names>();
    const std::string object = names->pointee ? names->pointee->first : stmt.cell.object;
    inner->pointee = {object, slots_++};
    Step& pointing = add(StepKind::PointTo, stmt, names);
    pointing.target = Slot{inner->pointee->second, 0, IntegerType{64, true}};
    pointing.index = stmt.cell.index;
    inner->variables["v"] = allocate({"v", function.parameter});
    assign(stmt, names, inner->variables.at("v"), stmt.value);
    for (const Variable& v : function.variables) {
      inner->variables[v.name] = allocate(v);
      assign(stmt, inner, inner->variables.at(v.name), number(v.initial));
    }
    block(function.body, inner);
    assign(*function.returning, names, names->variables.at(stmt.name), function.result);
    result_.steps.back().valueNames = inner;
    result_.steps.back().through = function.returns;
  }

  const Kernel& kernel_;
  Steps result_;
  std::size_t slots_ = 0;
};

}  // namespace

bool Step::isShared() const {
  return kind == StepKind::Load || kind == StepKind::Store || kind == StepKind::Update ||
         kind == StepKind::CompareExchange || kind == StepKind::Barrier;
}

Steps stepsOf(const Kernel& kernel) {
  return Compiler(kernel).run();
}

}  // namespace hrfcheck::kernels
