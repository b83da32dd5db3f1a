// The thread that reads messages never waits for a check: documents are checked by threads of a queue, which
// wait for a process each. A check belongs to one text; a change cancels it before the next one is queued,
// and what a cancelled check says is not published. So there is no delay to choose between typing and
// checking.

#include "lsp/language_server.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "lsp/commands.h"
#include "lsp/document.h"
#include "lsp/finding.h"
#include "lsp/lsp_json.h"
#include "lsp/task_queue.h"
#include "lsp/text_positions.h"

namespace hrfcheck::inline lsp {
namespace {

using nlohmann::json;

/// JSON-RPC 2.0, and what the protocol adds.
enum ErrorCode {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kServerNotInitialized = -32002,
  kRequestFailed = -32803,
  kContentModified = -32801,
  kRequestCancelled = -32800
};

/// A request that is not answered as asked.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& why) : std::runtime_error(why), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

/// A document with what is known of it.
struct OpenDocument {
  Document document;
  std::uint64_t text = 0;     ///< counts its texts
  std::uint64_t check = 0;    ///< counts its checks, one of which is the current one
  std::uint64_t checked = 0;  ///< the text that the findings are about; 0 for none
  std::vector<Finding> findings;
};

const char* kQuickFix = "quickfix";

/// Whether the editor asks for such actions. @param only kinds, each with all below it
bool wants(const json& context, const std::string& kind) {
  if (!context.is_object() || !context.contains("only") || !context.at("only").is_array()) {
    return true;
  }
  for (const json& only : context.at("only")) {
    const std::string word = only.is_string() ? only.get<std::string>() : "?";
    if (word.empty() || kind == word || kind.starts_with(word + ".")) {
      return true;
    }
  }
  return false;
}

bool touches(const Range& one, const Range& other) {
  return one.begin <= other.end && other.begin <= one.end;
}

/// Whether an editor asks for the edit of an action only when it is chosen.
bool resolvesEdits(const json& initialize) {
  const json::json_pointer place("/capabilities/textDocument/codeAction/resolveSupport/properties");
  if (!initialize.is_object() || !initialize.contains(place) || !initialize.at(place).is_array()) {
    return false;
  }
  for (const json& property : initialize.at(place)) {
    if (property == "edit") {
      return true;
    }
  }
  return false;
}

/// Why `repair` gives no edits, for who asked for them.
std::string whyNoRepair(const json& advice, const Answer& answer, const std::string& model) {
  const std::string said = textIn(advice, "answer");
  if (said == "nothing-to-do") {
    return fmt::format("there is no race under {}", model);
  }
  if (said == "impossible") {
    return fmt::format("no change of scopes, orders, fences and barriers leaves no race under {}", model);
  }
  if (said == "not-found") {
    const std::string stopped = textIn(advice, "stopped");
    return fmt::format("no repair was found{}", stopped.empty() ? "" : " (" + stopped + ")");
  }
  if (said == "edits") {
    return "there is a repair, but it cannot be written into this text";
  }
  return answer.errors.empty() ? "no answer" : answer.errors.substr(0, answer.errors.find('\n'));
}

}  // namespace

struct LanguageServer::State {
  State(LspOptions given, MessageWriter& writer)
      : options(std::move(given)),
        out(writer),
        answers(options.program, options.limits),
        tasks(options.limits.running) {}

  enum class Phase { New, Running, ShutDown, Exited };

  bool take(const json& message);
  json request(const std::string& method, const json& params);
  void notification(const std::string& method, const json& params);

  json initialized(const json& params);
  json codeActions(const json& params);
  json hover(const json& params);
  void resolve(const json& id, const json& action);
  void cancel(const json& params);

  OpenDocument& documentOf(const json& params);
  void startCheck(OpenDocument& open);
  void check(const std::string& uri, std::uint64_t number, const Document& document,
             const Cancellations::Entry& entry);
  std::vector<Finding> ask(const Document& document, const Cancellations::Entry& entry);
  void publish(const Document& document, const std::vector<Finding>& findings);
  json repair(const json& data, const Cancellations::Entry& entry);

