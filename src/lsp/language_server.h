#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lsp/message_stream.h"
#include "questions/question.h"

namespace hrfcheck::inline lsp {

/// What an editor is served with.
struct LspOptions {
  std::vector<std::string> program;  ///< how the command line of hrfcheck begins, which answers questions
  std::string version;
  std::vector<std::string> models;    ///< as `-m` takes them; none: those by default
  std::vector<std::string> includes;  ///< as `--include` takes them
  QuestionLimits limits;
};

/// A server of the Language Server Protocol 3.17. Documents are checked as they change, each by a process of
/// its own that a newer text ends; messages are taken one after the other and none waits for a check.
class LanguageServer {
 public:
  /// @param out must outlive this
  LanguageServer(LspOptions options, MessageWriter& out);
  ~LanguageServer();
  LanguageServer(const LanguageServer&) = delete;
  LanguageServer& operator=(const LanguageServer&) = delete;

  /// Does what a message says, and answers it at once or later.
  /// @returns false when it is the last one
  bool take(const std::string& message);
  /// Tells of a message that could not be taken.
  void refuse(const std::string& why);
  /// Ends the processes that are at work.
  void stop();
  /// Whether the editor has ended as it should: `shutdown`, then `exit`.
  bool endedInOrder() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Serves an editor until it says `exit` or closes its end.
/// @returns whether it ended in order
/// @throws BrokenStream
bool serveEditor(const LspOptions& options, int in, int out);

}  // namespace hrfcheck::inline lsp
