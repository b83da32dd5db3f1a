#include "batch/output_files.h"

#include <doctest/doctest.h>

namespace hrfcheck::test {

TEST_CASE("every model has a log of its own") {
  CHECK(herdLogPath("logs", "sc") == "logs/sc.log");
  CHECK(herdLogPath("logs", "./m.cat") == "logs/m.cat.log");
  CHECK(herdLogPath("logs", "mine/m.cat") == "logs/mine-m.cat.log");
  CHECK(herdLogPath("logs", "yours/m.cat") == "logs/yours-m.cat.log");
  CHECK(herdLogPath("logs", "/somewhere/m.cat") == "logs/somewhere-m.cat.log");
  CHECK(herdLogPath("logs", "../m.cat") == "logs/__-m.cat.log");
}

}  // namespace hrfcheck::test
