#include "batch/synth/synth.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "batch/suite/chunk_workers.h"
#include "batch/suite/suite_description.h"
#include "batch/synth/asked_model.h"
#include "batch/synth/piece.h"
#include "batch/synth/synth_journal.h"
#include "check/model_choice.h"
#include "util/text.h"

namespace hrfcheck::inline batch {
namespace {

/// Pieces of one number of events, at most: enough for workers to share, and for a look at the time.
constexpr std::uint64_t kPieces = 1024;

/// The orders that are searched where the user chose none: all dialects that tests are converted to have
/// them.
std::vector<SynthOrder> defaultOrders(const SynthQuestion& question) {
  SynthBounds bounds = question.bounds;
  bounds.orders = ordersFor(question.models, question.wanted == SynthWanted::Minimal);
  for (const std::string& target : question.targets) {
    if (!target.empty()) {
      bounds.orders = ordersIn(target, bounds);
    }
  }
  return bounds.orders;
}

/// Mistakes in what was said of the machine are found before there are workers.
/// @throws UserError
void requireMachine(const SynthMachine& machine) {
  Simulator(programOf({{{1}, {0}, {0}, {}}, {{SynthKind::Load, 0}}, 1, {}}, {StepAnnotation{}}),
            machine.simulation);
}

/// SynthQuestion::beside; none where the library does not have it, as then a batch does not ask it either.
NamedModel besideModel(const SynthQuestion& question, const ModelLibrary& library) {
  const std::vector<std::string> known = library.names();
  const bool needed = std::ranges::count(question.targets, "") == 0 &&
                      std::ranges::count(known, std::string(kDefaultModel)) > 0;
  return needed ? NamedModel{kDefaultModel, askedModel(kDefaultModel, library, Converting::No).model}
                : NamedModel{};
}

SynthQuestion questionOf(const SynthOptions& options, const ModelLibrary& library) {
  SynthQuestion question;
  if (options.machine) {
    requireMachine(*options.machine);
  }
  const Converting converting = options.wanted == SynthWanted::Minimal ? Converting::No : Converting::Yes;
  for (const std::string& name : options.models) {
    AskedModel asked = askedModel(name, library, converting);
    question.models.push_back(std::move(asked.model));
    question.targets.push_back(std::move(asked.target));
  }
  question.beside = besideModel(question, library);
  question.wanted = options.wanted;
  question.machine = options.machine;
  SynthBounds& bounds = question.bounds = options.bounds;
  if (!options.ordersChosen) {
    bounds.orders = defaultOrders(question);
  }
  std::erase_if(bounds.kinds, [&](SynthKind kind) { return annotationsOf(kind, bounds).empty(); });
  if (bounds.kinds.empty()) {
    throw UserError("there is no operation within these bounds",
                    "fences and read-modify-writes are never ordinary");
  }
  return question;
}

/// What a results file depends on.
SynthHeader headerOf(const SynthOptions& options, const SynthQuestion& question,
                     const ModelLibrary& library) {
  SynthHeader header{options.version, options.shard, {}};
  header.question["tests"] = options.wanted == SynthWanted::Minimal ? "minimal" : "differ";
  header.question["bounds"] = boundsText(question.bounds);
  header.question["keep"] = fmt::format("{}", options.keep);
  for (std::size_t m = 0; m < options.models.size(); ++m) {
    header.question[fmt::format("model {}", m + 1)] =
        fmt::format("{} ({})", options.models[m], library.loadWithSources(options.models[m]).textHash());
  }
  if (options.machine) {
    for (const auto& [name, value] : machineDescription(options.machine->simulation)) {
      header.question["machine: " + name] = value;
    }
  }
  return header;
}

/// One run, size after size.
class SynthRun {
 public:
  SynthRun(const SynthOptions& options, const ModelLibrary& library, const SynthCalls& calls,
           const std::atomic<bool>& cancelled)
      : options_(options),
        calls_(calls),
        cancelled_(cancelled),
        question_(questionOf(options, library)),
        search_(shapeSearch(question_)),
        deadline_(Deadline::after(options.timeout)),
        engine_(makeExplicitEngine()),
        journal_(options.results, headerOf(options, question_, library), options.resume),
        found_(options.merged.empty()
                   ? journal_.found()
                   : readSynthShards(options.merged, headerOf(options, question_, library))) {}

