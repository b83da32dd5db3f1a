#pragma once

#include <string>

namespace hrfcheck::inline serve {

/// What a request says of where it comes from: its headers, empty where they are missing.
struct RequestOrigin {
  std::string host;         ///< "127.0.0.1:7475"
  std::string origin;       ///< "http://127.0.0.1:7475", of scripts
  std::string contentType;  ///< of a body
  std::string token;        ///< Hrfcheck-Token
  bool asks = false;        ///< it is not for a part of the page itself, which is no secret
  bool hasBody = false;
};

/// Whose requests are answered.
struct AccessRules {
  int port = 0;
  bool local = true;  ///< the server listens to this machine alone
  std::string token;  ///< that questions must bring along; empty for none
};

/// Lets a request pass that comes from the page itself. A page of somebody else that has its own name lead to
/// this machine sends another Host (DNS rebinding); one that sends requests here directly sends another
/// Origin, or a body that is not declared to be JSON (Fetch Standard, "CORS-safelisted request-header").
/// @throws Refused
void requireAccess(const RequestOrigin& request, const AccessRules& rules);

/// Whether only this machine can reach the host: 127.0.0.1, ::1, localhost.
bool isLoopback(const std::string& host);

/// 128 bits that nobody can guess, as hexadecimal digits.
std::string newToken();

/// "http://127.0.0.1:7475/", or with a token "http://host:7475/?token=..."
std::string addressOf(const std::string& host, int port, const std::string& token);

}  // namespace hrfcheck::inline serve
