// The server with a shell script in the place of hrfcheck.

#include "lsp/language_server.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "support/process_state.h"

using namespace hrfcheck;
using nlohmann::json;

namespace {

/// A race on line 1, from column 1 on, for every question.
constexpr const char* kRace =
    R"({"results": [{"model": "sc", "races": [{"first": {"line": 1, "column": 1, "length": 2, "text": "st"}, "second": {"line": 1, "column": 4, "length": 2, "text": "ld"}, "explanation": "why"}], "raceGroups": [{"races": [0], "edits": [{"line": 1, "scope": "sys"}], "changes": [{"line": 1, "column": 1, "length": 2, "text": "ST"}]}]}]})";

/// A server whose messages are read as they come.
class Served {
 public:
  explicit Served(const std::string& script, bool resolves = true) {
    REQUIRE(::pipe(ends_.data()) == 0);
    LspOptions options;
    options.program = {"sh", "-c", script, "sh"};
    options.version = "1.2.3";
    options.models = {"sc"};
    options.limits.running = 2;
    options.limits.seconds = 60;
    reader_.emplace(ends_[0], 1U << 20U);
    writer_.emplace(ends_[1]);
    server.emplace(options, *writer_);
    json capabilities = json::object();
    if (resolves) {
      capabilities = {{"textDocument", {{"codeAction", {{"resolveSupport", {{"properties", {"edit"}}}}}}}}};
    }
    request(1, "initialize", {{"capabilities", capabilities}});
    first = next();
  }
  ~Served() {
    server.reset();
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  bool take(const json& message) { return server->take(message.dump()); }
  bool request(int id, const std::string& method, const json& params) {
    return take({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
  }
  bool notify(const std::string& method, const json& params) {
    return take({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  void open(const std::string& text, const std::string& uri = "file:///t.litmus") {
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uri}, {"languageId", "litmus"}, {"version", 1}, {"text", text}}}});
  }
  void replace(const std::string& text, int version) {
    notify("textDocument/didChange", {{"textDocument", {{"uri", "file:///t.litmus"}, {"version", version}}},
                                      {"contentChanges", json::array({json{{"text", text}}})}});
  }
  /// The next message of the server, waited for.
  json next() { return json::parse(reader_->next().value_or("null")); }
  int errorOf(int id, const std::string& method, const json& params) {
    request(id, method, params);
    const json answer = next();
    CHECK(answer["id"] == id);
    return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
  }

  std::optional<LanguageServer> server;
  json first;  ///< what it said of itself

 private:
  std::array<int, 2> ends_{};
  std::optional<MessageReader> reader_;
  std::optional<MessageWriter> writer_;
};

std::string printing(const std::string& text) {
  return "cat > /dev/null; printf '%s' '" + text + "'";
}

json rangeAt(std::size_t line, std::size_t character) {
  const json position{{"line", line}, {"character", character}};
  return {{"start", position}, {"end", position}};
}

json actionsAt(std::size_t character, const json& context = json::object()) {
  return {{"textDocument", {{"uri", "file:///t.litmus"}}},
          {"range", rangeAt(0, character)},
          {"context", context}};
}

}  // namespace

TEST_CASE("lsp: what the server can do") {
  Served served("true");
  const json& result = served.first["result"];
  CHECK(served.first["id"] == 1);
  CHECK(result["serverInfo"]["version"] == "1.2.3");
  CHECK(result["capabilities"]["textDocumentSync"]["change"] == 2);
  CHECK(result["capabilities"]["codeActionProvider"]["codeActionKinds"] == json{"quickfix"});
}

TEST_CASE("lsp: a document is checked when it is opened, and its marks go when it is closed") {
  Served served(printing(kRace));
  served.open("st|ld");
  const json marks = served.next();
  CHECK(marks["method"] == "textDocument/publishDiagnostics");
  CHECK(marks["params"]["uri"] == "file:///t.litmus");
  CHECK(marks["params"]["version"] == 1);
  const json& diagnostics = marks["params"]["diagnostics"];
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[0]["range"] ==
        json{{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 0}, {"character", 2}}}});
  CHECK(diagnostics[0]["severity"] == 2);
  CHECK(diagnostics[0]["relatedInformation"][0]["location"]["range"]["start"]["character"] == 3);
  served.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///t.litmus"}}}});
  CHECK(served.next()["params"]["diagnostics"].empty());
}

