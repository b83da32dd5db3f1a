// An editor that follows a script, and the server with hrfcheck itself.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "cli/lsp_client.h"
#include "cli/process.h"
#include "support/process_state.h"

using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

constexpr const char* kOrderedKernel =
    R"(kernel void mp(global int* data, global atomic_int* flag, global int* seen) {
  if (get_group_id(0) == 0) {
    *data = 1;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group) == 1) {
    *seen = *data;
  }
}
//# launch 2x1
//# expect opencl: race-free
)";

/// Thousands of events: no engine is done with it soon.
std::string slowTest() {
  std::string text = "HSA T\n{ x=0; }\n P0@wg 0 | P1@wg 1 | P2@wg 2 | P3@wg 3 ;\n";
  for (int row = 0; row < 60; ++row) {
    text += " st.rlx.sys x, 1 | st.rlx.sys x, 2 | ld.rlx.sys r" + std::to_string(row) + ", x | ld.rlx.sys r" +
            std::to_string(row) + ", x ;\n";
  }
  return text + "exists (2:r0=1)\n";
}

void open(LspClient& client, const std::string& uri, const std::string& text, int version = 1) {
  client.notify("textDocument/didOpen",
                {{"textDocument", {{"uri", uri}, {"languageId", ""}, {"version", version}, {"text", text}}}});
}

std::size_t offsetAt(const std::string& text, const Json& position) {
  std::size_t offset = 0;
  for (std::size_t line = 0; line < position["line"]; ++line) {
    offset = text.find('\n', offset) + 1;
  }
  return offset + position["character"].get<std::size_t>();
}

std::string marked(const std::string& text, const Json& range) {
  const std::size_t begin = offsetAt(text, range["start"]);
  return text.substr(begin, offsetAt(text, range["end"]) - begin);
}

/// Makes the edits of an action in the text, and tells the server of each of them.
std::string apply(LspClient& client, const std::string& uri, std::string text, const Json& edit,
                  int version) {
  Json edits = edit["changes"][uri];
  std::sort(edits.begin(), edits.end(), [&](const Json& a, const Json& b) {
    return offsetAt(text, a["range"]["start"]) > offsetAt(text, b["range"]["start"]);
  });
  Json changes = Json::array();
  for (const Json& one : edits) {
    const std::size_t begin = offsetAt(text, one["range"]["start"]);
    const std::size_t end = offsetAt(text, one["range"]["end"]);
    text.replace(begin, end - begin, one["newText"].get<std::string>());
    changes.push_back({{"range", one["range"]}, {"text", one["newText"]}});
  }
  client.notify("textDocument/didChange",
                {{"textDocument", {{"uri", uri}, {"version", version}}}, {"contentChanges", changes}});
  return text;
}

Json withCode(const Json& diagnostics, const std::string& code) {
  Json found = Json::array();
  for (const Json& one : diagnostics) {
    if (one["code"] == code) {
      found.push_back(one);
    }
  }
  return found;
}

Json actionsAt(LspClient& client, const std::string& uri, const Json& diagnostic) {
  return client.request("textDocument/codeAction", {{"textDocument", {{"uri", uri}}},
                                                    {"range", diagnostic["range"]},
                                                    {"context", {{"diagnostics", {diagnostic}}}}})["result"];
}

