#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hrfcheck::inline questions {

/// What questions may cost this machine.
struct QuestionLimits {
  double seconds = 10;                     ///< for one test under one model, at most
  std::size_t memory = 2048;               ///< MiB that one question may hold
  std::size_t running = 2;                 ///< questions processed at once
  std::size_t waiting = 64;                ///< questions that wait for others; more are refused
  std::size_t largestText = 256U << 10U;   ///< bytes of a test, of all models, and of all machines beside it
  std::size_t largestAnswer = 16U << 20U;  ///< bytes
};

/// A text that a question brings along beside its test: a model, or a machine.
struct OwnText {
  std::string name;  ///< "mine", by which the question speaks of it
  std::string file;  ///< "mine.cat", where the command finds it
  std::string text;
};

/// A command of hrfcheck about one text.
struct Question {
  std::string id;                      ///< that the one who asks has given it, to be able to cancel it
  std::string text;                    ///< the test
  double seconds = 0;                  ///< for one test under one model
  std::vector<std::string> arguments;  ///< the command line behind the program's name; the text is its input
  bool json = true;                    ///< whether the command answers in JSON
  std::vector<OwnText> files = {};     ///< in the folder that the command works in
};

}  // namespace hrfcheck::inline questions
