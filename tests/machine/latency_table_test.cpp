#include "machine/timed/latency_table.h"

#include <doctest/doctest.h>

#include "util/diagnostic.h"

using namespace hrfcheck;

namespace {

LatencyTable tableOf(const std::string& text) {
  return LatencyTable::read(std::make_shared<const Source>("table", text));
}

std::string mistakeIn(const std::string& text) {
  try {
    tableOf(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

bool tells(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("A latency table is read as it is printed") {
  const std::string text = LatencyTable::ofPaper().text();
  CHECK(tableOf(text).text() == text);
  CHECK(tableOf("").text() == text);
}

TEST_CASE("The default latencies are those of the paper's table") {
  const LatencyTable table = LatencyTable::ofPaper();  // Orr et al. 2015, Table 1
  CHECK(table.level("L1").bytes == 16 * 1024);
  CHECK(table.level("L1").ways == 16);
  CHECK(table.level("L1").latency == 4);
  CHECK(table.level("L2").bytes == 512 * 1024);
  CHECK(table.level("L2").ways == 16);
  CHECK(table.level("L2").latency == 24);
  CHECK(table.lineBytes == 64);
}

TEST_CASE("Lines of a file change the table") {
  const LatencyTable table =
      tableOf("level L1 1024 4 2 1 # small\nlevel group memory 2048 2 3 4\njitter 7\n");
  CHECK(table.level("L1").bytes == 1024);
  CHECK(table.level("group memory").interval == 4);
  CHECK(table.level("L2").latency == 24);
  CHECK(table.jitter == 7);
  CHECK_THROWS_AS(table.level("L9"), UserError);
}

TEST_CASE("Mistakes in a latency table are told with their place") {
  CHECK(tells(mistakeIn("jitter 1\nspeed 3\n"), "table:2"));
  CHECK(tells(mistakeIn("speed 3\n"), "no 'speed'"));
  CHECK(tells(mistakeIn("jitter many\n"), "takes one number"));
  CHECK(tells(mistakeIn("jitter -1\n"), "takes one number"));
  CHECK(tells(mistakeIn("level L1 16\n"), "level NAME BYTES WAYS LATENCY INTERVAL"));
  CHECK(tells(mistakeIn("level L1 1024 0 4 1\n"), "at least one way"));
  CHECK(tells(mistakeIn("level L1 1000 16 4 1\n"), "whole number of sets"));
  CHECK(tells(mistakeIn("line 5\n"), "words of 4"));
  CHECK(tells(mistakeIn("line 0\n"), "words of 4"));
}
