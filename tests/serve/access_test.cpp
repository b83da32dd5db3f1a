#include "serve/access.h"

#include <doctest/doctest.h>

#include "serve/refused.h"

using namespace hrfcheck;

namespace {

constexpr int kPort = 7475;

/// The status of a refusal; 0 for a request that passes.
int statusOf(const RequestOrigin& request, const AccessRules& rules) {
  try {
    requireAccess(request, rules);
    return 0;
  } catch (const Refused& refused) {
    return refused.status();
  }
}

RequestOrigin ownPage() {
  return {"127.0.0.1:7475", "http://127.0.0.1:7475", "application/json", "", true, true};
}

}  // namespace

TEST_CASE("access: the page itself, by each of its names") {
  const AccessRules rules{kPort, true, ""};
  CHECK(statusOf(ownPage(), rules) == 0);
  for (const char* host : {"localhost:7475", "[::1]:7475"}) {
    RequestOrigin request = ownPage();
    request.host = host;
    request.origin = std::string("http://") + host;
    CHECK(statusOf(request, rules) == 0);
  }
  CHECK(statusOf({"127.0.0.1:7475", "", "", "", false, false}, rules) == 0);
}

TEST_CASE("access: a name that others have made lead here is none of ours") {
  const AccessRules rules{kPort, true, ""};
  for (const char* host : {"evil.example:7475", "evil.example", "", "127.0.0.1:80", "127.0.0.1",
                           "127.0.0.1:7475.evil.example"}) {
    RequestOrigin request = ownPage();
    request.host = host;
    request.origin = "";
    CHECK_MESSAGE(statusOf(request, rules) == 421, host);
  }
}

TEST_CASE("access: scripts of other pages") {
  const AccessRules rules{kPort, true, ""};
  for (const char* origin :
       {"http://evil.example", "null", "https://127.0.0.1:7475", "http://127.0.0.1:7476"}) {
    RequestOrigin request = ownPage();
    request.origin = origin;
    CHECK_MESSAGE(statusOf(request, rules) == 403, origin);
  }
  // A form of another page can send these without asking.
  for (const char* type :
       {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonx"}) {
    RequestOrigin request = ownPage();
    request.contentType = type;
    CHECK_MESSAGE(statusOf(request, rules) == 415, type);
  }
  RequestOrigin request = ownPage();
  request.contentType = "application/json; charset=utf-8";
  CHECK(statusOf(request, rules) == 0);
}

TEST_CASE("access: where others can reach the server, questions need the token") {
  const AccessRules rules{kPort, false, "0123456789abcdef"};
  RequestOrigin request = ownPage();
  request.host = "machine.example:7475";
  request.origin = "http://machine.example:7475";
  for (const char* token : {"", "0123456789abcdee", "0123456789abcdef0", "0123456789abcde"}) {
    request.token = token;
    CHECK_MESSAGE(statusOf(request, rules) == 401, token);
  }
  request.token = rules.token;
  CHECK(statusOf(request, rules) == 0);
  CHECK(statusOf({"machine.example:7475", "", "", "", false, false}, rules) == 0);  // the page is no secret
}

TEST_CASE("access: addresses and tokens") {
  CHECK(addressOf("127.0.0.1", kPort, "") == "http://127.0.0.1:7475/");
  CHECK(addressOf("::1", kPort, "") == "http://[::1]:7475/");
  CHECK(addressOf("0.0.0.0", kPort, "ab") == "http://0.0.0.0:7475/?token=ab");
  CHECK(isLoopback("127.0.0.1"));
  CHECK(isLoopback("localhost"));
  CHECK_FALSE(isLoopback("0.0.0.0"));
  CHECK_FALSE(isLoopback("192.168.0.1"));
  CHECK(newToken().size() == 32);
  CHECK(newToken() != newToken());
}
