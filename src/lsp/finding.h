#pragma once

#include <string>
#include <vector>

#include "lsp/document.h"
#include "questions/answers.h"

namespace hrfcheck::inline lsp {

/// As the protocol numbers them.
enum class FindingSeverity { Error = 1, Warning = 2, Information = 3, Hint = 4 };

/// Another place of the same document that a finding is about.
struct RelatedPlace {
  Range range;
  std::string message;
};

/// Something that an editor marks in a document.
struct Finding {
  Range range;
  FindingSeverity severity = FindingSeverity::Error;
  std::string rule;     ///< "heterogeneous-race", "fault", "input", "no-answer"
  std::string message;  ///< with the models that it is found under
  std::vector<RelatedPlace> related = {};
  std::string model = {};            ///< of a race: the first one that has it
  std::string test = {};             ///< of a race: the name of the test in its file; mostly empty
  std::string fix = {};              ///< of a race: what the changes do, "line 6 at cmp scope"
  std::vector<Change> changes = {};  ///< that order this race; mostly none
};

/// What `hrfcheck check --format json` says of a document, or of a model `hrfcheck models --format json`.
/// An answer that is none is a finding, too.
std::vector<Finding> findingsOf(const Answer& answer, const Document& document);

/// A finding about the document as a whole, at its first line.
Finding wholeFinding(const Document& document, FindingSeverity severity, const std::string& rule,
                     const std::string& message);

}  // namespace hrfcheck::inline lsp
