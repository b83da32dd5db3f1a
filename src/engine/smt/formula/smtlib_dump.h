#pragma once

#include <iosfwd>
#include <string>

#include "engine/smt/formula/formula.h"

namespace hrfcheck::inline engine::smt {

/// Passes clauses on to another sink and, when given a stream, writes them there in SMT-LIB 2.
class SmtLibDump : public ClauseSink {
 public:
  /// @param out null to write nothing; it and `next` must outlive the dump
  SmtLibDump(ClauseSink& next, std::ostream* out, const std::string& title);

  void variable(Lit variable, const VariableName& name) override;
  void clause(const std::vector<Lit>& literals) override;

  /// Writes a check-sat under assumptions, announced by an echo of `title`.
  void question(const std::string& title, const std::vector<Lit>& assumptions);

 private:
  ClauseSink& next_;
  std::ostream* out_;
};

}  // namespace hrfcheck::inline engine::smt
