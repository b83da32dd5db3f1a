#pragma once

#include <memory>
#include <string>
#include <vector>

#include "serve/question.h"

namespace hrfcheck::inline serve {

/// A test of the corpus: what the page calls it, and where it is.
struct CorpusTest {
  std::string path;  ///< "litmus/hrf/t01-mp-wg.litmus", "kernels/queue.cl:steal-two"
  std::string file;
  std::string test = {};  ///< of a file with several
};

/// An installed model or machine.
struct NamedText {
  std::string name;
  std::string title;
  std::string text = {};   ///< its file, to be changed by who reads it
  std::string model = {};  ///< of a machine: which one it is intended for
};

/// What a page is served with.
struct ServeOptions {
  std::vector<std::string> program;  ///< how the command line of hrfcheck begins, which answers questions
  std::string version;
  std::string host = "127.0.0.1";
  int port = 7475;  ///< 0: any free port
  std::vector<CorpusTest> corpus;
  std::vector<NamedText> models;
  std::vector<NamedText> machines;
  std::vector<std::string> platforms;  ///< whose promises are schedulers: "cuda"
  std::vector<std::string> dialects;   ///< that tests can be converted to
  QuestionLimits limits;
};

/// The page, and the answers to what it asks. It reads the files of its corpus and no others.
class PageServer {
 public:
  /// Takes the port.
  /// @throws UserError when it is taken, or the host is none of this machine
  explicit PageServer(ServeOptions options);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  /// With a token, where others than this machine can reach it.
  std::string address() const;
  /// Serves until `stop` is called, on another thread.
  void run();
  /// Ends the questions that are open. May be called before `run`, which then returns at once.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrfcheck::inline serve
