#include "lsp/file_uri.h"

#include <string_view>

namespace hrfcheck::inline lsp {
namespace {

constexpr std::string_view kFile = "file://";

int digitOf(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

}  // namespace

std::optional<std::string> pathOfUri(const std::string& uri) {
  constexpr int kBase = 16;
  std::string_view rest = uri;
  if (!rest.starts_with(kFile)) {
    return std::nullopt;
  }
  rest.remove_prefix(kFile.size());
  if (rest.starts_with("localhost/")) {
    rest.remove_prefix(std::string_view("localhost").size());
  }
  if (!rest.starts_with('/')) {
    return std::nullopt;  // of another machine
  }
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] != '%') {
      path += rest[i];
      continue;
    }
    const int high = i + 2 < rest.size() ? digitOf(rest[i + 1]) : -1;
    const int low = i + 2 < rest.size() ? digitOf(rest[i + 2]) : -1;
    if (high < 0 || low < 0 || high + low == 0) {
      return std::nullopt;
    }
    path += static_cast<char>(high * kBase + low);
    i += 2;
  }
  return path;
}

}  // namespace hrfcheck::inline lsp
