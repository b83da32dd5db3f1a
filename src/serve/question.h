#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "serve/own_texts.h"

namespace hrfcheck::inline serve {

/// What those who use a page may ask of this machine.
struct ServeLimits {
  double seconds = 10;                     ///< for one test under one model, at most
  std::size_t memory = 2048;               ///< MiB that one question may hold
  std::size_t running = 2;                 ///< questions processed at once
  std::size_t waiting = 64;                ///< questions that wait for others; more are refused
  std::size_t largestText = 256U << 10U;   ///< bytes of a test, of all models, and of all machines beside it
  std::size_t largestAnswer = 16U << 20U;  ///< bytes
};

/// A command of hrfcheck about one text, as the page asks for it.
struct Question {
  std::string id;                      ///< that the one who asks has given it, to be able to cancel it
  std::string text;                    ///< the test
  double seconds = 0;                  ///< for one test under one model
  std::vector<std::string> arguments;  ///< the command line behind the program's name; the text is its input
  bool json = true;                    ///< whether the command answers in JSON
  std::vector<OwnText> files = {};     ///< in the folder that the command works in
};

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
                      const ServeLimits& limits);

}  // namespace hrfcheck::inline serve