TEST_CASE("lsp: a fix that the check offers is an action, and the repair one that is found later") {
  Served served(printing(kRace));
  served.open("st|ld");
  served.next();
  served.request(2, "textDocument/codeAction", actionsAt(1));
  const json actions = served.next()["result"];
  REQUIRE(actions.size() == 2);
  CHECK(actions[0]["title"] == "Order this race: line 1 at sys scope");
  CHECK(actions[0]["edit"]["changes"]["file:///t.litmus"][0]["newText"] == "ST");
  CHECK(actions[0]["diagnostics"].size() == 1);
  CHECK(actions[1]["title"] == "Find the cheapest repair of all races under sc");
  CHECK_FALSE(actions[1].contains("edit"));
  served.request(3, "textDocument/codeAction", actionsAt(1, {{"only", {"refactor"}}}));
  CHECK(served.next()["result"].empty());
  served.request(4, "textDocument/codeAction", actionsAt(1, {{"only", {"quickfix"}}}));
  CHECK(served.next()["result"].size() == 2);
  served.request(
      5, "textDocument/hover",
      {{"textDocument", {{"uri", "file:///t.litmus"}}}, {"position", {{"line", 0}, {"character", 4}}}});
  const json hover = served.next()["result"];
  CHECK(hover["contents"]["value"] ==
        "'ld' races with 'st' on line 1: why [sc]\nOrdered by: line 1 at sys scope");
}

TEST_CASE("lsp: editors that do not ask for edits later are offered none that are found later") {
  Served served(printing(kRace), false);
  served.open("st|ld");
  served.next();
  served.request(2, "textDocument/codeAction", actionsAt(1));
  CHECK(served.next()["result"].size() == 1);
}

TEST_CASE("lsp: a repair is the edit of its diff") {
  // The command's name is the first argument.
  Served served("cat > /dev/null; if [ \"$1\" = repair ]; then printf '%s' '" +
                std::string(R"({"answer": "edits", "diff": "--- t\n+++ t\n@@ -1 +1 @@\n-st|ld\n+ST|LD\n"})") +
                "'; else printf '%s' '" + kRace + "'; fi");
  served.open("st|ld\n");
  served.next();
  served.request(2, "textDocument/codeAction", actionsAt(1));
  const json action = served.next()["result"][1];
  served.request(3, "codeAction/resolve", action);
  const json resolved = served.next();
  CHECK(resolved["id"] == 3);
  const json& edit = resolved["result"]["edit"]["changes"]["file:///t.litmus"][0];
  CHECK(edit["newText"] == "ST|LD\n");
  CHECK(edit["range"]["end"] == json{{"line", 1}, {"character", 0}});
  // Another text has other places.
  served.replace("other text", 2);
  served.next();
  CHECK(served.errorOf(4, "codeAction/resolve", action) == -32801);
}

TEST_CASE("lsp: a repair that is not found says why") {
  Served served(
      "cat > /dev/null; if [ \"$1\" = repair ]; then printf '%s' '{\"answer\": \"impossible\"}'; else printf '%s' '" +
      std::string(kRace) + "'; fi");
  served.open("st|ld\n");
  served.next();
  served.request(2, "textDocument/codeAction", actionsAt(1));
  served.request(3, "codeAction/resolve", served.next()["result"][1]);
  const json error = served.next()["error"];
  CHECK(error["code"] == -32803);
  CHECK(error["message"] == "no change of scopes, orders, fences and barriers leaves no race under sc");
}

TEST_CASE("lsp: a newer text ends the check of the older one, and what that has started") {
  const std::filesystem::path file = test::freshPath("hrfcheck-lsp-test.pid");
  Served served("text=$(cat); if [ \"$text\" = slow ]; then " + test::startsAndNames("sleep 86400", file) +
                "; wait; else printf '%s' '{}'; fi");
  served.open("slow");
  const int process = test::processNamedIn(file);
  served.replace("fast", 2);
  const json marks = served.next();
  CHECK(marks["params"]["version"] == 2);
  CHECK(marks["params"]["diagnostics"].empty());
  CHECK(test::hasEnded(process));
  std::filesystem::remove(file);
}

