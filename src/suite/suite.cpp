#include "suite/suite.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <sstream>

#include "check/models/scope_of_model.h"
#include "jobs/requests.h"
#include "suite/corpus/chunks.h"
#include "suite/corpus/program_space.h"
#include "suite/corpus/program_text.h"
#include "suite/examiner.h"
#include "suite/mutants.h"
#include "suite/suite_results.h"
#include "util/diagnostic.h"
#include "util/mapped.h"

// Pieces of the corpus go out in order to worker processes, each of which asks about its programs one by one
// and sends back a tally. A worker that dies over a piece of several numbers is asked again number by number,
// so that one program alone is to blame.
//
// Mutants (P4) all run in one pass: what SC allows and whether a program is race-free is found out once. A
// mutant that was killed in one piece is left out of pieces that go out from then on. Since these lie behind,
// the first killer is the same however many workers there are.

namespace hrfcheck::inline suite {
namespace {

using Kind = SuiteFinding::Kind;

/// By name, hashes over the texts of the models that are asked.
std::map<std::string, std::string> modelHashes(const SuiteOptions& options, const ModelLibrary& library) {
  std::map<std::string, std::string> hashes{{"sc", library.loadWithSources("sc").textHash()}};
  for (const std::string& name : options.models) {
    hashes.emplace(name, library.loadWithSources(name).textHash());
  }
  return hashes;
}

SuiteQuestion questionOf(const SuiteOptions& options, const ModelLibrary& library) {
  SuiteQuestion question;
  for (const std::string& name : options.models) {
    question.models.push_back(std::make_shared<const Model>(library.load(name)));
    if (!definesRaces(*question.models.back())) {
      throw UserError(
          fmt::format("{} defines no races, so it does not determine what a machine must guarantee", name));
    }
  }
  question.sc = std::make_shared<const Model>(library.load("sc"));
  question.machines = suiteMachines(options);
  question.owesModel = owesModel(options.simulation);
  question.exceptMixedScopes = !machineOfSuite(options.simulation).abilities.mixedScopes;
  question.timeout = options.timeout;
  return question;
}

/// A reply that begins so is a mistake of the user's.
constexpr const char* kRefused = "refused: ";

/// What a worker is asked: places [first, last) of the list on these machines.
struct Request {
  std::uint64_t piece, first, last;
  std::vector<bool> alive;

  std::string text() const {
    std::string bits = concatenated(alive, [&](const bool bit) { return bit ? '1' : '0'; });
    return fmt::format("{} {} {} {}", piece, first, last, bits);
  }
  static Request parse(const std::string& text) {
    std::istringstream in(text);
    Request request{};
    std::string bits;
    in >> request.piece >> request.first >> request.last >> bits;
    for (const char bit : bits) {
      request.alive.push_back(bit == '1');
    }
    return request;
  }
};

class SuiteRun {
 public:
  SuiteRun(const SuiteOptions& options, const ModelLibrary& library,
           const std::function<void(const SuiteProgress&)>& progress)
      : options_(options),
        progress_(progress),
        corpus_(grammarFor(options.simulation, options.locations), options.operations, options.threads),
        pieces_(corpus_, options.sample),
        question_(questionOf(options, library)) {
    if (options.results) {
      const SuiteHeader header{options.version, pieces_.size(), options.shard, suiteDescription(options),
                               modelHashes(options, library)};
      file_ = openSuiteResults(*options.results, header, options.resume, found_);
    }
    alive_.assign(question_.machines.size(), true);
    for (const auto& [piece, tally] : found_) {
      take(tally);
    }
    next_ = options.shard.number - 1;
    for (std::uint64_t p = next_; p < pieces_.size(); p += options.shard.of) {
      ++ofShard_;
    }
    done_ = found_.size();
  }

  SuiteResult run(const std::atomic<bool>& cancelled) {
    requireRules();
    SuiteExaminer examiner(question_);
    const RequestCalls calls{
        [&] { return nextRequest(); },
        [&](const std::string& request, const std::string& reply) {
          answered(Request::parse(request), reply);
        },
        [&](const std::string& request, const std::string& reason) { lost(Request::parse(request), reason); },
        [&] {
          progress_({done_, ofShard_, found_.size(), &tally_});
        }};
    runRequests({options_.workers}, calls, cancelled,
                [&](const std::string& request) { return work(examiner, Request::parse(request)); });
    SuiteResult result{tally_, mutantsOf(options_, tally_), finished() ? 0 : ofShard_ - done_};
    if (result.piecesLeft == 0 && file_) {
      file_->complete();
    }
    return result;
  }

 private:
  struct Open {
    SuiteTally tally;
    std::uint64_t parts = 1;
  };

