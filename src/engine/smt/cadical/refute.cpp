// The solver is fed once and asked once, so that nothing has to be restored in the proof that was removed
// before. What CaDiCaL 1.5.3 adds to a proof then follows by unit propagation: of its inprocessing only the
// removal of clauses is not an implication, and removals need no justification where unsatisfiability is
// shown.

#include "engine/smt/cadical/refute.h"

#include <cadical.hpp>
#include <cstdio>
#include <memory>

#include "engine/smt/cadical/stop_at_deadline.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string contentOf(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[1 << 16];
  for (std::size_t n = std::fread(buffer, 1, sizeof buffer, file); n > 0;
       n = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, n);
  }
  return text;
}

}  // namespace

std::optional<std::string> refute(const std::vector<std::vector<Lit>>& clauses, const Deadline& deadline) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::tmpfile());
  INVARIANT(file != nullptr, "a temporary file can be made");
  StopAtDeadline stop(deadline);
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);  // it would report the tracing on standard output
  solver.set("binary", 0);
  solver.trace_proof(file.get(), "proof");
  solver.connect_terminator(&stop);
  for (const std::vector<Lit>& clause : clauses) {
    for (const Lit literal : clause) {
      solver.add(literal);
    }
    solver.add(0);
  }
  const int answer = solver.solve();
  solver.disconnect_terminator();
  if (answer == kUnsatisfiable) {
    solver.close_proof_trace();
    return contentOf(file.get());
  }
  if (answer != kSatisfiable) {
    throw OutOfTime();
  }
  return std::nullopt;
}

}  // namespace hrfcheck::inline engine::smt
