#include "synth/synth.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include "batch/output_files.h"
#include "jobs/requests.h"
#include "synth/piece.h"
#include "synth/synth_question.h"
#include "synth/synth_results.h"
#include "util/invariant.h"
#include "util/mapped.h"
#include "util/text.h"

namespace hrfcheck::inline synth {
namespace {

/// Pieces of one number of events, where it has as many shapes, and fewer than twice as many at most: enough
/// for workers to share, and for a look at the time.
constexpr std::uint64_t kPieces = 1024;

/// One run, size after size.
class SynthRun {
 public:
  /// @param models those of the options, with their texts
  SynthRun(const SynthOptions& options, const ModelLibrary& library, const std::vector<LoadedModel>& models,
           const SynthCalls& calls, const std::atomic<bool>& cancelled)
      : options_(options),
        calls_(calls),
        cancelled_(cancelled),
        question_(questionOf(options, library)),
        search_(shapeSearch(question_)),
        deadline_(Deadline::after(options.timeout)),
        engine_(options.rules == Rules::Plain ? makeReferenceEngine() : makeExplicitEngine()) {
    const SynthHeader header = headerOf(options, question_, models);
    if (options.results) {
      file_ = openSynthResults(*options.results, header, options.resume, found_);
    }
    if (!options.merged.empty()) {
      found_ = readSynthShards(options.merged, header);
    }
  }

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
    result_.stopped = !result_.searched() && ended();
    if (result_.searched()) {
      refuseUnknownPieces(question_.bounds.events + 1, 0);
      if (file_) {
        file_->complete();
      }
    }
    return std::move(result_);
  }

 private:
  SynthSize& size() { return result_.sizes.back(); }
  const SynthSize& size() const { return result_.sizes.back(); }
  bool ended() const { return cancelled_ || deadline_.expired(); }
  void tick() { calls_.tick(size().events, done_, pieces_, tests_); }

  void runSize(unsigned events) {
    const ShapeSpace space(question_.bounds, events);
    length_ = std::max<std::uint64_t>(1, space.numbers() / kPieces);
    pieces_ = (space.numbers() + length_ - 1) / length_;
    next_ = 0;
    done_ = 0;
    whole_ = true;
    waiting_.clear();
    const RequestCalls pieces{
        [&]() -> std::optional<std::string> {
          skipKnown(space);
          return next_ == pieces_ || ended() ? std::nullopt : std::optional(piece(next_++, space).text());
        },
        [&](const std::string& request, const std::string& reply) {
          searched(SynthPiece::parse(request), reply, space);
        },
        [&](const std::string& request, const std::string& reason) {
          lost(SynthPiece::parse(request), reason);
        },
        [&] { tick(); }};
    runRequests({options_.workers, options_.memory}, pieces, cancelled_, [&](const std::string& request) {
      return searchPiece(search_, space, SynthPiece::parse(request), deadline_).text();
    });
    size().searched = whole_ && done_ == pieces_;
    if (size().searched) {
      refuseUnknownPieces(events, pieces_);
    }
    for (; !waiting_.empty(); waiting_.erase(waiting_.begin())) {
      take(waiting_.begin()->second);
    }
    if (options_.byShape) {
      writeShapes();
    }
  }

  SynthPiece piece(std::uint64_t index, const ShapeSpace& space) const {
    const std::uint64_t first = index * length_;
    return {size().events, index,           first, std::min(first + length_, space.numbers()),
            left(),        options_.byShape};
  }

  void searched(const SynthPiece& asked, const std::string& reply, const ShapeSpace& space) {
    SynthPieceResult found = SynthPieceResult::parse(reply, space);
    if (found.refused) {
      SynthCounts counts;
      search_(space.at(*found.refused).value(), deadline_, counts, [](const AnsweredTest&) {});
      INVARIANT(false, "what a worker throws is thrown again");
    }
    whole_ = whole_ && found.complete;
    if (found.complete && file_) {
      addPiece(*file_, {asked.events, asked.index}, reply);
    }
    waiting_.emplace(asked.index, Waiting{std::move(found), ""});
    takeInOrder();
  }

  void lost(const SynthPiece& asked, const std::string& reason) {
    const bool one = asked.first + 1 == asked.last;
    const std::string shapes =
        one ? fmt::format("shape {} of {} was", asked.first, counted(asked.events, "event"))
            : fmt::format("shapes {} to {} of {} were", asked.first, asked.last - 1,
                          counted(asked.events, "event"));
    result_.lost.push_back(fmt::format("{} not searched: {}", shapes, reason));
    result_.memoryWasShort =
        result_.memoryWasShort || (options_.memory > 0 && reason == memoryLimitText(options_.memory));
    whole_ = false;
    waiting_.emplace(asked.index, Waiting{});
    takeInOrder();
  }

  /// Takes what results files say of the next pieces, and passes over those of other shards.
  void skipKnown(const ShapeSpace& space) {
    for (; next_ < pieces_ && !ended(); ++next_) {
      const auto known = found_.find({size().events, next_});
      if (known != found_.end()) {
        waiting_.emplace(next_, read(known->second, space));
        tick();
      } else if (!options_.merged.empty()) {
        throw UserError(
            fmt::format("the results files lack piece {} of {}", next_, counted(size().events, "event")));
      } else if (!options_.shard.contains(next_)) {
        waiting_.emplace(next_, Waiting{});
      } else {
        return;
      }
      takeInOrder();
    }
  }

