#include "differential/kernel_text.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "differential/kernel_ids.h"

namespace hrfcheck::kernels {
namespace {

std::string numberText(std::int64_t number, IntegerType type) {
  const char* suffix = type.bits == 64 ? (type.isSigned ? "L" : "UL") : type.isSigned ? "" : "u";
  const std::string plain = fmt::format("{}{}", number, suffix);
  return type.bits < 32 ? fmt::format("({}){}", typeText(type), number) : plain;
}

const char* idText(Id id) {
  switch (id) {
    case Id::Global:
      return "get_global_id(0)";
    case Id::Local:
      return "get_local_id(0)";
    case Id::Group:
      return "get_group_id(0)";
    case Id::LocalSize:
      return "get_local_size(0)";
    case Id::Groups:
      return "get_num_groups(0)";
    case Id::GlobalSize:
      return "get_global_size(0)";
  }
  return "";
}

/// Writes the code of a kernel, or of one of its threads.
class Writer {
 public:
  explicit Writer(const Kernel& kernel) : kernel_(kernel) {}

  void line(const std::string& text) {
    result_.text += std::string(2 * depth_, ' ') + text + "\n";
    ++lines_;
    if (current_ != nullptr) {
      result_.statements[lines_] = current_;
    }
  }
  void functions() {
    for (const Function& function : kernel_.functions) {
      line(fmt::format("{}{} {}({}{}* p, {} v) {{", suffix_.empty() ? "" : "static ",
                       typeText(function.returns), functionName(function.name),
                       function.pointsToAtomic ? "atomic_" : "", typeText(function.pointee),
                       typeText(function.parameter)));
      ++depth_;
      variables(function.variables);
      block(function.body);
      current_ = function.returning.get();
      line(fmt::format("return {};", text(*function.result)));
      current_ = nullptr;
      --depth_;
      line("}");
    }
  }
  void body() {
    ++depth_;
    for (const Object& object : kernel_.objects) {
      if (!object.parameter && !thread_) {
        line(fmt::format("local {}{} {}[{}];", object.atomic ? "atomic_" : "", typeText(object.type),
                         object.name, object.cells()));
      }
    }
    variables(kernel_.variables);
    block(kernel_.body);
    --depth_;
    line("}");
  }
  /// From now on ids are those of this thread.
  void become(unsigned thread) { thread_ = thread; }
  void flat() { flat_ = true; }
  /// From now on functions are those of a file that has more kernels.
  void among(const std::string& suffix) { suffix_ = suffix; }
  KernelText take() { return std::move(result_); }

 private:
  std::string nameIn(const std::string& object) const {
    for (const Object& known : kernel_.objects) {
      if (known.name == object && known.local && thread_) {
        return instanceName(kernel_, object, groupOf(kernel_, *thread_), flat_);
      }
    }
    return object;
  }

  std::string text(const Expr& expr) const {
    switch (expr.kind) {
      case ExprKind::Number:
        return numberText(expr.number, expr.type);
      case ExprKind::Variable:
        return expr.name;
      case ExprKind::Element:
        return fmt::format("{}[{}]", expr.name, text(*expr.operands[0]));
      case ExprKind::Id:
        return thread_ ? fmt::format("{}UL", idOf(kernel_, *thread_, expr.id)) : idText(expr.id);
      case ExprKind::Unary:
        return fmt::format("({}{})", textOf(expr.op), text(*expr.operands[0]));
      case ExprKind::Binary:
        return fmt::format("({} {} {})", text(*expr.operands[0]), textOf(expr.op), text(*expr.operands[1]));
      case ExprKind::Conditional:
        return fmt::format("({} ? {} : {})", text(*expr.operands[0]), text(*expr.operands[1]),
                           text(*expr.operands[2]));
      case ExprKind::Cast:
        return fmt::format("(({}){})", typeText(expr.type), text(*expr.operands[0]));
    }
    return "";
  }

  /// Functions ask for ids, too: each thread has its own.
  std::string functionName(const std::string& name) const {
    return thread_ ? fmt::format("{}_{}", name, *thread_) : name + suffix_;
  }

  std::string lvalue(const Cell& cell) const {
    const std::string name = nameIn(cell.object);
    return cell.index ? fmt::format("{}[{}]", name, text(*cell.index)) : "*" + name;
  }
  std::string address(const Cell& cell) const {
    return cell.index ? "&" + lvalue(cell) : nameIn(cell.object);
  }

  void variables(const std::vector<Variable>& variables) {
    for (const Variable& variable : variables) {
      if (variable.elements != 0 && !suffix_.empty()) {
        line(arrayWithoutInitializer(variable));
        continue;
      }
      line(variable.elements == 0
               ? fmt::format("{} {} = {};", typeText(variable.type), variable.name, variable.initial)
               : fmt::format("{} {}[{}] = {{{}}};", typeText(variable.type), variable.name, variable.elements,
                             variable.initial));
    }
  }

