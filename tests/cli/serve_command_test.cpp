#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/process.h"

using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

constexpr const char* kStoreAndLoad =
    "HSA T\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | ld r0, x ;\nexists (1:r0=1)\n";

/// Starts a server, sends it a request, and ends it as `timeout` would.
/// @param head of the request behind its first line, each line with its end
std::string answerOfServer(const std::string& folder, const std::string& line, const std::string& head,
                           const std::string& body) {
  const Scratch scratch;
  const std::string out = scratch.path("out");
  const std::string bodyFile = scratch.file("body", body);
  const Finished finished = runShell(
      "\"$HRFCHECK\" serve --port 0 --corpus " + folder + " > " + out +
      " & server=$!\n"
      "for i in $(seq 400); do grep -qs 'Ctrl-C' " +
      out +
      " && break; sleep 0.05; done\n"
      "port=$(sed -n 's/.*127.0.0.1:\\([0-9]*\\).*/\\1/p' " +
      out +
      ")\n"
      "exec 3<>/dev/tcp/127.0.0.1/$port\n"
      "{ printf '%s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nConnection: close\\r\\nContent-Length: " +
      std::to_string(body.size()) + "\\r\\n" + head + "\\r\\n' '" + line + "' \"$port\"; cat " + bodyFile +
      "; } >&3\n"
      "cat <&3\n"
      "kill -TERM $server; wait $server; exit $?\n");
  CHECK(finished.status == 0);
  CHECK(finished.err.empty());
  return finished.out;
}

}  // namespace

TEST_CASE("serve: an answer is what the command prints") {
  const Scratch scratch;
  scratch.file("t.litmus", kStoreAndLoad);
  const std::string response =
      answerOfServer(scratch.path("."), "POST /api/check", "Content-Type: application/json\\r\\n",
                     Json{{"text", kStoreAndLoad}, {"models", {"hrf-direct", "sc"}}}.dump());
  CHECK(response.starts_with("HTTP/1.1 200 "));
  const Json envelope = Json::parse(response.substr(response.find("\r\n\r\n")));
  CHECK(envelope["status"] == 0);
  CHECK(envelope["ended"].is_null());
  const Finished printed =
      runProgram({"check", "--format", "json", "-m", "hrf-direct", "-m", "sc", "-"}, kStoreAndLoad);
  CHECK(envelope["answer"] == Json::parse(printed.out));
}

TEST_CASE("serve: a kernel in HIP is read as HIP, auto-detected or by what the question says") {
  const Scratch scratch;
  scratch.file("t.litmus", kStoreAndLoad);
  const std::string plain = "__global__ void k(int* x) { *x = threadIdx.x; }\n//# launch 2x1\n//# init x\n";
  const auto dialect = [&](const Json& question) {
    const std::string response = answerOfServer(scratch.path("."), "POST /api/check",
                                                "Content-Type: application/json\\r\\n", question.dump());
    const Json envelope = Json::parse(response.substr(response.find("\r\n\r\n")));
    CHECK(envelope["status"] == 0);
    return envelope["answer"]["results"][0]["model"].get<std::string>();
  };
  // CUDA is judged by ptx first, HIP by amdgpu.
  CHECK(dialect({{"text", plain}}) == "ptx");
  CHECK(dialect({{"text", plain}, {"language", "hip"}}) == "amdgpu");
  CHECK(dialect({{"text", "#include <hip/hip_runtime.h>\n" + plain}}) == "amdgpu");
}

TEST_CASE("serve: the corpus is that of the folders") {
  const Scratch scratch;
  scratch.file("t.litmus", kStoreAndLoad);
  scratch.file("secret.txt", "secret");
  const std::string response = answerOfServer(scratch.path("."), "GET /api/about", "", "");
  const Json about = Json::parse(response.substr(response.find("\r\n\r\n")));
  REQUIRE(about["corpus"].size() == 1);
  CHECK(about["corpus"][0].get<std::string>().ends_with("/t.litmus"));
  CHECK(about["models"].size() > 10);
}

TEST_CASE("serve: folders that are not there, and ports that are none") {
  const Finished folder = runProgram({"serve", "--port", "0", "--corpus", "/no/such/folder"});
  CHECK(folder.status == 2);
  CHECK(folder.err == "error: --corpus /no/such/folder: no such folder\n");
  CHECK(runProgram({"serve", "--port", "70000"}).status == 64);
  CHECK(runProgram({"serve", "--port", "0", "--host", "192.0.2.1"}).status == 2);  // of no machine (RFC 5737)
}
