#include "engine/smt/z3/z3_api.h"

#include <dlfcn.h>

#include <array>

#include "engine/engine.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline engine {
namespace smt {
namespace {

constexpr const char* kHint =
    "install Z3 (Debian: libz3-4), or use --engine explicit, which works without it";

#ifdef HRFCHECK_WITHOUT_Z3

void* open() {
  throw UserError("this build of hrfcheck has no Z3", "omit --solver z3: CaDiCaL answers in its place");
}

void* symbol(void* /*library*/, const char* /*name*/) {
  return nullptr;
}

#else

void* open() {
  std::string why;
  for (const char* name : std::array{HRFCHECK_Z3_SONAME, "libz3.so"}) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      return library;
    }
    const char* message = dlerror();
    why += why.empty() ? "" : "; ";
    why += message != nullptr ? message : name;
  }
  throw UserError("cannot load the solver Z3: " + why, kHint);
}

void* symbol(void* library, const char* name) {
  return dlsym(library, name);
}

#endif

template <typename Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(symbol(library, name));
}

std::string versionOf(const Z3Api& api) {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  api.get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

/// Later versions know registered terms by their syntax trees and call back with other arguments.
bool propagatorIsKnown(const std::string& version) {
  return version == "4.8.12";
}

struct Loaded {
  Z3Api api;
  Z3Propagator propagator;

  // Never closed: Z3 keeps memory and threads of its own until the process ends.
  Loaded() {
    void* library = open();
#define HRFCHECK_Z3_FIND(name)                                                        \
  find(library, "Z3_" #name, api.name);                                               \
  if (api.name == nullptr) {                                                          \
    throw UserError("the solver Z3 that was found has no function Z3_" #name, kHint); \
  }
    HRFCHECK_Z3_FUNCTIONS(HRFCHECK_Z3_FIND)
#undef HRFCHECK_Z3_FIND
    api.version = versionOf(api);
    find(library, "Z3_solver_propagate_init", propagator.init);
    find(library, "Z3_solver_propagate_fixed", propagator.fixed);
    find(library, "Z3_solver_propagate_final", propagator.final);
    find(library, "Z3_solver_propagate_register", propagator.add);
    find(library, "Z3_solver_propagate_consequence", propagator.consequence);
    const bool complete = propagator.init != nullptr && propagator.fixed != nullptr &&
                          propagator.final != nullptr && propagator.add != nullptr &&
                          propagator.consequence != nullptr;
    if (complete && propagatorIsKnown(api.version)) {
      api.propagator = &propagator;
    }
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
  ~Loaded() = default;
};

}  // namespace

const Z3Api& z3() {
  static const Loaded loaded;
  return loaded.api;
}

}  // namespace smt

std::string smtSolverVersion() {
  return smt::z3().version;
}

}  // namespace hrfcheck::inline engine
