#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "util/process/deadline.h"
#include "verify/condition.h"
#include "verify/legend.h"
#include "verify/pairs.h"
#include "verify/refutation.h"

namespace hrfcheck::inline verify {

/// The files of a certificate by their names, as they were read (docs/trust.md describes them).
using Files = std::map<std::string, std::string>;

/// What is claimed of a test under a model.
struct Claim {
  std::string what = {};  ///< "outcome 0", "another-outcome", "condition-holds" ...
  bool refuted = false;   ///< by a proof; otherwise an execution shows it
  std::string file;
  std::size_t line = 0;  ///< of certificate.txt
};

/// How the test was read, as far as its text does not say.
struct ReadingOfTest {
  std::string file;  ///< the name of its file, without a folder; empty where the certificate does not say
  std::size_t ownText = 0;  ///< so many bytes of the text are the file's; options of the command line follow
  std::string test;         ///< which one of several tests of a file
  unsigned unroll = 0;
  std::uint32_t lockBits = 0;
  bool locksOrder = false;
  bool compiled = false;  ///< what was read is not the text, but the module that a compiler made of it
};

struct CertificateIndex {
  unsigned version = 0;
  std::string writtenBy;  ///< the version of hrfcheck; empty where the certificate does not say
  std::string test, model, modelFile, quantifier;
  ReadingOfTest reading;
  std::vector<std::string> assumptions;  ///< what the answers hold for; sentences
  std::vector<std::string> considered;   ///< which iterations and values the formula has, and why; sentences
  std::vector<Claim> claims;
  std::map<std::string, std::string> digests;  ///< by file
};

/// An event that may happen.
struct EventRow {
  enum class Kind : std::uint8_t { Initial, Read, Write, Fence, Arrive, Depart };
  Kind kind = Kind::Initial;
  std::string thread;  ///< "-" for initial writes
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
  std::vector<std::int64_t> initialValues;  ///< by location
  std::vector<VariableRow> variables;
  std::size_t observed = 0;  ///< so many of them, the first ones, tell outcomes apart
  FinalCondition condition;
  FinalCondition filter;
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

  std::size_t locations() const { return initialValues.size(); }
};

/// The formula: clauses, and what literals stand for.
struct FormulaText {
  std::vector<Clause> clauses;
  Literal variables = 0;
  Legend legend;
};

/// One execution.
struct ExecutionText {
  std::string file;
  std::vector<bool> happens;
  struct Access {
    std::size_t location;
    std::int64_t value;
    std::size_t line;
  };
  std::map<std::size_t, Access> accesses;
  /// A relation over all events, and the line that gives it.
  struct Given {
    Pairs pairs;
    std::size_t line = 0;
  };
  std::map<std::string, Given> relations;  ///< rf, co, addr, data, ctrl, syncbar
  std::map<std::string, Given> choices;
  std::map<std::size_t, std::int64_t> finals;    ///< by variable
  std::map<std::string, std::size_t> incidents;  ///< with their lines
  bool complete = false;
  std::size_t completeLine = 0;
  std::vector<bool> assignment;  ///< by variable of the formula
};

/// The set of the events that hand over numbers of lanes, where a test has any (docs/trust.md).
inline constexpr const char* kSetOfExchanges = "(exchange)";

/// The relations of an execution that the legend explains pair by pair.
inline constexpr const char* kRelationsOfExecutions[] = {"rf", "co", "addr", "data", "ctrl", "syncbar"};

/// @throws Refused with the line where a file is not as it must be; OutOfTime
CertificateIndex readCertificate(const Files& files, const Deadline& deadline = {});
EventTable readEvents(const std::string& text, const Deadline& deadline = {});
FormulaText readFormula(const std::string& text, const EventTable& table, const Deadline& deadline = {});
ExecutionText readExecution(const std::string& file, const std::string& text, const EventTable& table,
                            Literal variables, const Deadline& deadline = {});

/// What a certificate says of the bytes of a file: an accident shows in it, malice need not.
std::string digestOf(const std::string& text);

}  // namespace hrfcheck::inline verify
