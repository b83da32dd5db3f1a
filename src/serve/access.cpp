#include "serve/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

#include "serve/refused.h"

namespace hrfcheck::inline serve {
namespace {

constexpr std::array kLoopback{"127.0.0.1", "localhost", "::1"};
constexpr int kForbidden = 403;
constexpr int kMisdirected = 421;
constexpr int kUnauthorized = 401;
constexpr int kUnsupportedType = 415;
constexpr int kPlainPort = 80;

std::string inAddress(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

bool namesThisMachine(const std::string& host, int port) {
  return std::ranges::any_of(kLoopback, [&](const char* name) {
    return host == fmt::format("{}:{}", inAddress(name), port) ||
           (port == kPlainPort && host == inAddress(name));
  });
}

/// In a time that does not tell how far they agree.
bool same(const std::string& a, const std::string& b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

}  // namespace

void requireAccess(const RequestOrigin& request, const AccessRules& rules) {
  if (rules.local && !namesThisMachine(request.host, rules.port)) {
    throw Refused(kMisdirected, "this server is not known by that name");
  }
  if (!request.origin.empty() && request.origin != "http://" + request.host) {
    throw Refused(kForbidden, "this is a request from another page");
  }
  if (request.hasBody && request.contentType != "application/json" &&
      !request.contentType.starts_with("application/json;")) {
    throw Refused(kUnsupportedType, "the body must be application/json");
  }
  if (request.asks && !rules.token.empty() && !same(request.token, rules.token)) {
    throw Refused(kUnauthorized, "the token in the address is missing or wrong");
  }
}

bool isLoopback(const std::string& host) {
  return std::ranges::find(kLoopback, host) != kLoopback.end();
}

std::string newToken() {
  constexpr int kWords = 4;
  std::random_device device;
  std::string token;
  for (int i = 0; i < kWords; ++i) {
    token += fmt::format("{:08x}", device());
  }
  return token;
}

std::string addressOf(const std::string& host, int port, const std::string& token) {
  return fmt::format("http://{}:{}/{}", inAddress(host), port, token.empty() ? "" : "?token=" + token);
}

}  // namespace hrfcheck::inline serve
