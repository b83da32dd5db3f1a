#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

/// What a row of a CSV of expectations makes a statement about.
enum class ClaimQuestion { Reachable, Holds, RaceFree, Terminates };

/// One row of a CSV of expectations: a statement about a test under a model.
struct Claim {
  std::uint32_t line = 1;
  Place place;       ///< of the expected answer
  std::string path;  ///< of the test; relative to the file's folder no more, lexically normal
  std::string model;
  std::string property;
  std::string scheduler;
  std::string quantifier;  ///< "exists", "~exists", "forall"; empty where the row does not say
  /// Nothing for a property that this version does not know.
  std::optional<ClaimQuestion> question;
  bool answer = true;
  /// UNKNOWN: the author of the row did not know. Any answer will do, and so will none.
  bool open = false;
  std::optional<unsigned> bound = std::nullopt;  ///< how far loops were unrolled
  bool mayContradict = false;  ///< the file says bounds: its rows may differ in what they do not say
};

/// Reads the claims of a file whose header names the columns path, model, property and expected, and
/// perhaps scheduler, quantifier and bound.
/// @throws UserError with every mistake: columns that are missing or duplicated, rows that are too short or
/// too long, words that do not answer their property
std::vector<Claim> readClaims(const SourcePtr& source);

/// Every word that such a file may use for a column, a property, an answer or a quantifier; some stand there
/// twice.
std::vector<std::string> claimWords();

}  // namespace hrfcheck::inline batch
