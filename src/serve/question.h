#pragma once

#include <string>
#include <vector>

#include "questions/question.h"

namespace hrfcheck::inline serve {

/// What names in a question may stand for. A model's name could otherwise be a path.
struct KnownNames {
  std::vector<std::string> models;
  std::vector<std::string> machines;
};

/// The commands that can be asked for: "check", "explain" ...
std::vector<std::string> askableCommands();

/// Reads the body of a request. Values become words of the form --option=value, so that none can be taken for
/// another option; nothing in them is a path but
/// that of a text which the question brings along.
/// @param command one of askableCommands
/// @throws Refused with status 400 for what is no question, 413 for too long a text
Question readQuestion(const std::string& command, const std::string& body, const KnownNames& known,
                      const QuestionLimits& limits);

}  // namespace hrfcheck::inline serve
