#pragma once

#include <httplib.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>

namespace hrfcheck::inline serve {

/// What one request may cost until it is known.
struct RequestLimits {
  std::size_t largestHead = 64U << 10U;     ///< bytes: the request line and the headers
  std::size_t largestBody = 1U << 20U;      ///< bytes, however they are divided into chunks
  std::chrono::milliseconds whole{10'000};  ///< from its first byte to its last
  std::chrono::milliseconds idle{2'000};    ///< for its first byte
  std::chrono::milliseconds write{20'000};  ///< for a part of the answer to be taken
};

/// The connections whose requests are not known yet. There are places for a number of them; a further one
/// costs the one that has been slowest the connection, so that those who send nothing keep nobody out.
class ReadingConnections {
 public:
  explicit ReadingConnections(std::size_t places) : places_(places) {}

  /// A connection as long as its request is read.
  class Held {
   public:
    Held(ReadingConnections& all, int socket);
    ~Held();
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

   private:
    ReadingConnections& all_;
    std::list<int>::iterator place_;
  };

 private:
  std::mutex mutex_;
  std::size_t places_;
  std::list<int> sockets_;  ///< the slowest first
};

/// The bytes of one connection, as many as a request may have and as late as they may come.
class Connection final : public httplib::Stream {
 public:
  /// @param socket is closed by others
  Connection(int socket, const RequestLimits& limits, ReadingConnections& reading)
      : socket_(socket), limits_(limits), reading_(reading) {}

  /// Waits for the first byte of a request.
  bool waitForRequest();
  /// The head of the request has been read. @param body whether a body may follow
  void headRead(bool body);
  /// All of the request has been read that is wanted. @param last something is left, so that no other request
  ///   can follow
  void requestRead(bool last);
  /// The request is answered. @param last no other follows on this connection
  void requestOver(bool last);
  /// Whether another request may follow.
  bool mayGoOn() const { return !over_; }
  /// Takes what the other side still sends, for a while: an answer could get lost otherwise.
  void drain();

  /// The one whose request this thread is at.
  static Connection* current();

  using httplib::Stream::write;
  bool is_readable() const override;
  bool is_writable() const override;
  ssize_t read(char* into, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool fill(std::chrono::milliseconds atMost);

  int socket_;
  const RequestLimits& limits_;
  ReadingConnections& reading_;
  std::optional<ReadingConnections::Held> held_;
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0;  ///< of what is in the buffer
  std::size_t end_ = 0;
  std::size_t left_ = 0;  ///< bytes that the request may still have
  Clock::time_point until_;
  bool begun_ = false;  ///< a request has come
  bool read_ = false;   ///< the request, to its end
  bool over_ = false;
};

/// Serves each connection within these limits.
class PatientServer : public httplib::Server {
 public:
  PatientServer(const RequestLimits& limits, std::size_t reading) : limits_(limits), reading_(reading) {}

  /// The library lets five connections wait until they are accepted, and some systems reset those beyond.
  /// @pre it has a port
  void letMoreWait();

 private:
  bool process_and_close_socket(socket_t socket) override;

  RequestLimits limits_;
  ReadingConnections reading_;
};

}  // namespace hrfcheck::inline serve
