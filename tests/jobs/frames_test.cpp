#include "jobs/frames.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

TEST_CASE("frames are cut out of a stream, however it comes") {
  std::string stream;
  for (std::size_t i = 0; i < 20; ++i) {
    stream += framed(std::string(i * 100, 'x') + std::to_string(i));
  }
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, stream.size()}) {
    FrameReader reader;
    std::size_t seen = 0;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      reader.append(std::string_view(stream).substr(at, step));
      while (const auto payload = reader.next()) {
        CHECK(payload->ends_with(std::to_string(seen)));
        CHECK(payload->size() >= seen * 100);
        ++seen;
      }
    }
    CHECK(seen == 20);
    CHECK_FALSE(reader.next());
  }
}

TEST_CASE("what is no frame is noticed") {
  FrameReader reader;
  reader.append("Segmentation fault");
  CHECK_THROWS_AS(reader.next(), UnreadableMessage);
}
