#pragma once

#include <z3.h>

#include <string>

// Every function of Z3's C API that is used, without its prefix.
#define HRFCHECK_Z3_FUNCTIONS(FUNCTION) \
  FUNCTION(get_version)                 \
  FUNCTION(mk_config)                   \
  FUNCTION(del_config)                  \
  FUNCTION(mk_context_rc)               \
  FUNCTION(del_context)                 \
  FUNCTION(interrupt)                   \
  FUNCTION(set_error_handler)           \
  FUNCTION(get_error_code)              \
  FUNCTION(get_error_msg)               \
  FUNCTION(inc_ref)                     \
  FUNCTION(dec_ref)                     \
  FUNCTION(mk_int_symbol)               \
  FUNCTION(mk_string_symbol)            \
  FUNCTION(mk_bool_sort)                \
  FUNCTION(sort_to_ast)                 \
  FUNCTION(mk_const)                    \
  FUNCTION(mk_true)                     \
  FUNCTION(mk_false)                    \
  FUNCTION(mk_not)                      \
  FUNCTION(mk_or)                       \
  FUNCTION(to_app)                      \
  FUNCTION(get_app_decl)                \
  FUNCTION(get_bool_value)              \
  FUNCTION(mk_params)                   \
  FUNCTION(params_inc_ref)              \
  FUNCTION(params_dec_ref)              \
  FUNCTION(params_set_bool)             \
  FUNCTION(params_set_uint)             \
  FUNCTION(mk_solver_for_logic)         \
  FUNCTION(mk_simple_solver)            \
  FUNCTION(solver_inc_ref)              \
  FUNCTION(solver_dec_ref)              \
  FUNCTION(solver_set_params)           \
  FUNCTION(solver_assert)               \
  FUNCTION(solver_check_assumptions)    \
  FUNCTION(solver_get_reason_unknown)   \
  FUNCTION(solver_get_model)            \
  FUNCTION(model_inc_ref)               \
  FUNCTION(model_dec_ref)               \
  FUNCTION(model_get_const_interp)      \
  FUNCTION(solver_get_statistics)       \
  FUNCTION(stats_inc_ref)               \
  FUNCTION(stats_dec_ref)               \
  FUNCTION(stats_size)                  \
  FUNCTION(stats_get_key)               \
  FUNCTION(stats_is_uint)               \
  FUNCTION(stats_get_uint_value)

namespace hrfcheck::inline engine::smt {

/// The user propagator of Z3 4.8.12, where registered terms are known by number. Declared here because the
/// header at hand may be of another version.
struct Z3Propagator {
  using Push = void(void* user);
  using Pop = void(void* user, unsigned scopes);
  using Fresh = void*(void* user, Z3_context context);
  using Fixed = void(void* user, void* callback, unsigned id, Z3_ast value);
  using Final = void(void* user, void* callback);

  void (*init)(Z3_context, Z3_solver, void* user, Push*, Pop*, Fresh*) = nullptr;
  void (*fixed)(Z3_context, Z3_solver, Fixed*) = nullptr;
  void (*final)(Z3_context, Z3_solver, Final*) = nullptr;
  unsigned (*add)(Z3_context, Z3_solver, Z3_ast) = nullptr;
  void (*consequence)(Z3_context, void* callback, unsigned fixedCount, const unsigned* fixedIds,
                      unsigned equalities, const unsigned* left, const unsigned* right,
                      Z3_ast consequence) = nullptr;
};

/// Z3's functions. The library is not linked: most answers do without it, and it takes longer to initialise
/// than they take.
struct Z3Api {
// A member cannot be declared in parentheses. NOLINTNEXTLINE(bugprone-macro-parentheses)
#define HRFCHECK_Z3_MEMBER(name) decltype(&::Z3_##name) name = nullptr;
  HRFCHECK_Z3_FUNCTIONS(HRFCHECK_Z3_MEMBER)
#undef HRFCHECK_Z3_MEMBER

  std::string version;                       ///< "4.8.12"
  const Z3Propagator* propagator = nullptr;  ///< null unless the library is one whose propagator is known
};

/// Loads the library with the first call; thread-safe.
/// @throws UserError when there is none, or one without these functions
const Z3Api& z3();

}  // namespace hrfcheck::inline engine::smt
