#include "batch/expect/csv.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

using Table = std::vector<std::vector<std::string>>;

struct Read {
  Table table;
  std::vector<std::uint32_t> lines;
  std::vector<std::string> mistakes;  ///< "1:3 message"
};

Read read(const std::string& text) {
  const auto source = std::make_shared<const Source>("a.csv", text);
  Diagnostics diagnostics;
  Read result;
  for (const CsvRecord& record : readCsv(source, diagnostics)) {
    std::vector<std::string>& row = result.table.emplace_back();
    result.lines.push_back(record.line);
    for (const CsvField& field : record.fields) {
      row.push_back(field.text);
    }
  }
  for (const Diagnostic& d : diagnostics.all()) {
    const LineColumn at = d.place.position();
    result.mistakes.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + d.message);
  }
  return result;
}

}  // namespace

TEST_CASE("commas, empty fields, empty lines") {
  const Read csv = read("a,b,c\n1,,3\n\n,,\nlast");
  CHECK(csv.table == Table{{"a", "b", "c"}, {"1", "", "3"}, {"", "", ""}, {"last"}});
  CHECK(csv.lines == std::vector<std::uint32_t>{1, 2, 4, 5});
  CHECK(csv.mistakes.empty());
  CHECK(read("").table.empty());
  CHECK(read("a,").table == Table{{"a", ""}});
}

TEST_CASE("quotes, as in RFC 4180") {
  const Read csv = read("\"a,b\",\"say \"\"yes\"\"\",\"\"\n\"two\r\nlines\",x\n3,4\n");
  CHECK(csv.table == Table{{"a,b", "say \"yes\"", ""}, {"two\r\nlines", "x"}, {"3", "4"}});
  CHECK(csv.lines == std::vector<std::uint32_t>{1, 2, 4});
  CHECK(csv.mistakes.empty());
}

TEST_CASE("line ends of DOS, a byte order mark") {
  CHECK(read("\xef\xbb\xbfpath,b\r\n1,2\r\n\r\n").table == Table{{"path", "b"}, {"1", "2"}});
}

TEST_CASE("quotes that do not fit are mistakes with places; the rows behind are read") {
  const Read csv = read("a,b\n1,x\"y\n\"2\"z,4\n5,6\n");
  CHECK(csv.mistakes == std::vector<std::string>{"2:3 a quote must open or close the whole field",
                                                 "3:1 a quote must open or close the whole field"});
  CHECK(csv.table.size() == 4);
  CHECK(read("a\n1,\"open\nb").mistakes == std::vector<std::string>{"2:3 this quote is not closed"});
}