Json actionNamed(const Json& actions, const std::string& beginning) {
  for (const Json& action : actions) {
    if (action["title"].get<std::string>().starts_with(beginning)) {
      return action;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("lsp: a racy kernel is marked, fixed by an action, and checked again") {
  const Scratch scratch;
  const std::string uri = "file://" + scratch.path("mp.cl");
  LspClient client;
  open(client, uri, kOrderedKernel);
  const Json diagnostics = client.diagnostics(uri, 1);
  const Json races = withCode(diagnostics, "heterogeneous-race");
  REQUIRE(races.size() >= 2);
  CHECK(races[0]["severity"] == 2);
  CHECK(races[0]["message"].get<std::string>().find("[opencl]") != std::string::npos);
  CHECK(marked(kOrderedKernel, races[0]["range"]).find("memory_scope_work_group") != std::string::npos);
  CHECK(races[0]["relatedInformation"][0]["location"]["uri"] == uri);
  const Json unmet = withCode(diagnostics, "expectation");
  REQUIRE(unmet.size() == 1);
  CHECK(unmet[0]["severity"] == 1);
  CHECK(unmet[0]["range"]["start"]["line"] == 9);

  const Json fix = actionNamed(actionsAt(client, uri, races[0]), "Order this race: ");
  REQUIRE(fix.is_object());
  const std::string fixed = apply(client, uri, kOrderedKernel, fix["edit"], 2);
  CHECK(fixed.find("memory_scope_work_group") == std::string::npos);
  CHECK(client.diagnostics(uri, 2).empty());
  CHECK(client
            .request("textDocument/hover",
                     {{"textDocument", {{"uri", uri}}}, {"position", races[0]["range"]["start"]}})["result"]
            .is_null());
}

TEST_CASE("lsp: the cheapest repair is found when it is asked for") {
  const Scratch scratch;
  const std::string uri = "file://" + scratch.path("mp.cl");
  LspClient client({"-m", "opencl", "--timeout", "60"});
  open(client, uri, kOrderedKernel);
  const Json races = withCode(client.diagnostics(uri, 1), "heterogeneous-race");
  REQUIRE(!races.empty());
  const Json repair = actionNamed(actionsAt(client, uri, races[0]), "Find the cheapest repair");
  REQUIRE(repair.is_object());
  CHECK_FALSE(repair.contains("edit"));
  const Json resolved = client.request("codeAction/resolve", repair)["result"];
  REQUIRE(resolved.contains("edit"));
  apply(client, uri, kOrderedKernel, resolved["edit"], 2);
  CHECK(client.diagnostics(uri, 2).empty());
}

TEST_CASE("lsp: a mistake is marked where it is, and files that are included are read") {
  const Scratch scratch;
  scratch.file("sizes.h", "#define ONE 1\n");
  scratch.file("base.cat", "\"base\"\nlet com = rf | co | fr\n");
  LspClient client;
  const std::string kernel = "file://" + scratch.path("k.cl");
  const std::string text =
      "#include \"sizes.h\"\nkernel void k(global int* p) { *p = ONE; }\n//# launch 1x1\n";
  open(client, kernel, text);
  CHECK(client.diagnostics(kernel, 1).empty());
  const std::string model = "file://" + scratch.path("m.cat");
  const std::string cat = "\"M\"\ninclude \"base.cat\"\nacyclic po | com | nonsense as order\n";
  open(client, model, cat);
  const Json mistakes = client.diagnostics(model, 1);
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0]["severity"] == 1);
  CHECK(marked(cat, mistakes[0]["range"]) == "nonsense");
  CHECK(mistakes[0]["message"] == "unknown name 'nonsense'");
  const std::string test = "file://" + scratch.path("t.litmus");
  open(client, test, "HSA T\n{ x=0; }\n P0@wg 0 ;\n sx x, 1 ;\n");
  const Json wrong = client.diagnostics(test, 1);
  REQUIRE(!wrong.empty());
  CHECK(wrong[0]["range"] ==
        Json{{"start", {{"line", 3}, {"character", 1}}}, {"end", {{"line", 3}, {"character", 3}}}});
}

TEST_CASE("lsp: a newer text ends the check of the older one, and the end ends all") {
  const Scratch scratch;
  const std::string uri = "file://" + scratch.path("t.litmus");
  LspClient client({"--timeout", "3600", "-m", "hrf-direct"});
  open(client, uri, slowTest());
  client.notify("textDocument/didChange",
                {{"textDocument", {{"uri", uri}, {"version", 2}}},
                 {"contentChanges", {{{"text", "HSA T\n{ x=0; }\n P0@wg 0 ;\n st x, 1 ;\n"}}}}});
  CHECK(client.diagnostics(uri, 2).empty());
  open(client, "file://" + scratch.path("other.litmus"), slowTest());
  CHECK(client.request("shutdown", nullptr)["result"].is_null());
  client.notify("exit", nullptr);
  CHECK(client.close() == 0);
}

TEST_CASE("lsp: an editor that goes away without a word leaves nothing behind") {
  const Scratch scratch;
  LspClient client({"--timeout", "3600", "-m", "hrf-direct"});
  open(client, "file://" + scratch.path("t.litmus"), slowTest());
  // Its check is a process of its own.
  std::string child;
  while (child.empty()) {
    child = runShell("cat /proc/" + std::to_string(client.process()) + "/task/*/children").out;
  }
  CHECK(client.close() == 1);
  CHECK(hasEnded(std::stoi(child)));
}

TEST_CASE("lsp: what is not the protocol") {
  LspClient client;
  client.send(std::string("Content-Length: 9\r\n\r\nnot JSON!"));
  CHECK(client.next()["error"]["code"] == -32700);
  CHECK(client.request("textDocument/rename", Json::object())["error"]["code"] == -32601);
  const Finished typed = runProgram({"lsp"}, "hello?\n");
  CHECK(typed.status == 2);
  CHECK(typed.err.find("Content-Length") != std::string::npos);
  CHECK(typed.out.empty());
  const Finished huge = runProgram({"lsp"}, "Content-Length: 99999999999\r\n\r\n{}");
  CHECK(huge.status == 2);
  CHECK(runProgram({"lsp"}, "").status == 1);
}

TEST_CASE("models: the mistakes of models that are named") {
  const Scratch scratch;
  const std::string good = scratch.file("good.cat", "\"Good\"\nacyclic po | rf | co | fr as order\n");
  const Finished named = runProgram({"models", good});
  CHECK(named.status == 0);
  CHECK(named.out == "good  Good\n");
  const Finished bad = runProgram({"models", "--format", "json", "--stdin-path", scratch.path("x.cat"), "-"},
                                  "\"Bad\"\nacyclic nonsense as order\n");
  CHECK(bad.status == 2);
  const Json diagnostic = Json::parse(bad.out)["diagnostics"][0];
  CHECK(diagnostic["file"] == scratch.path("x.cat"));
  CHECK(diagnostic["line"] == 2);
  CHECK(diagnostic["column"] == 9);
  CHECK(diagnostic["length"] == 8);
  CHECK(runProgram({"models", "no-such-model"}).status == 2);
}

TEST_CASE("standard input stands for a file: its language, its includes, its name") {
  const Scratch scratch;
  scratch.file("one.h", "#define ONE 1\n");
  const std::string text =
      "#include \"one.h\"\n__global__ void k(int* x) { *x = ONE; }\n//# launch 2x1\n//# init x\n";
  const Finished run = runProgram(
      {"check", "--format", "json", "-m", "amdgpu", "--stdin-path", scratch.path("k.hip"), "-"}, text);
  const Json report = Json::parse(run.out);
  REQUIRE(report["results"].size() == 1);
  CHECK(report["results"][0]["file"] == scratch.path("k.hip"));
  CHECK(report["results"][0]["dialect"] == "AMDGPU");  // of HIP; without the name, the text is CUDA C++
}