  /// Compilers make copies of bytes of initializers.
  static std::string arrayWithoutInitializer(const Variable& variable) {
    std::string text = fmt::format("{} {}[{}];", typeText(variable.type), variable.name, variable.elements);
    for (unsigned i = 0; i < variable.elements; ++i) {
      text += fmt::format(" {}[{}] = {};", variable.name, i, i == 0 ? variable.initial : 0);
    }
    return text;
  }

  void block(const Block& statements) {
    for (const auto& statement : statements) {
      write(*statement);
    }
  }
  void inner(const Block& statements) {
    ++depth_;
    block(statements);
    --depth_;
  }

  void write(const Stmt& stmt) {
    const Stmt* around = std::exchange(current_, &stmt);
    writeLines(stmt);
    current_ = around;
  }

  void writeLines(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::If:
        return writeIf(stmt);
      case StmtKind::For:
        line(fmt::format("for ({0} = 0; {0} < {1}; {0}++) {{", stmt.name, text(*stmt.value)));
        inner(stmt.blocks[0]);
        return line("}");
      case StmtKind::Spin:
        return writeSpin(stmt);
      case StmtKind::Switch:
        return writeSwitch(stmt);
      case StmtKind::Assign:
      case StmtKind::ArrayStore:
      case StmtKind::Load:
      case StmtKind::Store:
      case StmtKind::Compound:
      case StmtKind::AtomicLoad:
      case StmtKind::AtomicStore:
      case StmtKind::AtomicUpdate:
      case StmtKind::CompareExchange:
      case StmtKind::Fence:
      case StmtKind::Barrier:
      case StmtKind::Assert:
      case StmtKind::Call:
        return line(simple(stmt) + ";");
    }
  }

  std::string simple(const Stmt& stmt) const {
    switch (stmt.kind) {
      case StmtKind::Assign:
        return fmt::format("{} = {}", stmt.name, text(*stmt.value));
      case StmtKind::ArrayStore:
        return fmt::format("{}[{}] = {}", stmt.name, text(*stmt.index), text(*stmt.value));
      case StmtKind::Load:
        return fmt::format("{} = {}", stmt.name, lvalue(stmt.cell));
      case StmtKind::Store:
        return fmt::format("{} = {}", lvalue(stmt.cell), text(*stmt.value));
      case StmtKind::Compound:
        return fmt::format("{} {}= {}", lvalue(stmt.cell), textOf(stmt.op), text(*stmt.value));
      case StmtKind::AtomicLoad:
        return fmt::format("{} = {}", stmt.name, load(stmt));
      case StmtKind::AtomicStore:
        return fmt::format("atomic_store_explicit({}, {}, {})", address(stmt.cell), text(*stmt.value),
                           stmt.words);
      case StmtKind::AtomicUpdate:
        return fmt::format("{} = {}", stmt.name, update(stmt));
      case StmtKind::CompareExchange:
        return fmt::format("{} = atomic_compare_exchange_strong_explicit({}, &{}, {}, {})", stmt.name,
                           address(stmt.cell), stmt.expected, text(*stmt.value), stmt.words);
      case StmtKind::Fence:
        return fmt::format("atomic_work_item_fence({}, {})", stmt.flags, stmt.words);
      case StmtKind::Barrier:
        return fmt::format("{}{}({})", thread_ ? stmt.barrierLabel + ": " : "",
                           stmt.subGroup ? "sub_group_barrier" : "barrier", stmt.flags);
      case StmtKind::Assert:
        return fmt::format("assert({})", text(*stmt.value));
      case StmtKind::Call:
        return fmt::format("{} = {}({}, {})", stmt.name, functionName(stmt.function), address(stmt.cell),
                           text(*stmt.value));
      case StmtKind::If:
      case StmtKind::For:
      case StmtKind::Spin:
      case StmtKind::Switch:
        break;
    }
    return "";
  }

  std::string load(const Stmt& stmt) const {
    return fmt::format("atomic_load_explicit({}, {})", address(stmt.cell), stmt.words);
  }

  std::string update(const Stmt& stmt) const {
    const std::string operand = stmt.value ? ", " + text(*stmt.value) : "";
    return stmt.atomicWords
               ? fmt::format("{}_explicit({}{}, {})", stmt.function, address(stmt.cell), operand, stmt.words)
               : fmt::format("{}({}{})", stmt.function, address(stmt.cell), operand);
  }

  void writeIf(const Stmt& stmt) {
    line(fmt::format("if ({}) {{", text(*stmt.value)));
    inner(stmt.blocks[0]);
    if (!stmt.blocks[1].empty()) {
      line("} else {");
      inner(stmt.blocks[1]);
    }
    line("}");
  }

  void writeSpin(const Stmt& stmt) {
    const std::string differs = fmt::format("{} != {}", load(stmt), text(*stmt.value));
    const std::string same = fmt::format("{} == {}", load(stmt), text(*stmt.value));
    switch (stmt.form) {
      case SpinForm::While:
        line(fmt::format("while ({}) {{", differs));
        return line("}");
      case SpinForm::Do:
        line("do {");
        return line(fmt::format("}} while ({});", differs));
      case SpinForm::ForBreak:
        line("for (;;) {");
        line(fmt::format("  if ({}) break;", same));
        return line("}");
      case SpinForm::Continue:
        line("while (1) {");
        line(fmt::format("  if ({}) continue;", differs));
        line("  break;");
        return line("}");
    }
  }

