#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "verify/refutation.h"

namespace hrfcheck::inline verify {

class TextLine;
struct EventTable;

/// The literal that stands for something, and the line of formula.cnf that says so.
struct Meaning {
  Literal literal = 0;  ///< 0 where the legend does not explain it
  std::size_t line = 0;
};

/// What the literals of a formula stand for. A pair or value that has no line cannot be.
struct Legend {
  using ByPair = std::map<std::pair<std::size_t, std::size_t>, Meaning>;
  using ByValue = std::map<std::pair<std::size_t, std::int64_t>, Meaning>;

  Meaning eligible;                          ///< all threads complete, and the filter holds
  Meaning condition;                         ///< it holds
  Meaning raisesFlags;                       ///< flags of such an execution count
  std::vector<Meaning> happens;              ///< by event
  std::map<std::string, ByPair> pairs;       ///< by relation, of events
  std::map<std::string, ByPair> choices;     ///< by name, of events
  ByValue values, locations;                 ///< of events
  ByValue finals;                            ///< of variables
  std::map<std::string, Meaning> flags;      ///< by name
  std::map<std::string, Meaning> incidents;  ///< "incident fault P0 3"

  /// Reads a line, `LITERAL WHAT ...`.
  /// @throws Refused for what is of no event, variable or kind that there is, or explained already
  void read(TextLine& line, const EventTable& table);
  /// @throws Refused for a literal of no variable, and where something that is always asked is missing
  void check(Literal variables) const;
};

/// The words of an incident: "incident fault P0 3".
/// @throws Refused where the line does not have such words
std::string incidentIn(TextLine& line);

}  // namespace hrfcheck::inline verify