  /// Mistakes in the machine's options are found before there are workers.
  void requireRules() const {
    for (std::uint64_t number = 0; number < corpus_.numbers(); ++number) {
      if (const auto program = corpus_.at(number)) {
        for (const SuiteMachine& machine : question_.machines) {
          Simulator(programOf(*program), machine.simulation);
        }
        return;
      }
    }
  }

  std::string work(SuiteExaminer& examiner, const Request& request) const {
    SuiteTally tally;
    for (std::uint64_t place = request.first; place < request.last; ++place) {
      if (const auto program = corpus_.at(pieces_.number(place))) {
        try {
          examiner.examine(*program, request.alive, tally);
        } catch (const UserError& error) {
          return kRefused + litmusOf(*program) + error.what();
        }
      }
    }
    return tally.json();
  }

  bool finished() const { return done_ == ofShard_ || (options_.mutants && noneAlive()); }
  bool noneAlive() const { return std::ranges::find(alive_, true) == alive_.end(); }

  std::optional<std::string> nextRequest() {
    if (!again_.empty()) {
      const Request request = again_.front();
      again_.pop_front();
      return request.text();
    }
    while (next_ < pieces_.size() && found_.contains(next_)) {
      next_ += options_.shard.of;
    }
    if (next_ >= pieces_.size() || noneAlive()) {
      return std::nullopt;
    }
    const SuiteChunks::Piece piece = pieces_.piece(next_);
    open_[next_] = {};
    const Request request{next_, piece.first, piece.last, alive_};
    next_ += options_.shard.of;
    return request.text();
  }

  void answered(const Request& request, const std::string& reply) {
    if (reply.starts_with(kRefused)) {
      throw UserError(reply.substr(std::string_view(kRefused).size()));
    }
    part(request.piece, SuiteTally::parse(reply));
  }

  void lost(const Request& request, const std::string& reason) {
    if (request.last - request.first > 1) {
      open_[request.piece].parts += request.last - request.first - 1;
      for (std::uint64_t place = request.first; place < request.last; ++place) {
        again_.push_back({request.piece, place, place + 1, request.alive});
      }
      return;
    }
    SuiteTally tally;
    if (const auto program = corpus_.at(pieces_.number(request.first))) {
      ++tally.counts.programs;
      tally.add({Kind::Undecided, program->number, "", "worker " + reason, litmusOf(*program)});
    }
    part(request.piece, tally);
  }

  void part(std::uint64_t piece, const SuiteTally& tally) {
    Open& open = open_[piece];
    open.tally.add(tally);
    if (--open.parts == 0) {
      if (file_) {
        addPiece(*file_, piece, open.tally);
      }
      take(open.tally);
      open_.erase(piece);
      ++done_;
    }
  }

  void take(const SuiteTally& tally) {
    tally_.add(tally);
    for (std::size_t m = 0; options_.mutants && m < alive_.size(); ++m) {
      alive_[m] = alive_[m] && !killerOf(question_.machines[m].rule, tally_);
    }
  }

  const SuiteOptions& options_;
  const std::function<void(const SuiteProgress&)>& progress_;
  ProgramSpace corpus_;
  SuiteChunks pieces_;
  SuiteQuestion question_;
  std::optional<ResultsFile> file_;
  std::map<std::uint64_t, SuiteTally> found_;  ///< by piece, what the file held when it was resumed
  SuiteTally tally_;
  std::vector<bool> alive_;  ///< by machine: not killed yet
  std::map<std::uint64_t, Open> open_;
  std::deque<Request> again_;
  std::uint64_t next_ = 0, done_ = 0, ofShard_ = 0;
};

}  // namespace

bool SuiteResult::failed() const {
  if (!mutants.empty()) {
    return piecesLeft == 0 && std::ranges::any_of(mutants, [](const SuiteMutant& mutant) {
             return !mutant.killer && !mutant.undecided;
           });
  }
  return tally.failed();
}

bool SuiteResult::undecided() const {
  return piecesLeft > 0 || tally.found(Kind::Undecided) > 0;
}

bool owesModel(const SimulationOptions& machine) {
  return machineOfSuite(machine).abilities.tests == MachineTests::Amdgpu;
}

std::string suiteModelFor(const SimulationOptions& machine) {
  const std::string model = machineOfSuite(machine).abilities.model;
  if (model.empty()) {
    throw UserError("the file of machine " + machine.machine + " names no model",
                    "name one: --against MODEL, or 'model NAME' in the file");
  }
  return model;
}

SuiteResult runSuite(const SuiteOptions& options, const ModelLibrary& library,
                     const std::function<void(const SuiteProgress&)>& progress,
                     const std::atomic<bool>& cancelled) {
  if (options.models.empty() || options.models.size() > 2) {
    throw UserError("a suite needs one model, or two models to compare");
  }
  return SuiteRun(options, library, progress).run(cancelled);
}

}  // namespace hrfcheck::inline suite
