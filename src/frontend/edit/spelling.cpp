#include "frontend/edit/spelling.h"

#include <algorithm>
#include <set>

#include "frontend/c/language/language.h"
#include "frontend/edit/dialect_spelling.h"
#include "frontend/llvm/llvm.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/written_code.h"
#include "program/ir/orders.h"

namespace hrfcheck {
namespace {

const frontend::Dialect* dialectNamed(const std::string& name) {
  const auto all = frontend::supportedDialects();
  const auto found = std::ranges::find(all, name, &frontend::Dialect::name);
  return found == all.end() ? nullptr : *found;
}

/// The dialect that a test is edited in; null where its text is a module of LLVM, which nobody writes.
const frontend::Dialect* dialectOfText(const Program& program) {
  const bool module = program.source != nullptr && program.source->module() == nullptr &&
                      frontend::llvm::isLlvm(program.source);
  return module ? nullptr : dialectNamed(program.dialect);
}

bool isCpp(const frontend::Dialect& dialect) {
  return dialect.c != nullptr && dialect.c->cpp;
}

/// The orders for failure that go with one for success: nothing is the same one.
std::vector<std::optional<Order>> failureOrders(const Annotation& written, Order success) {
  const Order most = readOf(success);
  const Order now = std::min(written.failureOrder.value_or(readOf(written.atomicity->order)), most);
  std::vector<std::optional<Order>> result;
  for (const Order order : {now, most}) {
    const auto said = order == success ? std::nullopt : std::optional(order);
    if (std::ranges::find(result, said) == result.end()) {
      result.push_back(said);
    }
  }
  return result;
}

bool namesFailure(const Operation& operation, const frontend::Dialect& dialect) {
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  return dialect.c != nullptr && rmw != nullptr && rmw->op == RmwOp::CompareSwap;
}

/// Vulkan, AMDGPU: what an ordinary access says of availability and visibility, atomic ones do not.
void dropVisibility(Instruction& instruction) {
  std::erase_if(instruction.marks, [](const std::string& mark) {
    return mark == "nonpriv" || mark.starts_with("av.") || mark.starts_with("vis.");
  });
}

/// Vulkan: an order counts for the storage classes that its instruction names (memory semantics).
void nameStorageClasses(const Program& program, Instruction& instruction) {
  const auto named = [](const std::string& mark) { return mark.starts_with("semsc"); };
  const auto annotation = annotationOf(instruction.operation);
  const Atomicity* atomicity = annotation && annotation->atomicity ? &*annotation->atomicity : nullptr;
  if (!program.conventions.atomicsAreVisible || atomicity == nullptr || atomicity->order == Order::Relaxed ||
      std::ranges::any_of(instruction.marks, named)) {
    return;
  }
  std::set<std::string> classes;
  for (const Thread& thread : program.threads) {
    for (const Instruction& other : thread.instructions) {
      for (const std::string& mark : other.marks) {
        if (mark.starts_with("sc") && mark.size() == 3) {
          classes.insert("sem" + mark);
        }
      }
    }
  }
  instruction.marks.insert(instruction.marks.end(), classes.begin(), classes.end());
}

}  // namespace

std::vector<Annotation> writable(const Program& program, ThreadId thread, std::uint32_t instruction,
                                 const Atomicity& wanted) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  const auto written = annotationOf(at.operation);
  const frontend::Dialect* dialect = dialectOfText(program);
  std::vector<Annotation> result;
  if (!written || dialect == nullptr || at.scopeIsFixed || !at.place.known()) {
    return result;
  }
  const bool ptx = frontend::isPtxText(program);
  const bool both = !ptx && namesFailure(at.operation, *dialect);
  for (const auto failure :
       both ? failureOrders(*written, wanted.order) : std::vector<std::optional<Order>>{std::nullopt}) {
    const Annotation said{wanted, failure};
    const bool can =
        ptx ? frontend::respelledPtx(program, thread, instruction, said).has_value()
        : isCpp(*dialect)
            ? frontend::respelledCppCall(program, *dialect->c, thread, instruction, said).has_value()
        : dialect->c != nullptr ? frontend::cCanSay(program, *dialect->c, thread, instruction, said)
                                : frontend::columnsCanSay(program, thread, instruction, said);
    if (can) {
      result.push_back(said);
    }
  }
  return result;
}

