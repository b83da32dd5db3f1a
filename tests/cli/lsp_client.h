#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hrfcheck::test {

/// An editor that talks to `hrfcheck lsp`.
class LspClient {
 public:
  /// Starts the server, and initializes it.
  explicit LspClient(const std::vector<std::string>& arguments = {});
  ~LspClient();
  LspClient(const LspClient&) = delete;
  LspClient& operator=(const LspClient&) = delete;

  void send(const std::string& bytes) const;
  void send(const nlohmann::json& message) const;
  void notify(const std::string& method, const nlohmann::json& params) const;
  /// The answer to a request; other messages that come before are kept.
  nlohmann::json request(const std::string& method, const nlohmann::json& params);
  /// Sends a request without waiting. @returns its id
  int ask(const std::string& method, const nlohmann::json& params);
  nlohmann::json answerTo(int id);
  /// The diagnostics of a version of a document, as soon as they are published.
  nlohmann::json diagnostics(const std::string& uri, int version);
  /// The next message, waited for. @throws std::runtime_error where none comes any more
  nlohmann::json next();

  /// Closes the server's input. @returns its exit status, 128 + n after signal n
  int close();
  pid_t process() const { return process_; }

 private:
  nlohmann::json read();

  pid_t process_ = -1;
  int in_ = -1;   ///< of the server
  int out_ = -1;  ///< of the server
  int ids_ = 0;
  std::string buffer_;
  std::vector<nlohmann::json> kept_;
};

}  // namespace hrfcheck::test
