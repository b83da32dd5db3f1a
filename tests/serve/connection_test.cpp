// What a server takes of those who send too much, too slowly, or without leave. Sockets are used as they are:
// a client of HTTP would not do these things.

#include "serve/connection.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "serve/page_server.h"

namespace connection_test {

using namespace hrfcheck;

namespace {

/// A server whose questions are answered by a shell script.
class Running {
 public:
  explicit Running(const std::string& host = "127.0.0.1") : server_(options(host)) {
    const std::string address = server_.address();
    const std::size_t colon = address.find(':', std::string("http://").size());
    port_ = std::stoi(address.substr(colon + 1));
    thread_ = std::thread([this] { server_.run(); });
  }
  ~Running() {
    server_.stop();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  int port() const { return port_; }

 private:
  static ServeOptions options(const std::string& host) {
    ServeOptions options;
    options.program = {"sh", "-c", "cat >/dev/null; echo '{}'", "sh"};
    options.host = host;
    options.port = 0;
    return options;
  }

  PageServer server_;
  int port_ = 0;
  std::thread thread_;
};

class Peer {
 public:
  explicit Peer(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  }
  Peer(Peer&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  Peer& operator=(Peer&&) = delete;
  ~Peer() {
    if (socket_ >= 0) {
      ::close(socket_);
    }
  }

  /// @return whether all of it was taken
  bool send(const std::string& text) const {
    std::size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t count = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) {
        return false;
      }
      sent += static_cast<std::size_t>(count);
    }
    return true;
  }
  /// All that comes until the other side closes.
  std::string all() const {
    std::string text;
    std::array<char, 4096> block{};
    for (ssize_t count = 0; (count = ::recv(socket_, block.data(), block.size(), 0)) > 0;) {
      text.append(block.data(), static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int socket_;
};

std::string headOf(const std::string& method, const std::string& path, int port, const std::string& more) {
  return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\nContent-Type: application/json\r\n" + more + "\r\n";
}

bool begins(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

}  // namespace

TEST_CASE("connections: a head without end is cut off") {
  const Running server;
  const std::string much(1U << 20U, 'x');
  const Peer line(server.port());
  line.send("GET /" + much);
  CHECK_FALSE(begins(line.all(), "HTTP/1.1 200"));
  std::string headers = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) + "\r\n";
  for (int i = 0; i < 20'000; ++i) {
    headers += "A" + std::to_string(i) + ": b\r\n";
  }
  const Peer many(server.port());
  many.send(headers + "\r\n");
  CHECK_FALSE(begins(many.all(), "HTTP/1.1 200"));
  const Peer one(server.port());
  one.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) + "\r\nLong: " + much +
           "\r\n\r\n");
  CHECK_FALSE(begins(one.all(), "HTTP/1.1 200"));
}

TEST_CASE("connections: bodies have a limit, also in chunks") {
  const Running server;
  const Peer chunked(server.port());
  std::string text = headOf("POST", "/api/check", server.port(), "Transfer-Encoding: chunked\r\n");
  for (int i = 0; i < 100; ++i) {
    text += "10000\r\n" + std::string(0x10000, ' ') + "\r\n";
  }
  chunked.send(text);
  CHECK_FALSE(begins(chunked.all(), "HTTP/1.1 200"));
  const Peer huge(server.port());
  huge.send(headOf("POST", "/api/check", server.port(), "Transfer-Encoding: chunked\r\n") +
            "7fffffffffffffff\r\n");
  huge.send(std::string(8U << 20U, ' '));
  CHECK_FALSE(begins(huge.all(), "HTTP/1.1 200"));
  const Peer said(server.port());
  said.send(headOf("POST", "/api/check", server.port(), "Content-Length: 99999999999\r\n"));
  CHECK_FALSE(begins(said.all(), "HTTP/1.1 200"));
}

TEST_CASE("connections: who may not ask is told so before any of the body is there") {
  const Running server("0.0.0.0");
  const Peer peer(server.port());
  peer.send(headOf("POST", "/api/check", server.port(), "Hrfcheck-Token: wrong\r\nContent-Length: 1000\r\n"));
  CHECK(begins(peer.all(), "HTTP/1.1 401"));
  const Peer chunked(server.port());
  chunked.send(headOf("POST", "/api/cancel", server.port(), "Transfer-Encoding: chunked\r\n"));
  CHECK(begins(chunked.all(), "HTTP/1.1 401"));
  const Running local;
  const Peer stranger(local.port());
  stranger.send("POST /api/check HTTP/1.1\r\nHost: elsewhere\r\nContent-Length: 1000\r\n\r\n");
  CHECK(begins(stranger.all(), "HTTP/1.1 421"));
}

TEST_CASE("connections: those that say nothing, or little, keep nobody out") {
  const Running server;
  std::vector<Peer> silent;
  for (int i = 0; i < 300; ++i) {
    silent.emplace_back(server.port());
    if (i % 2 == 0) {
      silent.back().send("GET / HT");
    }
  }
  const Peer peer(server.port());
  peer.send("GET /serve.css HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:" +
            std::to_string(server.port()) + "\r\n\r\n");
  CHECK(begins(peer.all(), "HTTP/1.1 200"));
}

TEST_CASE("connections: several requests of one connection") {
  const Running server;
  const std::string request =
      "GET /serve.css HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) + "\r\n";
  const Peer peer(server.port());
  peer.send(request + "\r\n" + request + "Connection: close\r\n\r\n");
  const std::string answers = peer.all();
  const std::size_t first = answers.find("HTTP/1.1 200");
  REQUIRE(first != std::string::npos);
  CHECK(answers.find("HTTP/1.1 200", first + 1) != std::string::npos);
}

}  // namespace connection_test
