#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/pairs.h"
#include "verify/refutation.h"

namespace hrfcheck::inline verify {

/// The files of a certificate by their names, as they were read (docs/trust.md describes them).
using Files = std::map<std::string, std::string>;

/// An event that may happen.
struct EventRow {
  std::string kind;    ///< initial, read, write, fence, arrive or depart
  std::string thread;  ///< "-" for initial writes
  std::string place;   ///< for people
};

/// What a final state is made of.
struct VariableRow {
  bool isLocation = false;
  std::size_t location = 0;  ///< of locations
  std::string name;
};

/// The events of a test, and what is known of them before anything runs.
struct EventTable {
  std::vector<EventRow> events;
  std::vector<std::string> locations;
  std::vector<std::int64_t> initialValues;  ///< by location
  std::vector<VariableRow> variables;
  std::size_t observed = 0;            ///< so many of them, the first ones, tell outcomes apart
  std::vector<std::string> condition;  ///< in prefix form
  std::vector<std::string> filter;
  std::map<std::string, Pairs> relations;  ///< over all events
  std::map<std::string, Pairs> sets;
  /// An event that is in a set only when another one happens, or only when it does not.
  struct Conditional {
    std::string set;
    std::size_t event;
    std::size_t other;
    bool whenHappens;
  };
  std::vector<Conditional> conditional;
};

/// The formula: clauses, and what literals stand for.
struct FormulaText {
  std::vector<Clause> clauses;
  Literal variables = 0;
  std::map<std::string, Literal> legend;  ///< "rf 3 7" and the like
};

/// One execution.
struct ExecutionText {
  std::vector<bool> happens;
  struct Access {
    std::size_t location;
    std::int64_t value;
  };
  std::map<std::size_t, Access> accesses;
  std::map<std::string, Pairs> relations;  ///< rf, co, loc, addr, data, ctrl, syncbar: over all events
  std::map<std::string, Pairs> choices;
  std::map<std::size_t, std::int64_t> finals;  ///< by variable
  bool complete = false;
  std::vector<bool> assignment;  ///< by variable of the formula
};

/// What is claimed of a test under a model.
struct Claim {
  std::string what;      ///< "outcome 0", "no-other-outcome", "condition-holds" ...
  bool refuted = false;  ///< by a proof; otherwise an execution shows it
  std::string file;
};

struct CertificateIndex {
  std::string test, model, modelFile, quantifier;
  std::vector<Claim> claims;
  std::map<std::string, std::string> digests;  ///< by file
};

/// @throws Refused with the line where a file is not as it must be
CertificateIndex readCertificate(const Files& files);
EventTable readEvents(const std::string& text);
FormulaText readFormula(const std::string& text);
ExecutionText readExecution(const std::string& text, std::size_t events, Literal variables);

/// What a certificate says of the bytes of a file: an accident shows in it, malice need not.
std::string digestOf(const std::string& text);

}  // namespace hrfcheck::inline verify
