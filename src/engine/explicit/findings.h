#pragma once

#include <map>
#include <vector>

#include "engine/explicit/found_flags.h"
#include "execution/evaluate/evaluate.h"

namespace hrfcheck::inline engine {

/// Gathers what consistent candidate executions show into an Analysis.
class Findings {
 public:
  Findings(const Program& program, const AnalysisOptions& options);

  /// A complete execution that passes the filter, under a choice of linearisations that passes every
  /// requirement. Call once per execution (`first`) and again for every further such choice.
  void addComplete(const Execution& execution, const std::vector<Relation>& choices,
                   const Evaluation& evaluation, bool first);
  /// An execution that does not complete, under a choice of linearisations that passes every requirement;
  /// called like addComplete.
  void addIncomplete(const Execution& execution, const std::vector<Relation>& choices,
                     const Evaluation& evaluation, bool first);

  /// All of it, sorted; leaves this empty.
  Analysis take();

 private:
  void addOutcome(const Execution& execution, const std::vector<Relation>& choices);
  void addIncidents(const Execution& execution, const std::vector<Relation>& choices);
  void addFlags(const Execution& execution, const std::vector<Relation>& choices,
                const Evaluation& evaluation);
  void addFlag(const Execution& execution, const std::vector<Relation>& choices, const RaisedFlag& raised);

  const Program& program_;
  const AnalysisOptions& options_;
  std::map<std::vector<Value>, Outcome> outcomes_;
  FoundFlags found_;
  std::uint64_t satisfying_ = 0;
  std::uint64_t others_ = 0;
};

}  // namespace hrfcheck::inline engine
