#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

/// One field of a CSV record, with its place.
struct CsvField {
  std::string text;  ///< without its quotes
  Span span;         ///< as written
};

/// A record; its line is that of its first field, from 1.
struct CsvRecord {
  std::uint32_t line = 1;
  std::vector<CsvField> fields;
};

/// The records of a CSV file (RFC 4180): comma, double quotes, lines ended by LF or CRLF, a byte order mark
/// skipped. Empty lines are skipped. Records need not have the same number of fields.
/// @param diagnostics gets an error with the place for quotes that are not closed or stand inside a field
std::vector<CsvRecord> readCsv(const SourcePtr& source, Diagnostics& diagnostics);

}  // namespace hrfcheck::inline batch
