#include "serve/page_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "questions/answers.h"
#include "serve/access.h"
#include "serve/connection.h"
#include "serve/envelope.h"
#include "serve/page_assets.h"
#include "serve/refused.h"
#include "util/diagnostic.h"
#include "util/read_source.h"

namespace hrfcheck::inline serve {
namespace {

using httplib::Request;
using httplib::Response;
using nlohmann::json;

constexpr const char* kJson = "application/json";
constexpr int kNotFound = 404;
constexpr int kInternal = 500;
constexpr int kUnavailable = 503;
constexpr time_t kIdleSeconds = 2;
constexpr std::size_t kReading = 128;  ///< connections whose requests are not known yet
constexpr std::size_t kSpareThreads = 8;

/// Everything comes from this server, and nothing is run but its own scripts; no other page may frame it.
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

httplib::Headers headersOfAll() {
  return {{"Content-Security-Policy", kContentPolicy},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cache-Control", "no-store"}};
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void refuse(Response& response, const Refused& refused) {
  response.status = refused.status();
  response.set_content(dumped({{"error", refused.what()}}), kJson);
}

json listed(const std::vector<NamedText>& named) {
  json list = json::array();
  for (const NamedText& one : named) {
    list.push_back({{"name", one.name}, {"title", one.title}});
    if (!one.model.empty()) {
      list.back()["model"] = one.model;
    }
  }
  return list;
}

/// @throws Refused with status 404
std::string textNamed(const std::vector<NamedText>& named, const std::string& name) {
  const auto one = std::ranges::find(named, name, &NamedText::name);
  if (one == named.end()) {
    throw Refused(kNotFound, "nothing of that name is installed");
  }
  return dumped({{"name", one->name}, {"text", one->text}});
}

KnownNames knownNames(const ServeOptions& options) {
  KnownNames known;
  std::ranges::transform(options.models, std::back_inserter(known.models), &NamedText::name);
  std::ranges::transform(options.machines, std::back_inserter(known.machines), &NamedText::name);
  return known;
}

/// The name of the question that a request to cancel is about; empty where there is none.
std::string idIn(const std::string& body) {
  const json value = json::parse(body, nullptr, false);
  const bool named = value.is_object() && value.contains("id") && value.at("id").is_string();
  return named ? value.at("id").get<std::string>() : "";
}

/// A test, models and machines may be written with escapes, and other fields stand beside them.
std::size_t largestBody(const QuestionLimits& limits) {
  constexpr std::size_t kLongestEscape = 6;  // \u0001 for one byte
  constexpr std::size_t kOtherFields = 64U << 10U;
  constexpr std::size_t kTexts = 3;
  return kTexts * limits.largestText * kLongestEscape + kOtherFields;
}

RequestLimits requestLimits(const QuestionLimits& limits) {
  RequestLimits result;
  result.idle = std::chrono::seconds(kIdleSeconds);
  result.largestBody = 2 * largestBody(limits);  // chunks have lengths beside their bytes
  return result;
}

/// Whether a body follows, by the head.
bool hasBody(const Request& request) {
  return request.method == "POST" || request.has_header("Content-Length") ||
         request.has_header("Transfer-Encoding");
}

RequestOrigin originOf(const Request& request) {
  const bool asks = request.path.starts_with("/api/");
  return {request.get_header_value("Host"),
          request.get_header_value("Origin"),
          request.get_header_value("Content-Type"),
          request.get_header_value("Hrfcheck-Token"),
          asks,
          request.method == "POST"};
}

}  // namespace

struct PageServer::State {
  explicit State(ServeOptions given)
      : options(std::move(given)),
        known(knownNames(options)),
        answers(options.program, options.limits),
        server(requestLimits(options.limits), kReading) {}

  void setUp();
  void takePort();
  void addPage();
  void addQuestions();
  std::string about() const;
  std::string testText(const std::string& path) const;

  ServeOptions options;
  KnownNames known;
  AccessRules rules;
  Answers answers;
  PatientServer server;
  std::atomic<bool> inRun{false};
  std::atomic<bool> over{false};
};

void PageServer::State::takePort() {
  // The library's own choice would let two servers share a port.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  const int port = options.port == 0                                 ? server.bind_to_any_port(options.host)
                   : server.bind_to_port(options.host, options.port) ? options.port
                                                                     : -1;
  if (port < 0) {
    throw UserError(fmt::format("cannot listen on {}, port {}", options.host, options.port),
                    "is another server running? choose another port with --port, or 0 for any free port");
  }
  server.letMoreWait();
  rules.port = port;
  rules.local = isLoopback(options.host);
  rules.token = rules.local ? "" : newToken();
}

void PageServer::State::setUp() {
  // One for each question that is worked on or waits, which do nothing themselves, and for those that are
  // read.
  const std::size_t threads = options.limits.running + options.limits.waiting + kReading + kSpareThreads;
  server.new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
  server.set_default_headers(headersOfAll());
  server.set_keep_alive_timeout(kIdleSeconds);
  server.set_tcp_nodelay(true);
  server.set_payload_max_length(largestBody(options.limits));
  server.set_pre_routing_handler([this](const Request& request, Response& response) {
    Connection& connection = *Connection::current();
    try {
      requireAccess(originOf(request), rules);
      const bool body = request.method == "POST";
      connection.headRead(body);
      if (!body) {
        connection.requestRead(hasBody(request));
      }
      return httplib::Server::HandlerResponse::Unhandled;
    } catch (const Refused& refused) {
      connection.requestRead(hasBody(request));  // which is not read
      response.set_header("Connection", "close");
      refuse(response, refused);
      return httplib::Server::HandlerResponse::Handled;
    }
  });
  server.set_exception_handler([](const Request&, Response& response, std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Refused& refused) {
      refuse(response, refused);
    } catch (const std::exception& error) {
      refuse(response, Refused(kInternal, error.what()));
    }
  });
  server.set_error_handler([](const Request&, Response& response) {
    if (response.body.empty()) {
      refuse(response,
             Refused(response.status, response.status == kNotFound ? "there is nothing at this address"
                                                                   : "the request cannot be read"));
    }
  });
  addPage();
  addQuestions();
}

void PageServer::State::addPage() {
  for (const PageAsset& asset : pageAssets()) {
    server.Get(asset.path, [&asset](const Request&, Response& response) {
      response.set_content(asset.content.data(), asset.content.size(), asset.type);
    });
  }
}

void PageServer::State::addQuestions() {
  server.Get("/api/about",
             [this](const Request&, Response& response) { response.set_content(about(), kJson); });
  server.Get("/api/test", [this](const Request& request, Response& response) {
    response.set_content(testText(request.get_param_value("path")), kJson);
  });
  server.Get("/api/model", [this](const Request& request, Response& response) {
    response.set_content(textNamed(options.models, request.get_param_value("name")), kJson);
  });
  server.Get("/api/machine", [this](const Request& request, Response& response) {
    response.set_content(textNamed(options.machines, request.get_param_value("name")), kJson);
  });
  server.Post("/api/cancel", [this](const Request& request, Response& response) {
    Connection::current()->requestRead(false);
    response.set_content(dumped({{"cancelled", answers.cancel(idIn(request.body))}}), kJson);
  });
  for (const std::string& command : askableCommands()) {
    server.Post("/api/" + command, [this, command](const Request& request, Response& response) {
      Connection::current()->requestRead(false);
      const Question question = readQuestion(command, request.body, known, options.limits);
      try {
        response.set_content(envelope(answers.ask(question), question.json), kJson);
      } catch (const TooManyQuestions&) {
        throw Refused(kUnavailable, "too many questions are waiting");
      }
    });
  }
}

std::string PageServer::State::about() const {
  json corpus = json::array();
  for (const CorpusTest& test : options.corpus) {
    corpus.push_back(test.path);
  }
  return dumped({{"version", options.version},
                 {"models", listed(options.models)},
                 {"machines", listed(options.machines)},
                 {"dialects", options.dialects},
                 {"platforms", options.platforms},
                 {"corpus", corpus},
                 {"seconds", options.limits.seconds}});
}

/// A path is looked up among the tests that there are, and never opened itself.
std::string PageServer::State::testText(const std::string& path) const {
  const auto test = std::ranges::find(options.corpus, path, &CorpusTest::path);
  if (test == options.corpus.end()) {
    throw Refused(kNotFound, "there is no such test in the corpus");
  }
  try {
    const SourcePtr source =
        readSource(test->file, ReadLimits{.largest = options.limits.largestText, .pipes = false});
    return dumped({{"path", test->path}, {"test", test->test}, {"text", source->text()}});
  } catch (const UserError& error) {
    throw Refused(kNotFound, error.diagnostics().front().message);
  }
}

PageServer::PageServer(ServeOptions options) : state_(std::make_unique<State>(std::move(options))) {
  state_->setUp();
  state_->takePort();
}

PageServer::~PageServer() = default;

std::string PageServer::address() const {
  return addressOf(state_->options.host, state_->rules.port, state_->rules.token);
}

void PageServer::run() {
  state_->inRun = true;
  if (!state_->over) {
    state_->server.listen_after_bind();
  }
  state_->inRun = false;
}

void PageServer::stop() {
  state_->over = true;
  state_->answers.stop();
  // The library forgets a wish to stop that comes before it listens.
  constexpr std::chrono::milliseconds kLookEvery{5};
  while (state_->inRun && !state_->server.is_running()) {
    std::this_thread::sleep_for(kLookEvery);
  }
  state_->server.stop();
}

}  // namespace hrfcheck::inline serve
