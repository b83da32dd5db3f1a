#include "frontend/shared/text/preamble.h"

#include <algorithm>

#include "frontend/shared/text/words.h"
#include "util/text.h"
#include "util/text_scanner.h"
#include "util/utf8.h"

namespace hrfcheck::frontend {
namespace {

std::string_view textOf(const Source& source) {
  return std::string_view(source.text()).substr(0, source.fileEnd());
}

/// Behind the blanks and comments before a test.
std::uint32_t firstWord(const SourcePtr& source) {
  TextScanner scan(textOf(*source));
  try {
    scan.takes(kByteOrderMark);
    while (words::skips(scan)) {
    }
  } catch (const words::Broken& e) {
    throw UserError({source, {0, 1}}, std::string(e.message));
  }
  return static_cast<std::uint32_t>(scan.at());
}

bool takesKey(TextScanner& scan, std::string& key) {
  const std::size_t begin = scan.at();
  if (words::takesWord(scan)) {
    key = scan.since(begin);
    scan.takesAll(isBlank);
    if (scan.takes('=')) {
      return true;
    }
  }
  scan.goTo(begin);
  return false;
}

/// `Key=Value`, on a line.
bool takesKeyValue(TextScanner& scan, Preamble& preamble) {
  std::string key;
  if (!takesKey(scan, key)) {
    return false;
  }
  scan.takesAll(isBlank);
  const std::size_t begin = scan.at();
  scan.takesAll([](char c) { return c != '\n' && c != '\r'; });
  preamble.keyValues[key] = scan.since(begin);
  return true;
}

/// Whether a description may end before this place: nothing of it can follow.
bool mayEndDescription(TextScanner scan) {
  std::string key;
  scan.takesAll(isBlank);
  return words::isAtEndOfEntry(scan) || takesKey(scan, key);
}

/// A description in quotes may span several lines and contain quotes.
bool takesDescription(TextScanner& scan, Preamble& preamble) {
  if (!scan.takes('"')) {
    return false;
  }
  const std::size_t begin = scan.at();
  do {
    if (!scan.takesThrough("\"")) {
      throw words::Broken{"this description is not closed"};
    }
  } while (!mayEndDescription(scan));
  std::string& description = preamble.description;
  description += description.empty() ? "" : "\n";
  description += scan.since(begin);
  description.pop_back();
  return true;
}

}  // namespace

Preamble readHeading(const SourcePtr& source) {
  const std::string_view text = textOf(*source);
  Preamble preamble;
  const std::uint32_t begin = firstWord(source);
  TextScanner scan(text, begin);
  if (!words::takesWord(scan)) {
    throw UserError({source, {begin, begin + 1}},
                    "expected a dialect and a name, such as 'HSA message-passing'");
  }
  const auto behind = static_cast<std::uint32_t>(scan.at());
  preamble.dialect = scan.since(begin);
  preamble.dialectSpan = {begin, behind};
  while (!words::isAtEndOfEntry(scan)) {
    scan.take();
  }
  preamble.end = static_cast<std::uint32_t>(scan.at());
  // Reports and logs show it, and find tests by it.
  preamble.name = cleaned(stripped(text.substr(behind, preamble.end - behind)), Controls::None);
  return preamble;
}

void readDescriptions(const SourcePtr& source, Preamble& preamble, Diagnostics& diagnostics) {
  const std::string_view text = textOf(*source);
  if (preamble.name.empty()) {
    diagnostics.error({source, preamble.dialectSpan},
                      "expected the name of the test after '" + preamble.dialect + "'");
  }
  while (preamble.end < text.size()) {
    const std::uint32_t at = preamble.end;
    TextScanner scan(text, at);
    std::string problem = "expected a description in quotes, Key=Value, or the initial state in '{ }'";
    try {
      if (scan.takes(kByteOrderMark) || words::skips(scan) || takesDescription(scan, preamble) ||
          takesKeyValue(scan, preamble)) {
        preamble.end = static_cast<std::uint32_t>(scan.at());
        continue;
      }
      if (scan.isAt('{')) {
        return;
      }
    } catch (const words::Broken& e) {
      problem = e.message;
    }
    diagnostics.error({source, {at, at + 1}}, problem);
    preamble.end = static_cast<std::uint32_t>(std::min(text.find('{', at), text.size()));
  }
}

}  // namespace hrfcheck::frontend