  void respond(const json& id, const json& result) {
    out.write({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
  }
  void fail(const json& id, ErrorCode code, const std::string& why) {
    out.write(
        {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", why}}}});
  }

  LspOptions options;
  MessageWriter& out;
  Phase phase = Phase::New;
  bool inOrder = false;
  bool editorResolves = false;
  std::mutex mutex;  ///< of the documents, and of what is published about them
  std::map<std::string, OpenDocument> documents;
  Answers answers;
  TaskQueue tasks;  ///< ends before all that its threads use
};

namespace {

std::string checkId(const std::string& uri) {
  return "check " + uri;
}

std::string requestId(const json& id) {
  return "request " + id.dump();
}

}  // namespace

bool LanguageServer::State::take(const json& message) {
  const bool named = message.is_object() && message.contains("method") && message.at("method").is_string();
  const json id = message.is_object() && message.contains("id") ? message.at("id") : json();
  const bool isRequest = id.is_number_integer() || id.is_string();
  if (!named) {
    const bool isResponse = message.is_object() && (message.contains("result") || message.contains("error"));
    if (!isResponse) {
      fail(isRequest ? id : json(), kInvalidRequest, "this is neither a request nor a notification");
    }
    return true;
  }
  const std::string method = message.at("method").get<std::string>();
  const json params = message.value("params", json::object());
  if (!isRequest) {
    notification(method, params);
    return phase != Phase::Exited;
  }
  try {
    if (method == "codeAction/resolve" && phase == Phase::Running) {
      resolve(id, params);
    } else {
      respond(id, request(method, params));
    }
  } catch (const RequestError& error) {
    fail(id, error.code(), error.what());
  } catch (const json::exception&) {
    fail(id, kInvalidParams, fmt::format("the parameters of {} cannot be read", method));
  }
  return true;
}

json LanguageServer::State::request(const std::string& method, const json& params) {
  if (phase == Phase::New && method != "initialize") {
    throw RequestError(kServerNotInitialized, "the first request must be initialize");
  }
  if (phase == Phase::ShutDown) {
    throw RequestError(kInvalidRequest, "the server has been shut down");
  }
  if (method == "initialize") {
    return initialized(params);
  }
  if (method == "shutdown") {
    phase = Phase::ShutDown;
    answers.stop();
    return nullptr;
  }
  if (method == "textDocument/codeAction") {
    return codeActions(params);
  }
  if (method == "textDocument/hover") {
    return hover(params);
  }
  throw RequestError(kMethodNotFound, fmt::format("there is no method {}", method));
}

json LanguageServer::State::initialized(const json& params) {
  if (phase != Phase::New) {
    throw RequestError(kInvalidRequest, "initialize comes once");
  }
  phase = Phase::Running;
  editorResolves = resolvesEdits(params);
  constexpr int kIncremental = 2;
  return {{"capabilities",
           {{"positionEncoding", "utf-16"},
            {"textDocumentSync",
             {{"openClose", true}, {"change", kIncremental}, {"save", {{"includeText", false}}}}},
            {"codeActionProvider", {{"codeActionKinds", {kQuickFix}}, {"resolveProvider", true}}},
            {"hoverProvider", true}}},
          {"serverInfo", {{"name", "hrfcheck"}, {"version", options.version}}}};
}

/// Notifications have no answer: what cannot be read is not known to anybody, and ignored.
void LanguageServer::State::notification(const std::string& method, const json& params) {
  if (method == "exit") {
    inOrder = phase == Phase::ShutDown;
    phase = Phase::Exited;
    return;
  }
  if (phase != Phase::Running) {
    return;
  }
  try {
    const std::lock_guard lock(mutex);
    if (method == "textDocument/didOpen") {
      Document document = opened(params.at("textDocument"));
      OpenDocument& open = documents[document.uri];
      open.document = std::move(document);
      ++open.text;
      startCheck(open);
    } else if (method == "textDocument/didChange") {
      OpenDocument& open = documentOf(params);
      change(open.document, params.at("contentChanges"));
      open.document.version = numberIn(params.at("textDocument"), "version");
      ++open.text;
      startCheck(open);
    } else if (method == "textDocument/didSave") {
      documentOf(params);
      for (auto& [uri, open] : documents) {
        startCheck(open);  // it may include the one that is saved
      }
    } else if (method == "textDocument/didClose") {
      const OpenDocument& open = documentOf(params);
      answers.cancel(checkId(open.document.uri));
      Document closed = open.document;
      closed.version.reset();
      documents.erase(closed.uri);
      publish(closed, {});
    } else if (method == "$/cancelRequest") {
      cancel(params);
    }
  } catch (const RequestError&) {
  } catch (const json::exception&) {
  }
}

OpenDocument& LanguageServer::State::documentOf(const json& params) {
  const auto found = documents.find(params.at("textDocument").at("uri").get<std::string>());
  if (found == documents.end()) {
    throw RequestError(kInvalidParams, "the document is not open");
  }
  return found->second;
}

/// @pre the mutex is held
void LanguageServer::State::startCheck(OpenDocument& open) {
  const std::string uri = open.document.uri;
  answers.cancel(checkId(uri));
  if (open.document.kind == DocumentKind::Other) {
    return;
  }
  const std::shared_ptr<Cancellations::Entry> entry = answers.open(checkId(uri));
  tasks.push([this, uri, number = ++open.check, document = open.document, entry] {
    check(uri, number, document, *entry);
  });
}

void LanguageServer::State::check(const std::string& uri, std::uint64_t number, const Document& document,
                                  const Cancellations::Entry& entry) {
  std::vector<Finding> findings = ask(document, entry);
  const std::lock_guard lock(mutex);
  const auto found = documents.find(uri);
  if (entry.flag() || found == documents.end() || found->second.check != number) {
    return;  // another check is under way, or nobody looks any more
  }
  OpenDocument& open = found->second;
  open.findings = std::move(findings);
  open.checked = open.text;
  publish(open.document, open.findings);
}

std::vector<Finding> LanguageServer::State::ask(const Document& document, const Cancellations::Entry& entry) {
  if (document.text.size() > options.limits.largestText) {
    return {wholeFinding(
        document, FindingSeverity::Information, "no-answer",
        fmt::format("not checked: the text is longer than {} MiB", options.limits.largestText >> 20U))};
  }
  if (document.kind == DocumentKind::Kernel && !document.saysLaunch()) {
    return {wholeFinding(document, FindingSeverity::Hint, "no-launch",
                         "not checked: the file does not say how its kernel is launched (a line "
                         "//# launch 2x4, two work-groups of four work-items)")};
  }
  try {
    const Answer answer = answers.ask(checkQuestion(document, options), entry);
    // Its final states may be very many.
    const bool tooLong = answer.ended.find("prints more than") != std::string::npos;
    return findingsOf(tooLong && document.kind != DocumentKind::Model
                          ? answers.ask(raceQuestion(document, options), entry)
                          : answer,
                      document);
  } catch (const TooManyQuestions&) {
    return {};  // there are no more threads that ask than places
  }
}

/// @pre the mutex is held
void LanguageServer::State::publish(const Document& document, const std::vector<Finding>& findings) {
  const TextPositions positions(document.text);
  json diagnostics = json::array();
  for (const Finding& finding : findings) {
    diagnostics.push_back(diagnosticJson(finding, document, positions));
  }
  json params{{"uri", document.uri}, {"diagnostics", std::move(diagnostics)}};
  if (document.version) {
    params["version"] = *document.version;
  }
  out.write({{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", params}});
}

json LanguageServer::State::codeActions(const json& params) {
  const std::lock_guard lock(mutex);
  const OpenDocument& open = documentOf(params);
  json actions = json::array();
  if (open.checked != open.text || !wants(params.value("context", json::object()), kQuickFix)) {
    return actions;
  }
  const TextPositions positions(open.document.text);
  const Range asked = rangeIn(params.at("range"), positions);
  std::vector<std::pair<std::string, std::string>> repairs;
  std::vector<std::vector<Change>> fixes;
  for (const Finding& finding : open.findings) {
    if (finding.model.empty() || !touches(finding.range, asked)) {
      continue;
    }
    const json diagnostics = json::array({diagnosticJson(finding, open.document, positions)});
    if (!finding.changes.empty() && std::ranges::find(fixes, finding.changes) == fixes.end()) {
      fixes.push_back(finding.changes);
      actions.push_back({{"title", fmt::format("Order this race: {}", finding.fix)},
                         {"kind", kQuickFix},
                         {"diagnostics", diagnostics},
                         {"isPreferred", true},
                         {"edit", editJson(finding.changes, open.document, positions)}});
    }
    if (std::pair repair(finding.model, finding.test);
        editorResolves && std::ranges::find(repairs, repair) == repairs.end()) {
      repairs.push_back(repair);
      const std::string what =
          finding.test.empty() ? "all races" : fmt::format("all races of {}", finding.test);
      actions.push_back(
          {{"title", fmt::format("Find the cheapest repair of {} under {}", what, finding.model)},
           {"kind", kQuickFix},
           {"diagnostics", diagnostics},
           {"data",
            {{"uri", open.document.uri},
             {"text", open.text},
             {"model", finding.model},
             {"test", finding.test}}}});
    }
  }
  return actions;
}

json LanguageServer::State::hover(const json& params) {
  const std::lock_guard lock(mutex);
  const OpenDocument& open = documentOf(params);
  const TextPositions positions(open.document.text);
  const std::size_t at = positions.offsetOf(positionIn(params.at("position")));
  std::string text;
  std::optional<Range> range;
  for (const Finding& finding : open.findings) {
    if (open.checked != open.text || finding.model.empty() || !touches(finding.range, {at, at})) {
      continue;
    }
    text += (text.empty() ? "" : "\n\n") + finding.message;
    text += finding.fix.empty() ? "" : fmt::format("\nOrdered by: {}", finding.fix);
    range = range.value_or(finding.range);
  }
  return range ? json{{"contents", {{"kind", "plaintext"}, {"value", text}}},
                      {"range", rangeJson(*range, positions)}}
               : json(nullptr);
}

void LanguageServer::State::resolve(const json& id, const json& action) {
  if (!action.is_object() || !action.contains("data")) {
    respond(id, action);
    return;
  }
  const std::shared_ptr<Cancellations::Entry> entry = answers.open(requestId(id));
  tasks.push([this, id, action, entry] {
    try {
      json resolved = action;
      resolved["edit"] = repair(action.at("data"), *entry);
      respond(id, resolved);
    } catch (const RequestError& error) {
      fail(id, error.code(), error.what());
    } catch (const json::exception&) {
      fail(id, kInvalidParams, "this is no action of this server");
    } catch (const TooManyQuestions&) {
      fail(id, kRequestFailed, "too many questions are waiting");
    }
  });
}

json LanguageServer::State::repair(const json& data, const Cancellations::Entry& entry) {
  Document document;
  const auto stillThere = [&](bool take) {
    const std::lock_guard lock(mutex);
    const auto found = documents.find(textIn(data, "uri"));
    if (found == documents.end() || numberIn(data, "text") != static_cast<std::int64_t>(found->second.text)) {
      throw RequestError(kContentModified, "the text has changed since");
    }
    if (take) {
      document = found->second.document;
    }
  };
  stillThere(true);
  const std::string model = textIn(data, "model");
  const Answer answer = answers.ask(repairQuestion(document, textIn(data, "test"), model, options), entry);
  if (entry.flag()) {
    throw RequestError(kRequestCancelled, "cancelled");
  }
  if (!answer.ended.empty()) {
    throw RequestError(kRequestFailed, fmt::format("no repair was found: {}", answer.ended));
  }
  stillThere(false);
  const json advice = json::parse(answer.output, nullptr, false);
  const std::string diff = textIn(advice, "diff");
  if (diff.empty()) {
    throw RequestError(kRequestFailed, whyNoRepair(advice, answer, model));
  }
  const TextPositions positions(document.text);
  return editJson(changesOf(diff, positions), document, positions);
}

void LanguageServer::State::cancel(const json& params) {
  answers.cancel(requestId(params.at("id")));
}

LanguageServer::LanguageServer(LspOptions options, MessageWriter& out)
    : state_(std::make_unique<State>(std::move(options), out)) {}

LanguageServer::~LanguageServer() {
  stop();
}

bool LanguageServer::take(const std::string& message) {
  const json parsed = json::parse(message, nullptr, false);
  if (parsed.is_discarded()) {
    state_->fail(nullptr, kParseError, "the message is not JSON");
    return true;
  }
  return state_->take(parsed);
}

void LanguageServer::refuse(const std::string& why) {
  state_->fail(nullptr, kInvalidRequest, why);
}

void LanguageServer::stop() {
  state_->answers.stop();
  state_->tasks.stop();
}

bool LanguageServer::endedInOrder() const {
  return state_->inOrder;
}

bool serveEditor(const LspOptions& options, int in, int out) {
  constexpr std::size_t kLongestMessage = 64U << 20U;
  MessageReader reader(in, kLongestMessage);
  MessageWriter writer(out);
  LanguageServer server(options, writer);
  for (;;) {
    try {
      const std::optional<std::string> message = reader.next();
      if (!message || !server.take(*message)) {
        return server.endedInOrder();
      }
    } catch (const MessageTooLong& tooLong) {
      server.refuse(tooLong.what());
    }
  }
}

}  // namespace hrfcheck::inline lsp
