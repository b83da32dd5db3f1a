#include "lsp/message_stream.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <thread>

using namespace hrfcheck;

namespace {

/// A reader of a text that comes in pieces.
class Piped {
 public:
  explicit Piped(std::vector<std::string> pieces, std::size_t longest = 1000) {
    REQUIRE(::pipe(ends_.data()) == 0);
    writing_ = std::thread([this, pieces = std::move(pieces)] {
      for (const std::string& piece : pieces) {
        if (::write(ends_[1], piece.data(), piece.size()) < 0) {
          break;
        }
      }
      ::close(ends_[1]);
    });
    reader.emplace(ends_[0], longest);
  }
  ~Piped() {
    writing_.join();
    ::close(ends_[0]);
  }
  Piped(const Piped&) = delete;
  Piped& operator=(const Piped&) = delete;

  std::optional<MessageReader> reader;

 private:
  std::array<int, 2> ends_{};
  std::thread writing_;
};

}  // namespace

TEST_CASE("messages are read however they are cut into pieces") {
  Piped piped({"Content-Le", "ngth: 2\r\n", "\r\n{", "}content-length:3\r\nContent-Type: x\r\n\r\n[1]"});
  CHECK(piped.reader->next() == "{}");
  CHECK(piped.reader->next() == "[1]");
  CHECK_FALSE(piped.reader->next());
}

TEST_CASE("a message that is too long is skipped") {
  Piped piped({"Content-Length: 1500\r\n\r\n" + std::string(1500, 'x') + "Content-Length: 2\r\n\r\n{}"});
  CHECK_THROWS_AS(piped.reader->next(), MessageTooLong);
  CHECK(piped.reader->next() == "{}");
}

TEST_CASE("what is no message is not read on") {
  for (const char* text :
       {"{\"jsonrpc\": \"2.0\"}\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 12x\r\n\r\n",
        "Content-Length: 99999999999999999999999\r\n\r\n", "\r\n\r\n", "Content-Length: 5\r\n\r\n{}",
        "Content-Length: 5\r\n", "Content-Length: 5", "Content-Length: 9000000000\r\n\r\nshort"}) {
    CAPTURE(text);
    Piped piped({text});
    CHECK_THROWS_AS(piped.reader->next(), BrokenStream);
  }
  Piped endless({std::string(20000, 'x')});
  CHECK_THROWS_AS(endless.reader->next(), BrokenStream);
}

TEST_CASE("messages are written with their length in bytes") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  MessageWriter(ends[1]).write({{"text", "\xc3\xa9\xff"}});
  ::close(ends[1]);
  std::array<char, 200> read{};
  const ssize_t count = ::read(ends[0], read.data(), read.size());
  ::close(ends[0]);
  REQUIRE(count > 0);
  CHECK(std::string(read.data(), static_cast<std::size_t>(count)) ==
        "Content-Length: 16\r\n\r\n{\"text\":\"\xc3\xa9\xef\xbf\xbd\"}");
}