TEST_CASE("lsp: a request is cancelled by its id") {
  Served served("cat > /dev/null; if [ \"$1\" = repair ]; then sleep 86400; else printf '%s' '" +
                std::string(kRace) + "'; fi");
  served.open("st|ld\n");
  served.next();
  served.request(2, "textDocument/codeAction", actionsAt(1));
  served.request(3, "codeAction/resolve", served.next()["result"][1]);
  served.notify("$/cancelRequest", {{"id", 99}});
  served.notify("$/cancelRequest", {{"id", 3}});
  const json answer = served.next();
  CHECK(answer["id"] == 3);
  CHECK(answer["error"]["code"] == -32800);
}

TEST_CASE("lsp: stopping ends what is at work") {
  const std::filesystem::path file = test::freshPath("hrfcheck-lsp-stop-test.pid");
  Served served(test::startsAndNames("sleep 86400", file) + "; wait");
  served.open("text");
  const int process = test::processNamedIn(file);
  served.server.reset();
  CHECK(test::hasEnded(process));
  std::filesystem::remove(file);
}

TEST_CASE("lsp: mistakes in messages are answered, and the next message is taken") {
  Served served("true");
  CHECK(served.server->take("{\"jsonrpc\": "));
  json answer = served.next();
  CHECK(answer["error"]["code"] == -32700);
  CHECK(answer["id"].is_null());
  CHECK(served.take(json::array({1, 2})));
  CHECK(served.next()["error"]["code"] == -32600);
  CHECK(served.take({{"id", 7}}));
  answer = served.next();
  CHECK(answer["error"]["code"] == -32600);
  CHECK(answer["id"] == 7);
  CHECK(served.errorOf(8, "textDocument/rename", json::object()) == -32601);
  CHECK(served.errorOf(9, "textDocument/hover", json::object()) == -32602);
  CHECK(served.errorOf(10, "textDocument/hover",
                       {{"textDocument", {{"uri", "file:///none"}}},
                        {"position", {{"line", 0}, {"character", 0}}}}) == -32602);
  CHECK(served.errorOf(11, "initialize", json::object()) == -32600);
  CHECK(served.errorOf(12, "codeAction/resolve", {{"data", 3}}) == -32801);
  // Notifications, also those that cannot be read, and responses have no answer.
  served.notify("textDocument/didOpen", {{"textDocument", 3}});
  served.notify("textDocument/didChange", {{"textDocument", {{"uri", "file:///none"}}}});
  served.notify("$/setTrace", {{"value", "off"}});
  served.take({{"id", 3}, {"result", nullptr}});
  CHECK(served.errorOf(13, "unknown", nullptr) == -32601);
}

TEST_CASE("lsp: nothing is answered before initialize and after shutdown") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  MessageReader reader(ends[0], 1U << 20U);
  MessageWriter writer(ends[1]);
  LspOptions options;
  options.program = {"true"};
  LanguageServer server(options, writer);
  const auto ask = [&](const json& message) {
    CHECK(server.take(message.dump()));
    return json::parse(*reader.next());
  };
  CHECK(ask({{"id", 1}, {"method", "shutdown"}})["error"]["code"] == -32002);
  CHECK(ask({{"id", "a"}, {"method", "initialize"}, {"params", json::object()}})["id"] == "a");
  CHECK(ask({{"id", 2}, {"method", "shutdown"}})["result"].is_null());
  CHECK(ask({{"id", 3}, {"method", "textDocument/hover"}})["error"]["code"] == -32600);
  CHECK_FALSE(server.take(json{{"method", "exit"}}.dump()));
  CHECK(server.endedInOrder());
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("lsp: texts that are not asked about") {
  Served served(printing(kRace));
  served.open("kernel void k() {}\n", "file:///k.cl");
  const json hint = served.next()["params"]["diagnostics"];
  REQUIRE(hint.size() == 1);
  CHECK(hint[0]["severity"] == 4);
  CHECK(hint[0]["code"] == "no-launch");
  served.open(std::string(300U << 10U, ' '));
  const json large = served.next()["params"]["diagnostics"];
  REQUIRE(large.size() == 1);
  CHECK(large[0]["severity"] == 3);
}