  void writeSwitch(const Stmt& stmt) {
    line(fmt::format("switch ({}) {{", text(*stmt.value)));
    for (std::size_t i = 0; i < stmt.blocks.size(); ++i) {
      line(i < stmt.labels.size() ? fmt::format("case {}:", stmt.labels[i]) : std::string("default:"));
      inner(stmt.blocks[i]);
      if (i != 0 || !stmt.fallsThrough) {
        line("  break;");
      }
    }
    line("}");
  }

  const Kernel& kernel_;
  KernelText result_;
  std::optional<unsigned> thread_;
  bool flat_ = false;
  std::string suffix_;
  unsigned depth_ = 0;
  unsigned lines_ = 0;
  const Stmt* current_ = nullptr;
};

std::string parameterText(const Object& object, const std::string& name) {
  return fmt::format("{} {}{}* {}", object.local ? "local" : "global", object.atomic ? "atomic_" : "",
                     typeText(object.type), name);
}

std::string parametersText(const Kernel& kernel) {
  std::string parameters;
  for (const Object& object : kernel.objects) {
    if (object.parameter) {
      parameters += (parameters.empty() ? "" : ", ") + parameterText(object, object.name);
    }
  }
  return parameters;
}

std::string entryText(const Object& object, const std::string& name) {
  if (object.elements == 0) {
    return fmt::format(" {} = {};", name, object.initial.front());
  }
  std::string values;
  for (const std::int64_t value : object.initial) {
    values += fmt::format("{}{}", values.empty() ? "" : ", ", value);
  }
  return fmt::format(" {}[{}] = {{{}}};", name, object.elements, values);
}

/// `flat`: local memory is variables of the test.
std::string initialText(const Kernel& kernel, bool flat) {
  std::string text;
  for (const Object& object : kernel.objects) {
    for (unsigned g = 0; g < (object.local && flat ? kernel.groups : 1); ++g) {
      text +=
          entryText(object, object.local && flat ? instanceName(kernel, object.name, g, true) : object.name);
    }
  }
  return fmt::format("{{{} }}", text);
}

std::string observedText(const Kernel& kernel, bool flat) {
  std::string text;
  for (const Object& object : kernel.objects) {
    for (unsigned g = 0; object.observed && g < (object.local ? kernel.groups : 1); ++g) {
      text += (object.local ? instanceName(kernel, object.name, g, flat) : object.name) + "; ";
    }
  }
  for (const auto& [thread, variable] : kernel.observed) {
    text += fmt::format("{}:{}; ", thread, variable);
  }
  return fmt::format("locations [{}]", text);
}

std::string placementOf(const Kernel& kernel, unsigned thread) {
  const std::string group = fmt::format("wg {}, dev 0", groupOf(kernel, thread));
  return kernel.subGroup == 0 ? fmt::format("P{}@{}", thread, group)
                              : fmt::format("P{}@sg {}, {}", thread, subGroupOf(kernel, thread), group);
}

}  // namespace

std::string typeText(IntegerType type) {
  switch (type.bits) {
    case 1:
      return "bool";
    case 8:
      return type.isSigned ? "char" : "uchar";
    case 16:
      return type.isSigned ? "short" : "ushort";
    case 64:
      return type.isSigned ? "long" : "ulong";
    default:
      return type.isSigned ? "int" : "uint";
  }
}

KernelText launchedText(const Kernel& kernel) {
  Writer writer(kernel);
  writer.line("OPENCL " + kernel.name);
  writer.line(initialText(kernel, false));
  writer.functions();
  writer.line(fmt::format("launch {}x{}{}", kernel.groups, kernel.items,
                          kernel.subGroup == 0 ? "" : fmt::format(" sub-group {}", kernel.subGroup)));
  writer.line(fmt::format("kernel void k({}) {{", parametersText(kernel)));
  writer.body();
  writer.line(observedText(kernel, false));
  return writer.take();
}

KernelText textInFile(const Kernel& kernel, const std::string& suffix) {
  Writer writer(kernel);
  writer.among(suffix);
  writer.functions();
  writer.line(fmt::format("kernel void k{}({}) {{", suffix, parametersText(kernel)));
  writer.body();
  return writer.take();
}

KernelText expandedText(const Kernel& kernel) {
  Writer writer(kernel);
  writer.flat();
  writer.line("OPENCL " + kernel.name);
  writer.line(initialText(kernel, true));
  for (unsigned t = 0; t < kernel.threads(); ++t) {
    std::string parameters;
    for (const Object& object : kernel.objects) {
      const std::string name =
          object.local ? instanceName(kernel, object.name, groupOf(kernel, t), true) : object.name;
      parameters += (parameters.empty() ? "" : ", ") + parameterText(object, name);
    }
    writer.become(t);
    writer.functions();
    writer.line(fmt::format("{} ({}) {{", placementOf(kernel, t), parameters));
    writer.body();
  }
  writer.line(observedText(kernel, true));
  return writer.take();
}

}  // namespace hrfcheck::kernels
