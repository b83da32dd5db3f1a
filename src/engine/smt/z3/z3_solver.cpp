// Either of two solvers that answer in microseconds. Z3's default solver is none of them: its tactics cost
// milliseconds with the first check. Clauses are handed over as one n-ary `or` each.

#include "engine/smt/z3/z3_solver.h"

#include <cstdlib>
#include <string_view>

namespace hrfcheck::inline engine::smt {

Z3Solver::Z3Solver(SolverContext::State& context, Core core) : context_(context) {
  const Z3Api& api = context.api;
  Z3_context c = context.context;
  solver_ = core == Core::Sat ? api.mk_solver_for_logic(c, context.symbol("QF_FD")) : api.mk_simple_solver(c);
  context.throwOnError();
  api.solver_inc_ref(c, solver_);
  Z3_params params = api.mk_params(c);
  api.params_inc_ref(c, params);
  // By default every check replaces the program's handler for SIGINT.
  api.params_set_bool(c, params, context.symbol("ctrl_c"), false);
  if (core == Core::Smt) {
    // Every variable gets a value, and none is left out because no clause needs it.
    api.params_set_uint(c, params, context.symbol("relevancy"), 0);
  }
  api.solver_set_params(c, solver_, params);
  api.params_dec_ref(c, params);
  context.throwOnError();
}

Z3Solver::~Z3Solver() {
  dropModel();
  context_.api.solver_dec_ref(context_.context, solver_);
}

void Z3Solver::add(std::span<const Lit> clause) {
  const Z3Api& api = context_.api;
  terms_.clear();
  for (Lit l : clause) {
    terms_.push_back(context_.term(l));
  }
  Z3_ast disjunction = terms_.size() == 1
                           ? terms_[0]
                           : api.mk_or(context_.context, static_cast<unsigned>(terms_.size()), terms_.data());
  api.inc_ref(context_.context, disjunction);
  api.solver_assert(context_.context, solver_, disjunction);
  api.dec_ref(context_.context, disjunction);
}

bool Z3Solver::take(const ClauseList& clauses, const Deadline& deadline) {
  constexpr std::size_t kClausesBetweenLooks = 1024;
  const std::span<const Lit> flat = clauses.flat();
  for (std::size_t count = 1; taken_ < flat.size(); ++count) {
    if (count % kClausesBetweenLooks == 0 && deadline.expired()) {
      return false;
    }
    const auto length = static_cast<std::size_t>(flat[taken_]);
    add(flat.subspan(taken_ + 1, length));
    taken_ += 1 + length;
  }
  return true;
}

Z3_lbool Z3Solver::check(const std::vector<Lit>& assumptions, const Deadline& deadline) {
  dropModel();
  terms_.clear();
  for (Lit l : assumptions) {
    terms_.push_back(context_.term(l));
  }
  context_.watch.begin(deadline);
  const Z3_lbool answer = context_.api.solver_check_assumptions(
      context_.context, solver_, static_cast<unsigned>(terms_.size()), terms_.data());
  context_.watch.end();
  return answer;
}

std::string Z3Solver::reasonUnknown() const {
  return context_.api.solver_get_reason_unknown(context_.context, solver_);
}

void Z3Solver::addCounts(SolverCounts& counts) const {
  const Z3Api& api = context_.api;
  Z3_context c = context_.context;
  Z3_stats stats = api.solver_get_statistics(c, solver_);
  if (stats == nullptr) {
    return;
  }
  api.stats_inc_ref(c, stats);
  for (unsigned i = 0; i < api.stats_size(c, stats); ++i) {
    const std::string_view key = api.stats_get_key(c, stats, i);
    // "sat conflicts" of one core, "conflicts" of the other.
    if (api.stats_is_uint(c, stats, i) && key.ends_with("conflicts")) {
      counts.conflicts += api.stats_get_uint_value(c, stats, i);
    } else if (api.stats_is_uint(c, stats, i) && key.ends_with("decisions")) {
      counts.decisions += api.stats_get_uint_value(c, stats, i);
    }
  }
  api.stats_dec_ref(c, stats);
}

/// Building the model costs more than many a check, so it waits until a value is asked for.
bool Z3Solver::value(Lit literal) {
  const Z3Api& api = context_.api;
  Z3_context c = context_.context;
  if (model_ == nullptr) {
    model_ = api.solver_get_model(c, solver_);
    context_.throwOnError();
    api.model_inc_ref(c, model_);
  }
  const auto variable = static_cast<std::size_t>(std::abs(literal));
  // A variable that the model leaves open may have any value; false it is.
  Z3_ast interpretation = api.model_get_const_interp(c, model_, context_.declaration(variable));
  const bool positive = interpretation != nullptr && api.get_bool_value(c, interpretation) == Z3_L_TRUE;
  return positive == (literal > 0);
}

void Z3Solver::dropModel() {
  if (model_ != nullptr) {
    context_.api.model_dec_ref(context_.context, model_);
    model_ = nullptr;
  }
}

}  // namespace hrfcheck::inline engine::smt