  /// A piece of work, as it waits for its turn.
  struct Waiting {
    SynthPieceResult result;
    std::string place;  ///< in a results file; empty for what was searched now
  };

  Waiting read(const SynthFoundPiece& known, const ShapeSpace& space) {
    try {
      SynthPieceResult result = SynthPieceResult::read(known.result, piece(next_, space), space, question_);
      whole_ = whole_ && result.complete;
      return {std::move(result), known.place};
    } catch (const std::exception&) {  // of nlohmann, of std::optional, and of our own
      throw malformedPiece(known.place, "the result is malformed");
    }
  }

  /// @throws UserError for a piece of these events that does not exist, from this index on
  void refuseUnknownPieces(unsigned events, std::uint64_t from) const {
    if (const auto unknown = found_.lower_bound({events, from});
        unknown != found_.end() && (unknown->first.first == events || from == 0)) {
      throw malformedPiece(unknown->second.place, "there is no such piece");
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

  void take(const Waiting& piece) {
    size().counts += piece.result.counts;
    tests_ += piece.result.counts.found;
    for (const auto& [group, count] : piece.result.tally) {
      result_.tally[group] += count;
    }
    for (const auto& [key, found] : piece.result.classes.all()) {
      classes_.merge(found);
    }
    for (const auto& [number, test] : piece.result.tests) {
      if (left() == 0 || cancelled_) {
        return;
      }
      ++result_.written;
      const std::optional<WrittenTest> written =
          writeTest(test, question_, options_.models, freshName(test), *engine_, {});
      if (!written && !piece.place.empty()) {
        throw malformedPiece(piece.place, "the models do not answer its tests so");
      }
      INVARIANT(written, "the engine answers a synthesized test as the search does");
      calls_.test(*written);
      tick();
    }
  }

  /// A class's test that is shown, and in which form it can be written.
  struct Representative {
    const ClassMember* member = nullptr;
    SynthForm form = SynthForm::Filtered;
    std::uint64_t tests = 0;
  };

  /// Of the classes of this number of events, a test of each that contains no smaller one: those that need no
  /// filter first, then those of fewer threads, then those with fewer annotations.
  void writeShapes() {
    std::vector<Representative> shown;
    for (const auto& [key, found] : classes_.all()) {
      ++result_.shapes;
      if (!containsSmaller(key, smaller_)) {
        ++result_.newShapes;
        shown.push_back(ended() ? Representative{} : representativeOf(found));
        tick();
      }
    }
    std::erase_if(shown, [](const Representative& one) { return one.member == nullptr; });
    std::ranges::stable_sort(shown, {}, [](const Representative& one) {
      return std::tuple(one.form, one.member->test.shape.threads.sizes.size(), one.member->annotated());
    });
    for (const Representative& one : shown) {
      if (left() == 0 || cancelled_) {
        break;
      }
      ++result_.written;
      WrittenTest written = *write(*one.member, freshName(one.member->test));
      written.ofShape = one.tests;
      calls_.test(written);
      tick();
    }
    smaller_ = std::exchange(classes_, {});
  }

  /// The first of the tests kept of a class that needs no filter, or else the first one.
  Representative representativeOf(const ShapeClass& found) {
    for (const ClassMember& member : found.members) {
      if (write(member, "shape")->form == SynthForm::Plain) {
        return {&member, SynthForm::Plain, found.tests};
      }
    }
    return {&found.members.front(), SynthForm::Filtered, found.tests};
  }

  std::optional<WrittenTest> write(const ClassMember& member, const std::string& name) {
    std::optional<WrittenTest> written =
        writeTest(member.test, question_, options_.models, name, *engine_, {});
    INVARIANT(written, "the engine answers a synthesized test as the search does");
    return written;
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
  std::optional<ResultsFile> file_;
  SynthFoundPieces found_;  ///< in results files
  SynthResult result_;
  std::set<std::string> names_;
  ShapeClasses classes_, smaller_;            ///< of this number of events, and of one less
  std::map<std::uint64_t, Waiting> waiting_;  ///< by index, whose turn has not come
  std::uint64_t length_ = 1;                  ///< shapes of a piece
  std::uint64_t pieces_ = 0, next_ = 0, done_ = 0, tests_ = 0;
  bool whole_ = true;  ///< no piece of this number of events was cut short, or lost
};

/// @throws UserError where the results would take the place of what is read
void refuseOverwritingModels(const SynthOptions& options, const std::vector<LoadedModel>& models) {
  if (!options.results) {
    return;
  }
  std::vector<std::string> inputs;
  for (const LoadedModel& model : models) {
    for (const SourcePtr& source : model.sources) {
      inputs.push_back(source->name());
    }
  }
  if (options.machine && options.machine->simulation.described != nullptr) {
    inputs.push_back(options.machine->simulation.describedBy);
  }
  refuseOverwriting({{options.resume ? "--resume" : "--results", *options.results}}, inputs);
}

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
  auto models = mapped<LoadedModel>(options.models,
                                    [&](const std::string& name) { return library.loadWithSources(name); });
  refuseOverwritingModels(options, models);
  return SynthRun(options, library, models, calls, cancelled).run();
}

}  // namespace hrfcheck::inline synth
