// Z3 behind clauses and assumptions; no other file knows that it is Z3.
//
// The solver is made for logic QF_FD, which is Z3's incremental SAT core without the tactics that make the
// default solver cost milliseconds per first check. Boolean constants have integer symbols (string symbols
// are never freed) and are kept, with their declarations, across tests: a context takes longer to make than
// most tests take to check. Clauses are handed over as one n-ary `or` each.
//
// The C API's default error handler exits the process, so ours does nothing and errors are read after each
// call that may fail. Time limits and cancellation come from one place, the Deadline: a thread that looks at
// it every few milliseconds and interrupts the search. An interrupted context is thrown away, not trusted
// again.

#include "engine/smt/sat_solver.h"

#include <z3.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "engine/engine.h"
#include "util/invariant.h"

namespace hrfcheck {

std::string smtSolverVersion() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

namespace smt {

namespace {

constexpr std::chrono::milliseconds kWatchInterval{10};
constexpr std::uint64_t kStepsBetweenLooks = 4096;

void throwOnError(Z3_context context) {
  const Z3_error_code code = Z3_get_error_code(context);
  if (code != Z3_OK) {
    throw InternalError(std::string("Z3: ") + Z3_get_error_msg(context, code));
  }
}

}  // namespace

/// Constants are created on demand, by variable number; positive and negated terms side by side.
struct SolverContext::State {
  Z3_context context = nullptr;
  Z3_sort boolean = nullptr;
  std::vector<Z3_ast> positive;
  std::vector<Z3_ast> negative;
  std::vector<Z3_func_decl> declaration;

  State() {
    Z3_config config = Z3_mk_config();
    context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
    boolean = Z3_mk_bool_sort(context);
    Z3_inc_ref(context, Z3_sort_to_ast(context, boolean));
    addConstant(Z3_mk_true(context));
    addConstant(Z3_mk_true(context));
  }

  ~State() { Z3_del_context(context); }

  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void addConstant(Z3_ast term) {
    Z3_inc_ref(context, term);
    Z3_ast negated = Z3_mk_not(context, term);
    Z3_inc_ref(context, negated);
    positive.push_back(term);
    negative.push_back(negated);
    declaration.push_back(Z3_get_app_decl(context, Z3_to_app(context, term)));
  }

  void reserve(std::size_t variable) {
    while (positive.size() <= variable) {
      const auto number = static_cast<int>(positive.size());
      addConstant(Z3_mk_const(context, Z3_mk_int_symbol(context, number), boolean));
    }
  }

  Z3_ast term(Lit literal) const {
    return literal > 0 ? positive[static_cast<std::size_t>(literal)]
                       : negative[static_cast<std::size_t>(-literal)];
  }
};

SolverContext::SolverContext() : state_(std::make_unique<State>()) {}
SolverContext::~SolverContext() = default;

namespace {

/// Interrupts Z3 when the deadline expires during a search.
class Watch {
 public:
  Watch(Z3_context context, const Deadline& deadline)
      : thread_([this, context, &deadline](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!stop.stop_requested()) {
            wake_.wait_for(lock, stop, kWatchInterval, [] { return false; });
            if (searching_ && deadline.expired()) {
              fired_ = true;
              Z3_interrupt(context);
            }
          }
        }) {}

  /// Between searches Z3 is not disturbed: an interruption would break whatever it does next.
  void searching(bool on) {
    const std::lock_guard lock(mutex_);
    searching_ = on;
  }
  bool fired() const { return fired_; }

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  bool searching_ = false;
  std::atomic<bool> fired_ = false;
  std::jthread thread_;
};

}  // namespace

struct SatSolver::State {
  SolverContext::State& shared;
  const Deadline& deadline;
  Z3_solver solver = nullptr;
  Z3_model model = nullptr;
  std::unique_ptr<Watch> watch;
  bool hasModel = false;

