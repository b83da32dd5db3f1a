#include "cli/lsp_client.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <stdexcept>

namespace hrfcheck::test {

using Json = nlohmann::json;

LspClient::LspClient(const std::vector<std::string>& arguments) {
  ::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  std::vector<std::string> words{HRFCHECK_BINARY_DIR "/bin/hrfcheck", "lsp"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::execv(pointers.front(), pointers.data());
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  in_ = in[1];
  out_ = out[0];
  request("initialize",
          {{"processId", ::getpid()},
           {"rootUri", nullptr},
           {"capabilities",
            {{"textDocument", {{"codeAction", {{"resolveSupport", {{"properties", {"edit"}}}}}}}}}}});
  notify("initialized", Json::object());
}

LspClient::~LspClient() {
  if (process_ > 0) {
    close();
  }
  ::close(out_);
}

void LspClient::send(const std::string& bytes) const {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = ::write(in_, bytes.data() + written, bytes.size() - written);
    if (count < 0) {
      return;
    }
    written += static_cast<std::size_t>(count);
  }
}

void LspClient::send(const Json& message) const {
  const std::string content = message.dump();
  send("Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content);
}

void LspClient::notify(const std::string& method, const Json& params) const {
  send(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

int LspClient::ask(const std::string& method, const Json& params) {
  send(Json{{"jsonrpc", "2.0"}, {"id", ++ids_}, {"method", method}, {"params", params}});
  return ids_;
}

Json LspClient::answerTo(int id) {
  for (std::size_t i = 0;; ++i) {
    while (i >= kept_.size()) {
      kept_.push_back(read());
    }
    if (kept_[i].value("id", Json()) == id && !kept_[i].contains("method")) {
      Json answer = kept_[i];
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(i));
      return answer;
    }
  }
}

Json LspClient::request(const std::string& method, const Json& params) {
  return answerTo(ask(method, params));
}

Json LspClient::diagnostics(const std::string& uri, int version) {
  for (;;) {
    const Json message = next();
    if (message.value("method", "") == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri &&
        message["params"].value("version", 0) == version) {
      return message["params"]["diagnostics"];
    }
  }
}

Json LspClient::next() {
  if (kept_.empty()) {
    return read();
  }
  Json message = kept_.front();
  kept_.erase(kept_.begin());
  return message;
}

Json LspClient::read() {
  for (;;) {
    const std::size_t head = buffer_.find("\r\n\r\n");
    if (head != std::string::npos) {
      const std::size_t length = std::stoul(buffer_.substr(buffer_.find(':') + 1));
      const std::size_t begin = head + 4;
      if (buffer_.size() >= begin + length) {
        Json message = Json::parse(buffer_.substr(begin, length));
        buffer_.erase(0, begin + length);
        return message;
      }
    }
    std::array<char, 65536> block{};
    const ssize_t count = ::read(out_, block.data(), block.size());
    if (count <= 0) {
      throw std::runtime_error("the server has ended");
    }
    buffer_.append(block.data(), static_cast<std::size_t>(count));
  }
}

int LspClient::close() {
  ::close(in_);
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace hrfcheck::test
