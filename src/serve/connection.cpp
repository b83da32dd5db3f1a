// The library reads headers of any number and length, and chunks of any length, and waits for each byte anew.
// So it is given a stream that ends: with the bytes that a request may have, or the time.

#include "serve/connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace hrfcheck::inline serve {
namespace {

constexpr std::size_t kRequestsOfConnection = 1000;

thread_local Connection* currentConnection = nullptr;

bool isReady(int socket, short event, std::chrono::milliseconds atMost) {
  const auto end = std::chrono::steady_clock::now() + atMost;
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    pollfd polled{socket, event, 0};
    const int result = ::poll(&polled, 1, static_cast<int>(std::max<long long>(left, 0)));
    if (result >= 0 || errno != EINTR) {
      return result > 0;
    }
  }
}

}  // namespace

ReadingConnections::Held::Held(ReadingConnections& all, int socket) : all_(all) {
  const std::lock_guard lock(all_.mutex_);
  place_ = all_.sockets_.insert(all_.sockets_.end(), socket);
  if (all_.sockets_.size() > all_.places_) {
    const int slowest = all_.sockets_.front();
    ::shutdown(slowest, SHUT_RDWR);
    // It leaves by itself; until then it is the last one to be chosen again.
    all_.sockets_.splice(all_.sockets_.end(), all_.sockets_, all_.sockets_.begin());
  }
}

ReadingConnections::Held::~Held() {
  const std::lock_guard lock(all_.mutex_);
  all_.sockets_.erase(place_);
}

Connection* Connection::current() {
  return currentConnection;
}

bool Connection::waitForRequest() {
  held_.emplace(reading_, socket_);
  if (begin_ == end_ && !fill(limits_.idle)) {
    held_.reset();
    return false;
  }
  begun_ = true;
  read_ = false;
  left_ = limits_.largestHead;
  until_ = Clock::now() + limits_.whole;
  currentConnection = this;
  return true;
}

void Connection::headRead(bool body) {
  left_ = body ? limits_.largestBody : 0;
}

void Connection::requestRead(bool last) {
  held_.reset();
  left_ = 0;
  read_ = true;
  over_ = over_ || last;
}

void Connection::requestOver(bool last) {
  held_.reset();
  left_ = 0;
  over_ = over_ || last || !read_;
  currentConnection = nullptr;
}

void Connection::drain() {
  constexpr int kMostBlocks = 4096;
  // Who sends a request that is refused before its end reads the answer when all of it is sent.
  const std::chrono::milliseconds patience(begun_ && !read_ ? 1000 : 0);
  const auto end = Clock::now() + patience;
  ::shutdown(socket_, SHUT_WR);
  for (int i = 0; i < kMostBlocks; ++i) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (!isReady(socket_, POLLIN, left) || ::recv(socket_, buffer_.data(), buffer_.size(), 0) <= 0) {
      return;
    }
  }
}

bool Connection::fill(std::chrono::milliseconds atMost) {
  if (!isReady(socket_, POLLIN, atMost)) {
    return false;
  }
  const ssize_t count = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
  begin_ = 0;
  end_ = count > 0 ? static_cast<std::size_t>(count) : 0;
  return count > 0;
}

bool Connection::is_readable() const {
  return begin_ < end_ || isReady(socket_, POLLIN, limits_.idle);
}

bool Connection::is_writable() const {
  return isReady(socket_, POLLOUT, limits_.write);
}

ssize_t Connection::read(char* into, std::size_t size) {
  const auto time = std::chrono::ceil<std::chrono::milliseconds>(until_ - Clock::now());
  if (left_ == 0 || (begin_ == end_ && (time.count() <= 0 || !fill(time)))) {
    over_ = true;
    return -1;
  }
  const std::size_t count = std::min({size, end_ - begin_, left_});
  std::memcpy(into, buffer_.data() + begin_, count);
  begin_ += count;
  left_ -= count;
  return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* from, std::size_t size) {
  if (!is_writable()) {
    return -1;
  }
  return ::send(socket_, from, size, MSG_NOSIGNAL);
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void PatientServer::letMoreWait() {
  constexpr int kConnections = 512;
  ::listen(svr_sock_, kConnections);
}

bool PatientServer::process_and_close_socket(socket_t socket) {
  Connection connection(socket, limits_, reading_);
  bool served = true;
  for (std::size_t left = kRequestsOfConnection; left > 0 && svr_sock_ != INVALID_SOCKET; --left) {
    if (!connection.waitForRequest()) {
      break;
    }
    bool closed = false;
    served = process_request(connection, left == 1, closed, nullptr);
    connection.requestOver(!served || closed);
    if (!connection.mayGoOn()) {
      break;
    }
  }
  connection.drain();
  ::close(socket);
  return served;
}

}  // namespace hrfcheck::inline serve
