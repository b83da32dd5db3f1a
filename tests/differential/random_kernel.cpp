#include "differential/random_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "differential/kernel_words.h"
#include "differential/random_expressions.h"
#include "differential/random_function.h"

namespace hrfcheck::kernels {
namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, unsigned maxAccesses)
      : random_(seed * 2654435761U + 1818),
        values_(random_),
        careful_(random_.chance(55)),
        words_(random_, careful_) {
    kernel_.name = fmt::format("Random-opencl-kernels-{}", seed);
    left_ = static_cast<int>(2 + std::min(random_.below(maxAccesses), random_.below(maxAccesses)));
  }

  Kernel run() {
    launch();
    makeObjects();
    makeVariables();
    left_ = std::max(2, left_ / static_cast<int>(kernel_.threads() > 2 ? 2 : 1));
    if (careful_ && random_.chance(60)) {
      ownCellsFirst(kernel_.body);
    }
    const std::size_t statements = 2 + random_.below(4);
    for (std::size_t i = 0; i < statements; ++i) {
      statement(kernel_.body, 0);
    }
    observe();
    return std::move(kernel_);
  }

 private:
  void launch() {
    static constexpr std::pair<unsigned, unsigned> kSizes[] = {{1, 2}, {1, 2}, {2, 1}, {2, 1},
                                                               {1, 3}, {3, 1}, {2, 2}, {1, 4}};
    std::tie(kernel_.groups, kernel_.items) = kSizes[random_.below(std::size(kSizes))];
    kernel_.subGroup = random_.chance(15) ? 2 : 0;
  }

  // What there is.

  Object object(const std::string& name, IntegerType type, unsigned elements) {
    Object made;
    made.name = name;
    made.type = type;
    made.elements = elements;
    for (unsigned i = 0; i < made.cells(); ++i) {
      const std::int64_t most = type.bits == 1 ? 2 : 4;
      made.initial.push_back(random_.chance(60) ? 0 : static_cast<std::int64_t>(random_.below(most)));
    }
    made.observed = random_.chance(60);
    return made;
  }

  IntegerType atomicType() { return {random_.chance(75) ? 32U : 64U, random_.chance(60)}; }

  void makeObjects() {
    kernel_.objects.push_back(object("x", atomicType(), 0));
    kernel_.objects.back().atomic = true;
    kernel_.objects.push_back(object("a", randomType(random_), kernel_.threads()));
    if (random_.chance(60)) {
      kernel_.objects.push_back(object("d", randomType(random_), 0));
    }
    if (random_.chance(55)) {
      Object tmp = object("tmp", randomType(random_), std::max(2U, kernel_.items));
      tmp.local = true;
      tmp.parameter = random_.chance(50);
      tmp.atomic = random_.chance(30);
      if (tmp.atomic) {
        tmp.type = atomicType();
      }
      kernel_.objects.push_back(tmp);
    }
    if (random_.chance(30)) {
      kernel_.objects.push_back(object("y", atomicType(), 2));
      kernel_.objects.back().atomic = true;
    }
  }

  void makeVariables() {
    for (unsigned i = 0; i < 3; ++i) {
      const IntegerType type = random_.chance(40) ? kIntType : randomType(random_);
      kernel_.variables.push_back({fmt::format("r{}", i), type, 0, 0});
      values_.variables.push_back(fmt::format("r{}", i));
    }
    if (random_.chance(25)) {
      kernel_.variables.push_back({"p", randomType(random_), 2, 0});
      values_.arrays.emplace_back("p", 2);
    }
  }

  std::string someVariable() { return values_.variables[random_.below(values_.variables.size())]; }

  const Object* some(bool atomic) {
    std::vector<const Object*> fitting;
    for (const Object& each : kernel_.objects) {
      if (each.atomic == atomic) {
        fitting.push_back(&each);
      }
    }
    return fitting.empty() ? nullptr : fitting[random_.below(fitting.size())];
  }

  // What threads do.

  /// Each thread writes cells of its own, and all meet.
  void ownCellsFirst(Block& block) {
    for (const Object& each : kernel_.objects) {
      if (each.elements != 0 && each.name != "y" && random_.chance(60)) {
        Stmt& store = add(block, StmtKind::Store);
        store.cell = ownCell(each);
        store.value = values_.value();
        --left_;
      }
    }
    if (random_.chance(75)) {
      barrier(block);
    }
  }

  Cell ownCell(const Object& of) {
    return {of.name, of.elements == 0 ? nullptr : idExpr(of.local ? Id::Local : Id::Global)};
  }

  Cell anyCell(const Object& of) {
    if (of.elements == 0) {
      return {of.name, nullptr};
    }
    return {of.name,
            random_.chance(40) ? idExpr(of.local ? Id::Local : Id::Global) : values_.index(of.elements)};
  }

  Cell ordinaryCell(bool& own) {
    const Object* of = some(false);
    own = careful_ && random_.chance(85) && of->elements != 0;
    return own ? ownCell(*of) : anyCell(*of);
  }

  void statement(Block& block, unsigned depth) {
    const auto choice = random_.below(100);
    if (left_ <= 0 || choice < 14) {
      local(block);
    } else if (choice < 34) {
      ordinary(block);
    } else if (choice < 62) {
      atomic(block);
    } else if (choice < 68) {
      sync(block, depth);
    } else if (choice < 84 && depth < 2) {
      branch(block, depth);
    } else if (choice < 91 && depth < 2) {
      loop(block, depth);
    } else if (choice < 96) {
      call(block);
    } else if (!spins_ && !barriers_ && depth == 0) {
      spin(block);
    } else {
      atomic(block);
    }
  }

  void local(Block& block) {
    if (!values_.arrays.empty() && random_.chance(40)) {
      Stmt& stmt = add(block, StmtKind::ArrayStore);
      stmt.name = "p";
      stmt.index = random_.chance(85) ? values_.index(2) : values_.leaf();
      stmt.value = values_.value();
    } else if (random_.chance(10)) {
      add(block, StmtKind::Assert).value = values_.condition();
    } else {
      Stmt& stmt = add(block, StmtKind::Assign);
      stmt.name = someVariable();
      stmt.value = values_.value(3);
    }
  }

  void ordinary(Block& block) {
    static constexpr StmtKind kKinds[] = {StmtKind::Load, StmtKind::Load, StmtKind::Store,
                                          StmtKind::Compound};
    const StmtKind kind = kKinds[random_.below(std::size(kKinds))];
    Stmt& stmt = add(block, kind);
    bool own = false;
    stmt.cell = ordinaryCell(own);
    left_ -= kind == StmtKind::Compound ? 2 : 1;
    if (kind == StmtKind::Load) {
      stmt.name = someVariable();
      return;
    }
    stmt.value = values_.value();
    static const std::vector<Operator> kCompound = {Operator::Add, Operator::Sub,       Operator::Xor,
                                                    Operator::Mul, Operator::ShiftLeft, Operator::ShiftRight};
    stmt.op = kCompound[random_.below(kCompound.size())];
  }

  void atomic(Block& block) {
    const Object& of = *some(true);
    --left_;
    switch (random_.below(7)) {
      case 0:
      case 1: {
        Stmt& stmt = add(block, StmtKind::AtomicLoad);
        stmt.cell = anyCell(of);
        stmt.name = someVariable();
        stmt.words = words_.both(KernelWords::ofLoads());
        return;
      }
      case 2: {
        Stmt& stmt = add(block, StmtKind::AtomicStore);
        stmt.cell = anyCell(of);
        stmt.value = values_.value();
        stmt.words = words_.both(KernelWords::ofStores());
        return;
      }
      case 3:
        return compareExchange(block, of);
      default:
        return update(block, of);
    }
  }

  void update(Block& block, const Object& of) {
    Stmt& stmt = add(block, StmtKind::AtomicUpdate);
    stmt.cell = anyCell(of);
    stmt.name = someVariable();
    stmt.atomicWords = careful_ || random_.chance(75);
    if (stmt.atomicWords) {
      stmt.function = std::string("atomic_") +
                      words_.pick({"fetch_add", "fetch_add", "fetch_sub", "fetch_or", "fetch_xor",
                                   "fetch_and", "fetch_min", "fetch_max", "exchange"});
      stmt.words = words_.both(KernelWords::ofUpdates());
    } else {
      stmt.function =
          words_.pick({"atomic_add", "atomic_sub", "atomic_xchg", "atomic_inc", "atomic_dec", "atomic_min",
                       "atomic_max", "atomic_and", "atomic_or", "atomic_xor", "atom_add", "atom_inc"});
    }
    if (!stmt.function.ends_with("inc") && !stmt.function.ends_with("dec")) {
      stmt.value = random_.chance(60) ? numberExpr(1) : values_.value(1);
    }
  }

  void compareExchange(Block& block, const Object& of) {
    // The expected value is a variable of the object's type.
    const std::string name = fmt::format("e{}", expected_++);
    kernel_.variables.push_back({name, of.type, 0, static_cast<std::int64_t>(random_.below(2))});
    Stmt& stmt = add(block, StmtKind::CompareExchange);
    stmt.cell = anyCell(of);
    stmt.name = someVariable();
    stmt.expected = name;
    stmt.value = values_.value(1);
    const std::string success = words_.order(KernelWords::ofUpdates());
    const bool acquires = success == "acquire" || success == "acq_rel" || success == "seq_cst";
    stmt.words = fmt::format("memory_order_{}, memory_order_{}, memory_scope_{}", success,
                             success == "seq_cst" && random_.chance(60) ? "seq_cst"
                             : acquires && random_.chance(50)           ? "acquire"
                                                                        : "relaxed",
                             words_.scope());
  }

  void barrier(Block& block) {
    Stmt& stmt = add(block, StmtKind::Barrier);
    stmt.flags = words_.flags();
    stmt.subGroup = kernel_.subGroup != 0 && random_.chance(40);
    stmt.barrierLabel = fmt::format("B{}", ++barriers_);
  }

  /// Barriers are where all threads come, most of the time.
  void sync(Block& block, unsigned depth) {
    if (random_.chance(70) && !spins_ && (depth == 0 || uniform_ || random_.chance(15))) {
      barrier(block);
    } else {
      Stmt& stmt = add(block, StmtKind::Fence);
      stmt.flags = words_.flags();
      stmt.words = words_.both({"acquire", "release", "acq_rel", "seq_cst"});
    }
  }

  ExprPtr oneOfThreads() {
    const Id id = random_.chance(60) ? Id::Global : random_.chance(50) ? Id::Local : Id::Group;
    return binaryExpr(random_.chance(70) ? Operator::Equal : Operator::NotEqual, idExpr(id),
                      numberExpr(static_cast<std::int64_t>(random_.below(2))));
  }

  void inner(Block& block, unsigned depth) {
    const std::size_t count = 1 + random_.below(2);
    for (std::size_t i = 0; i < count; ++i) {
      statement(block, depth + 1);
    }
  }

  void branch(Block& block, unsigned depth) {
    const bool before = std::exchange(uniform_, false);
    if (random_.chance(25)) {
      Stmt& stmt = add(block, StmtKind::Switch);
      stmt.value = random_.chance(50) ? variableExpr(someVariable()) : idExpr(Id::Global);
      stmt.labels = {0, 1 + static_cast<std::int64_t>(random_.below(2))};
      stmt.fallsThrough = random_.chance(30);
      stmt.blocks.resize(random_.chance(60) ? 3 : 2);
      for (Block& each : stmt.blocks) {
        inner(each, depth + 1);
      }
    } else {
      Stmt& stmt = add(block, StmtKind::If);
      stmt.value = random_.chance(50) ? oneOfThreads() : values_.condition();
      stmt.blocks.resize(2);
      inner(stmt.blocks[0], depth);
      if (random_.chance(35)) {
        inner(stmt.blocks[1], depth);
      }
    }
    uniform_ = before;
  }

  void loop(Block& block, unsigned depth) {
    const std::string counter = fmt::format("i{}", loops_++);
    kernel_.variables.push_back({counter, random_.chance(60) ? kIntType : randomType(random_), 0, 0});
    if (kernel_.variables.back().type.bits == 1) {
      kernel_.variables.back().type = kIntType;  // a bool never comes to 2
    }
    Stmt& stmt = add(block, StmtKind::For);
    stmt.name = counter;
    const bool known = random_.chance(80);
    stmt.value = known ? numberExpr(random_.chance(80)   ? 2
                                    : random_.chance(75) ? 1
                                                         : 3)
                       : binaryExpr(Operator::And, variableExpr(someVariable()), numberExpr(1));
    stmt.blocks.resize(1);
    const bool before = std::exchange(uniform_, (uniform_ || depth == 0) && known);
    const int left = std::exchange(left_, left_ / 2);
    values_.variables.push_back(counter);
    std::erase(values_.variables, counter);  // assigned nowhere else
    inner(stmt.blocks[0], depth);
    left_ = left - 2 * (left / 2 - left_);
    uniform_ = before;
  }

  void call(Block& block) {
    const Object& of = *some(random_.chance(60));
    Function function = randomFunction(random_, words_, of, fmt::format("f{}", kernel_.functions.size()));
    Stmt& stmt = add(block, StmtKind::Call);
    stmt.name = someVariable();
    stmt.function = function.name;
    stmt.cell = careful_ && !of.atomic && of.elements != 0 ? ownCell(of) : anyCell(of);
    stmt.value = values_.value(1);
    kernel_.functions.push_back(std::move(function));
    --left_;
  }

  /// One waits for what another one stores.
  void spin(Block& block) {
    spins_ = true;
    const std::int64_t value = 1 + static_cast<std::int64_t>(random_.below(2));
    Stmt& stmt = add(block, StmtKind::If);
    stmt.value = binaryExpr(Operator::Equal, idExpr(Id::Global), numberExpr(0));
    stmt.blocks.resize(2);
    Stmt& store = add(stmt.blocks[0], StmtKind::AtomicStore);
    store.cell = {"x", nullptr};
    store.value = numberExpr(value);
    store.words = words_.both(KernelWords::ofStores());
    Stmt& wait = add(stmt.blocks[1], StmtKind::Spin);
    wait.cell = {"x", nullptr};
    wait.value = numberExpr(random_.chance(90) ? value : 0);
    wait.words = words_.both(KernelWords::ofLoads());
    static constexpr SpinForm kForms[] = {SpinForm::While, SpinForm::Do, SpinForm::ForBreak,
                                          SpinForm::Continue};
    wait.form = kForms[random_.below(std::size(kForms))];
    inner(stmt.blocks[1], 1);
    left_ -= 2;
  }

  void observe() {
    for (unsigned t = 0; t < kernel_.threads(); ++t) {
      for (const Variable& v : kernel_.variables) {
        if (v.elements == 0 && random_.chance(25)) {
          kernel_.observed.emplace_back(t, v.name);
        }
      }
    }
    const bool any = std::ranges::any_of(kernel_.objects, &Object::observed) || !kernel_.observed.empty();
    kernel_.objects.front().observed = kernel_.objects.front().observed || !any;
  }

  Random random_;
  RandomExpressions values_;
  bool careful_;
  KernelWords words_;
  Kernel kernel_;
  int left_;
  unsigned barriers_ = 0;
  unsigned loops_ = 0;
  unsigned expected_ = 0;
  bool uniform_ = true;  ///< all threads of the work-group come here
  bool spins_ = false;
};

}  // namespace

Kernel randomKernel(std::uint64_t seed, unsigned maxAccesses) {
  return Generator(seed, maxAccesses).run();
}

}  // namespace hrfcheck::kernels