  SynthResult run() {
    result_.bounds = question_.bounds;
    result_.shard = options_.shard;
    result_.targets = question_.targets;
    calls_.begin(question_);
    for (unsigned events = 1; events <= question_.bounds.events && !ended(); ++events) {
      const auto start = std::chrono::steady_clock::now();
      result_.sizes.push_back({events, {}, 0, false});
      runSize(events);
      size().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    if (result_.searched()) {
      journal_.complete();
    }
    return std::move(result_);
  }

 private:
  SynthSize& size() { return result_.sizes.back(); }
  bool ended() const { return cancelled_ || deadline_.expired(); }

  void runSize(unsigned events) {
    const ShapeSpace space(question_.bounds, events);
    const std::uint64_t length = std::max<std::uint64_t>(1, space.numbers() / kPieces);
    pieces_ = (space.numbers() + length - 1) / length;
    next_ = 0;
    done_ = 0;
    waiting_.clear();
    bool whole = true;
    const ChunkCalls chunks{[&]() -> std::optional<std::string> {
                              skipKnown(space, whole);
                              if (next_ == pieces_ || ended()) {
                                return std::nullopt;
                              }
                              const std::uint64_t first = next_ * length;
                              const std::uint64_t last = std::min(first + length, space.numbers());
                              return SynthPiece{events, next_++, first, last, left()}.text();
                            },
                            [&](const std::string& request, const std::string& reply) {
                              SynthPieceResult piece = SynthPieceResult::parse(reply, space);
                              whole = whole && piece.complete;
                              const SynthPiece asked = SynthPiece::parse(request);
                              if (piece.complete) {
                                journal_.add({asked.events, asked.index}, reply);
                              }
                              waiting_.emplace(asked.index, std::move(piece));
                              takeInOrder();
                            },
                            [&](const std::string& request, const std::string& reason) {
                              const SynthPiece piece = SynthPiece::parse(request);
                              result_.lost.push_back(fmt::format(
                                  "a worker ended ({}) over shapes {} to {} of {}: these are not searched",
                                  reason, piece.first, piece.last - 1, counted(events, "event")));
                              whole = false;
                              waiting_.emplace(piece.index, SynthPieceResult{});
                              takeInOrder();
                            },
                            [&] { calls_.tick(events, done_, pieces_, tests_); }};
    runChunks({options_.workers, options_.memory}, chunks, cancelled_, [&](const std::string& request) {
      return searchPiece(search_, space, SynthPiece::parse(request), deadline_).text();
    });
    size().searched = whole && done_ == pieces_;
    for (; !waiting_.empty(); waiting_.erase(waiting_.begin())) {
      take(waiting_.begin()->second);
    }
  }

  /// Takes what results files say of the next pieces, and passes over those of other shards.
  void skipKnown(const ShapeSpace& space, bool& whole) {
    for (; next_ < pieces_ && !ended(); ++next_) {
      const auto known = found_.find({size().events, next_});
      if (known != found_.end()) {
        SynthPieceResult piece = SynthPieceResult::read(known->second, space, question_);
        whole = whole && piece.complete;
        waiting_.emplace(next_, std::move(piece));
      } else if (!options_.merged.empty()) {
        throw UserError("the results files do not have all pieces");
      } else if (!options_.shard.contains(next_)) {
        waiting_.emplace(next_, SynthPieceResult{});
      } else {
        return;
      }
      takeInOrder();
    }
  }

  std::uint64_t left() const { return options_.keep - result_.written; }

  void takeInOrder() {
    for (auto piece = waiting_.find(done_); piece != waiting_.end(); piece = waiting_.find(done_)) {
      take(piece->second);
      waiting_.erase(piece);
      ++done_;
    }
  }

  void take(const SynthPieceResult& piece) {
    size().counts += piece.counts;
    tests_ += piece.counts.found;
    for (const auto& [group, count] : piece.tally) {
      result_.tally[group] += count;
    }
    for (const auto& [number, test] : piece.tests) {
      if (left() == 0) {
        return;
      }
      ++result_.written;
      calls_.test(writeTest(test, question_, options_.models, freshName(test), *engine_, {}));
    }
  }

  /// A name that no other test has.
  std::string freshName(const AnsweredTest& test) {
    const std::string name = nameOf(test.shape, annotationsOf(test.shape, test.numbers, question_.bounds));
    std::string fresh = name;
    for (unsigned n = 2; !names_.insert(fresh).second; ++n) {
      fresh = fmt::format("{}-{}", name, n);
    }
    return fresh;
  }

  const SynthOptions& options_;
  const SynthCalls& calls_;
  const std::atomic<bool>& cancelled_;
  SynthQuestion question_;
  ShapeSearch search_;
  Deadline deadline_;
  std::unique_ptr<Engine> engine_;
  SynthJournal journal_;
  SynthFoundPieces found_;  ///< in results files
  SynthResult result_;
  std::set<std::string> names_;
  std::map<std::uint64_t, SynthPieceResult> waiting_;  ///< by index, whose turn has not come
  std::uint64_t pieces_ = 0, next_ = 0, done_ = 0, tests_ = 0;
};

}  // namespace

bool SynthResult::searched() const {
  return sizes.size() == bounds.events && std::ranges::all_of(sizes, &SynthSize::searched);
}

unsigned SynthResult::exhaustiveTo() const {
  unsigned events = 0;
  for (const SynthSize& size : sizes) {
    if (!size.complete()) {
      break;
    }
    events = size.events;
  }
  return events;
}

bool SynthResult::undecided() const {
  return std::ranges::any_of(sizes, [](const SynthSize& size) { return size.counts.undecided > 0; });
}

SynthResult runSynth(const SynthOptions& options, const ModelLibrary& library, const SynthCalls& calls,
                     const std::atomic<bool>& cancelled) {
  return SynthRun(options, library, calls, cancelled).run();
}

}  // namespace hrfcheck::inline batch
