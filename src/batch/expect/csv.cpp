#include "batch/expect/csv.h"

#include <string_view>
#include <utility>

#include "util/utf8.h"

namespace hrfcheck::inline batch {
namespace {

class CsvReader {
 public:
  CsvReader(const SourcePtr& source, Diagnostics& diagnostics)
      : source_(source), text_(source->text()), diagnostics_(diagnostics) {
    at_ = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  }

  std::vector<CsvRecord> run() {
    std::vector<CsvRecord> records;
    while (at_ < text_.size()) {
      if (skipLineEnd()) {
        continue;
      }
      records.push_back(record());
    }
    return records;
  }

 private:
  CsvRecord record() {
    CsvRecord record{source_->position(offset()).line, {}};
    do {
      record.fields.push_back(field());
    } while (skip(","));
    skipLineEnd();
    return record;
  }

  CsvField field() {
    const std::uint32_t begin = offset();
    CsvField field;
    if (skip("\"")) {
      quoted(field, begin);
    }
    const std::size_t from = at_;
    while (at_ < text_.size() && text_[at_] != ',' && !atLineEnd()) {
      ++at_;
    }
    const std::string_view rest = text_.substr(from, at_ - from);
    if (rest.find('"') != std::string_view::npos || (from != begin && !rest.empty())) {
      diagnostics_.error({source_, {begin, offset()}}, "a quote must open or close the whole field",
                         "inside a quoted field it is written twice");
    }
    field.text += rest;
    field.span = {begin, offset()};
    return field;
  }

  void quoted(CsvField& field, std::uint32_t begin) {
    while (at_ < text_.size()) {
      if (skip("\"\"")) {
        field.text += '"';
      } else if (skip("\"")) {
        return;
      } else {
        field.text += text_[at_++];
      }
    }
    diagnostics_.error({source_, {begin, begin + 1}}, "this quote is not closed");
  }

  bool atLineEnd() const {
    return text_.substr(at_).starts_with("\n") || text_.substr(at_).starts_with("\r\n");
  }
  bool skipLineEnd() { return skip("\r\n") || skip("\n"); }
  bool skip(std::string_view token) {
    const bool fits = text_.substr(at_).starts_with(token);
    at_ += fits ? token.size() : 0;
    return fits;
  }
  std::uint32_t offset() const { return static_cast<std::uint32_t>(at_); }

  const SourcePtr& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<CsvRecord> readCsv(const SourcePtr& source, Diagnostics& diagnostics) {
  return CsvReader(source, diagnostics).run();
}

}  // namespace hrfcheck::inline batch
