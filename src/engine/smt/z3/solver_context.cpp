// Boolean constants have integer symbols (string symbols are never freed) and are kept, with their
// declarations, across tests: a context takes longer to make than most tests take to check.
//
// The C API's default error handler exits the process, so ours does nothing and errors are read after each
// call that may fail.

#include "engine/smt/z3/solver_context.h"

#include "engine/smt/z3/solver_context_state.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {

SolverContext::SolverContext() : state_(std::make_unique<State>()) {}
SolverContext::~SolverContext() = default;

SolverContext::State::State() : api(z3()), watch([this] { api.interrupt(context); }) {
  Z3_config config = api.mk_config();
  context = api.mk_context_rc(config);
  api.del_config(config);
  api.set_error_handler(context, [](Z3_context, Z3_error_code) {});
  boolean_ = api.mk_bool_sort(context);
  api.inc_ref(context, api.sort_to_ast(context, boolean_));
  addConstant(api.mk_true(context));
  addConstant(api.mk_true(context));
}

SolverContext::State::~State() {
  api.del_context(context);
}

void SolverContext::State::addConstant(Z3_ast term) {
  api.inc_ref(context, term);
  Z3_ast negated = api.mk_not(context, term);
  api.inc_ref(context, negated);
  positive_.push_back(term);
  negative_.push_back(negated);
  declaration_.push_back(api.get_app_decl(context, api.to_app(context, term)));
}

void SolverContext::State::reserve(std::size_t variable) {
  while (positive_.size() <= variable) {
    const auto number = static_cast<int>(positive_.size());
    addConstant(api.mk_const(context, api.mk_int_symbol(context, number), boolean_));
  }
}

Z3_symbol SolverContext::State::symbol(const char* name) const {
  return api.mk_string_symbol(context, name);
}

void SolverContext::State::throwOnError() const {
  const Z3_error_code code = api.get_error_code(context);
  if (code != Z3_OK) {
    throw InternalError(std::string("Z3: ") + api.get_error_msg(context, code));
  }
}

}  // namespace hrfcheck::inline engine::smt