void annotate(Program& program, ThreadId thread, std::uint32_t instruction, const Annotation& annotation) {
  Instruction& at = program.threads[thread].instructions[instruction];
  const bool becomesAtomic = annotation.atomicity && !annotationOf(at.operation)->atomicity;
  at.operation = annotated(std::move(at.operation), annotation);
  if (becomesAtomic) {
    dropVisibility(at);
  }
  nameStorageClasses(program, at);
}

std::optional<std::vector<TextChange>> respelled(const Program& program, ThreadId thread,
                                                 std::uint32_t instruction, const Annotation& annotation) {
  const frontend::Dialect* dialect = dialectOfText(program);
  return dialect == nullptr             ? std::nullopt
         : frontend::isPtxText(program) ? frontend::respelledPtx(program, thread, instruction, annotation)
         : isCpp(*dialect) ? frontend::respelledCppCall(program, *dialect->c, thread, instruction, annotation)
         : dialect->c != nullptr
             ? frontend::respelledCall(program, *dialect->c, thread, instruction, annotation)
             : frontend::respelledColumn(program, thread, instruction, annotation);
}

std::optional<std::vector<TextChange>> respelledBarrier(const Program& program, ThreadId thread,
                                                        std::uint32_t instruction,
                                                        const FenceSpaces& spaces) {
  const frontend::Dialect* dialect = dialectOfText(program);
  return dialect == nullptr || dialect->c == nullptr
             ? std::nullopt
             : frontend::respelledFlags(program, *dialect->c, thread, instruction, spaces);
}

std::vector<BarrierPlace> barriersBefore(const Program& program, ThreadId thread, std::uint32_t instruction) {
  const frontend::Dialect* dialect = dialectOfText(program);
  const Instruction& at = program.threads[thread].instructions[instruction];
  if (dialect == nullptr || dialect->c == nullptr || at.statement == Span{}) {
    return {};
  }
  if (frontend::isPtxText(program)) {
    return frontend::ptxBarrierBefore(program, thread, instruction);
  }
  const std::string barrier = isCpp(*dialect) ? "__syncthreads();" : frontend::cBarrier(*dialect->c);
  if (barrier.empty()) {
    return {};
  }
  const Source& source = *at.place.source;
  std::vector<BarrierPlace> places{{at.statement, beforeStatement(source, at.statement, barrier)}};
  for (const Span& outer : frontend::Statements(source.text()).around(at.statement.begin)) {
    if (outer.begin < at.statement.begin) {
      places.push_back({outer, beforeStatement(source, outer, barrier)});
    }
  }
  return places;
}

std::optional<TextChange> fenceBefore(const Program& program, ThreadId thread, std::uint32_t instruction) {
  const frontend::Dialect* dialect = dialectOfText(program);
  return dialect == nullptr             ? std::nullopt
         : frontend::isPtxText(program) ? frontend::ptxFenceBefore(program, thread, instruction)
         : isCpp(*dialect)              ? frontend::cppFenceBefore(program, *dialect->c, thread, instruction)
         : dialect->c != nullptr        ? frontend::cFenceBefore(program, *dialect->c, thread, instruction)
                                        : frontend::columnFenceBefore(program, thread, instruction);
}

std::optional<TextChange> proxyFenceBefore(const Program& program, ThreadId thread, std::uint32_t instruction,
                                           std::string_view space) {
  return frontend::isPtxText(program) ? frontend::ptxProxyFenceBefore(program, thread, instruction, space)
                                      : std::nullopt;
}

}  // namespace hrfcheck