  State(SolverContext::State& s, const Deadline& d) : shared(s), deadline(d) {
    solver = Z3_mk_solver_for_logic(shared.context, Z3_mk_string_symbol(shared.context, "QF_FD"));
    throwOnError(shared.context);
    Z3_solver_inc_ref(shared.context, solver);
    leaveSignalsAlone();
  }
  ~State() {
    watch.reset();
    dropModel();
    Z3_solver_dec_ref(shared.context, solver);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// By default every check replaces the program's handler for SIGINT.
  void leaveSignalsAlone() {
    Z3_params params = Z3_mk_params(shared.context);
    Z3_params_inc_ref(shared.context, params);
    Z3_params_set_bool(shared.context, params, Z3_mk_string_symbol(shared.context, "ctrl_c"), false);
    Z3_solver_set_params(shared.context, solver, params);
    Z3_params_dec_ref(shared.context, params);
    throwOnError(shared.context);
  }

  /// Building the model costs more than many a check, so it waits until a value is asked for.
  void fetchModel() {
    if (model == nullptr) {
      model = Z3_solver_get_model(shared.context, solver);
      throwOnError(shared.context);
      Z3_model_inc_ref(shared.context, model);
    }
  }

  void dropModel() {
    hasModel = false;
    if (model != nullptr) {
      Z3_model_dec_ref(shared.context, model);
      model = nullptr;
    }
  }
};

SatSolver::SatSolver(SolverContext& context, const Deadline& deadline)
    : state_(std::make_unique<State>(context.state(), deadline)) {}
SatSolver::~SatSolver() = default;

void SatSolver::lookAtTheClock() {
  if (encoding_ && ++steps_ % kStepsBetweenLooks == 0 && state_->deadline.expired()) {
    throw OutOfTime{};
  }
}

void SatSolver::variable(Lit variable, const VariableName&) {
  lookAtTheClock();
  state_->shared.reserve(static_cast<std::size_t>(variable));
}

void SatSolver::clause(const std::vector<Lit>& literals) {
  lookAtTheClock();
  Z3_context context = state_->shared.context;
  std::vector<Z3_ast> terms;
  terms.reserve(literals.size());
  for (Lit l : literals) {
    terms.push_back(state_->shared.term(l));
  }
  Z3_ast disjunction =
      terms.size() == 1 ? terms[0] : Z3_mk_or(context, static_cast<unsigned>(terms.size()), terms.data());
  Z3_inc_ref(context, disjunction);
  Z3_solver_assert(context, state_->solver, disjunction);
  Z3_dec_ref(context, disjunction);
}

Truth SatSolver::check(const std::vector<Lit>& assumptions) {
  ++queries_;
  state_->dropModel();
  if (state_->deadline.expired()) {
    reason_ = "time limit";
    return Truth::Unknown;
  }
  Z3_context context = state_->shared.context;
  std::vector<Z3_ast> terms;
  for (Lit l : assumptions) {
    if (l == kFalse) {
      return Truth::Unsat;
    }
    if (l != kTrue) {
      terms.push_back(state_->shared.term(l));
    }
  }
  if (!state_->watch) {
    state_->watch = std::make_unique<Watch>(context, state_->deadline);
  }
  state_->watch->searching(true);
  const Z3_lbool answer =
      Z3_solver_check_assumptions(context, state_->solver, static_cast<unsigned>(terms.size()), terms.data());
  state_->watch->searching(false);
  if (answer == Z3_L_FALSE) {
    return Truth::Unsat;
  }
  if (answer == Z3_L_TRUE && !interrupted()) {
    throwOnError(context);
    state_->hasModel = true;
    ++models_;
    return Truth::Sat;
  }
  if (interrupted()) {
    reason_ = "time limit";
  } else {
    reason_ = std::string("solver: ") + Z3_solver_get_reason_unknown(context, state_->solver);
  }
  return Truth::Unknown;
}

bool SatSolver::value(Lit literal) const {
  INVARIANT(state_->hasModel, "values are asked only of a model");
  if (literal == kTrue || literal == kFalse) {
    return literal == kTrue;
  }
  Z3_context context = state_->shared.context;
  state_->fetchModel();
  const auto variable = static_cast<std::size_t>(std::abs(literal));
  // A variable that the model leaves open may have any value; false it is.
  Z3_ast interpretation =
      Z3_model_get_const_interp(context, state_->model, state_->shared.declaration[variable]);
  const bool positive = interpretation != nullptr && Z3_get_bool_value(context, interpretation) == Z3_L_TRUE;
  return positive == (literal > 0);
}

bool SatSolver::interrupted() const {
  return state_->watch && state_->watch->fired();
}

}  // namespace smt
}  // namespace hrfcheck
