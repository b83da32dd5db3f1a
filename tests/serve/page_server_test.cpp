#include "serve/page_server.h"

#include <doctest/doctest.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "support/process_state.h"
#include "util/diagnostic.h"

namespace page_server_test {

using namespace hrfcheck;
using nlohmann::json;

namespace {

/// A server with a shell script in the place of hrfcheck, and a client of it.
class Served {
 public:
  explicit Served(const std::string& script, ServeOptions options = {})
      : server_(filled(script, std::move(options))) {
    port_ = std::stoi(server_.address().substr(server_.address().rfind(':') + 1));
    thread_ = std::thread([this] { server_.run(); });
  }
  ~Served() {
    server_.stop();
    thread_.join();
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  httplib::Client client() const {
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(60);
    return client;
  }
  httplib::Result get(const std::string& path, const httplib::Headers& headers = {}) const {
    return client().Get(path, headers);
  }
  httplib::Result post(const std::string& path, const std::string& body) const {
    return client().Post(path, body, "application/json");
  }
  int port() const { return port_; }

 private:
  static ServeOptions filled(const std::string& script, ServeOptions options) {
    options.program = {"sh", "-c", script, "sh"};
    options.port = 0;
    options.version = "1.2.3";
    options.models = {{"sc", "sequential consistency", "let com = rf"}};
    options.machines = {{"rsp-fix", "a machine", "machine rsp-fix", "rsp"}};
    options.platforms = {"cuda"};
    return options;
  }

  PageServer server_;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace

TEST_CASE("the page server: the page, its parts, and headers that keep it to itself") {
  const Served served("true");
  const auto page = served.get("/");
  REQUIRE(page);
  CHECK(page->status == 200);
  CHECK(page->get_header_value("Content-Type") == "text/html; charset=utf-8");
  const std::string policy = page->get_header_value("Content-Security-Policy");
  CHECK(policy.find("default-src 'none'; script-src 'self'; style-src 'self'") == 0);
  CHECK(policy.find("unsafe") == std::string::npos);
  CHECK(page->get_header_value("X-Content-Type-Options") == "nosniff");
  // Whatever the page names is there, and nothing of it is elsewhere.
  CHECK(page->body.find("://") == std::string::npos);
  CHECK(page->body.find("style=") == std::string::npos);
  CHECK(page->body.find("onclick") == std::string::npos);
  for (const char* part : {"/serve.css", "/serve_main.js", "/serve_ask.js", "/openapi.json"}) {
    const auto found = served.get(part);
    REQUIRE(found);
    CHECK(found->status == 200);
    CHECK(found->body.size() > 100);
  }
}

TEST_CASE("the page server: every script that a script imports is served") {
  const Served served("true");
  std::vector<std::string> wanted{"/serve_main.js"};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto script = served.get(wanted[i]);
    REQUIRE(script);
    REQUIRE_MESSAGE(script->status == 200, wanted[i]);
    CHECK(script->get_header_value("Content-Type") == "text/javascript; charset=utf-8");
    const std::string& text = script->body;
    for (std::size_t at = text.find("from \"./"); at != std::string::npos;
         at = text.find("from \"./", at + 1)) {
      const std::size_t from = at + std::string("from \".").size();
      const std::string path = text.substr(from, text.find('"', from) - from);
      if (std::ranges::find(wanted, path) == wanted.end()) {
        wanted.push_back(path);
      }
    }
  }
  CHECK(wanted.size() == 31);
}

TEST_CASE("the page server: what it can be asked") {
  const Served served("true");
  const json about = json::parse(served.get("/api/about")->body);
  CHECK(about["version"] == "1.2.3");
  CHECK(about["models"][0]["name"] == "sc");
  CHECK(about["machines"][0]["title"] == "a machine");
  CHECK(about["machines"][0]["model"] == "rsp");
  CHECK(about["platforms"] == json::array({"cuda"}));
  CHECK_FALSE(about["models"][0].contains("text"));
  CHECK(json::parse(served.get("/api/model?name=sc")->body)["text"] == "let com = rf");
  CHECK(json::parse(served.get("/api/machine?name=rsp-fix")->body)["text"] == "machine rsp-fix");
  CHECK(served.get("/api/model?name=rsp-fix")->status == 404);
  CHECK(served.get("/api/machine?name=../sc")->status == 404);
}

TEST_CASE("the page server: a question and its answer") {
  const Served served("cat > /dev/null; echo '{\"format\": \"hrfcheck-report\"}'; exit 3");
  const auto answer = served.post("/api/check", R"({"text": "HSA x", "models": ["sc"]})");
  REQUIRE(answer);
  CHECK(answer->status == 200);
  const json body = json::parse(answer->body);
  CHECK(body["status"] == 3);
  CHECK(body["answer"]["format"] == "hrfcheck-report");
}

TEST_CASE("the page server: wrong requests have a status and a reason, and change nothing") {
  ServeOptions options;
  options.limits.largestText = 1000;
  const Served served("cat > /dev/null; echo '{}'", options);
  const auto status = [](const httplib::Result& result) { return result ? result->status : -1; };
  CHECK(status(served.get("/nothing")) == 404);
  CHECK(status(served.get("/../../etc/passwd")) == 404);
  CHECK(status(served.get("/..%2f..%2fetc/passwd")) == 404);
  CHECK(status(served.get("/api/check")) == 404);
  CHECK(status(served.post("/api/batch", "{}")) == 404);
  CHECK(status(served.post("/api/check", "no JSON")) == 400);
  CHECK(status(served.post("/api/check", R"({"models": ["/etc/passwd"]})")) == 400);
  CHECK(status(served.post("/api/check", json{{"text", std::string(1001, 'x')}}.dump())) == 413);
  CHECK(status(served.post("/api/check", std::string(10'000'000, ' '))) == 413);
  CHECK(status(served.client().Post("/api/check", "{}", "text/plain")) == 415);
  CHECK(status(served.get("/", {{"Host", "evil.example"}})) == 421);
  CHECK(status(served.get("/api/about", {{"Origin", "http://evil.example"}})) == 403);
  CHECK(json::parse(served.post("/api/check", "no JSON")->body)["error"] == "the body must be a JSON object");
  CHECK(status(served.post("/api/cancel", "[]")) == 200);
  CHECK(status(served.post("/api/cancel", R"({"id": 7})")) == 200);
  CHECK(status(served.post("/api/check", "{}")) == 200);
}

TEST_CASE("the page server: tests of the corpus, and no other files") {
  const std::filesystem::path folder = std::filesystem::path(HRFCHECK_BINARY_DIR) / "serve-test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "a b<c>.litmus") << "HSA x\n";
  std::ofstream(folder / "secret.litmus") << "secret\n";
  ServeOptions options;
  options.corpus = {{"family/a b<c>.litmus", (folder / "a b<c>.litmus").string()},
                    {"family/gone.litmus", (folder / "gone.litmus").string()}};
  const Served served("true", options);
  const auto found = served.get("/api/test?path=family/a%20b%3Cc%3E.litmus");
  REQUIRE(found);
  CHECK(json::parse(found->body)["text"] == "HSA x\n");
  for (const std::string& path :
       {std::string("family/secret.litmus"), (folder / "secret.litmus").string(),
        std::string("family/../family/a"), std::string("/etc/passwd"), std::string("")}) {
    CHECK_MESSAGE(served.get("/api/test?path=" + path)->status == 404, path);
  }
  CHECK(served.get("/api/test?path=family/gone.litmus")->status == 404);
}

TEST_CASE("the page server: forty questions at once are all answered") {
  ServeOptions options;
  options.limits.running = 2;
  const Served served("cat > /dev/null; echo '{}'", options);
  std::vector<int> statuses(40);
  std::vector<std::thread> asking;
  for (int& status : statuses) {
    asking.emplace_back([&] {
      const auto answer = served.post("/api/check", R"({"text": "x"})");
      status = answer ? answer->status : -1;
    });
  }
  for (std::thread& thread : asking) {
    thread.join();
  }
  CHECK(std::ranges::count(statuses, 200) == 40);
}

TEST_CASE("the page server: ends while questions are open, and before it has begun") {
  const std::filesystem::path file = test::freshPath("hrfcheck-page-server-test.pid");
  ServeOptions options;
  options.limits.seconds = 86400;  // where questions go on, this test does not end
  std::thread asking;
  {
    const Served served(test::startsAndNames("sleep 86400", file) + "; wait", options);
    asking = std::thread([port = served.port()] {
      httplib::Client client("127.0.0.1", port);
      client.set_read_timeout(std::chrono::hours(24));
      client.Post("/api/check", R"({"text": "x", "seconds": 86400})", "application/json");
    });
    test::processNamedIn(file);
  }
  asking.join();
  CHECK(test::hasEnded(test::processNamedIn(file)));
  std::filesystem::remove(file);
  { const Served atOnce("true"); }
}

TEST_CASE("the page server: a port that is taken is an error") {
  const Served served("true");
  ServeOptions options;
  options.port = served.port();
  CHECK_THROWS_AS(PageServer{options}, UserError);
}

TEST_CASE("the page server: an address for other machines has a token") {
  ServeOptions options;
  options.host = "0.0.0.0";
  options.port = 0;
  const PageServer server(options);
  const std::string address = server.address();
  CHECK(address.find("/?token=") != std::string::npos);
}

}  // namespace page_server_test
