#pragma once

#include <optional>
#include <string>

namespace hrfcheck::inline lsp {

/// The path of "file:///home/me/a%20b.cl"; nothing for what is no file of this machine (RFC 8089).
std::optional<std::string> pathOfUri(const std::string& uri);

}  // namespace hrfcheck::inline lsp
