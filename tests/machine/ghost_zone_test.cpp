#include "machine/workloads/ghost_zone.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>

#include "machine/timed/run.h"

using namespace hrfcheck;

namespace {

constexpr std::uint32_t kWordsOfLine = 16;

/// A stencil's run, with the pairs of conflicting accesses of different work-groups to one line that no
/// barrier separates. (Barriers are a release, a wait and an acquire at a scope that has everyone who meets.)
class RacesOfGroups final : public TimedCode {
 public:
  explicit RacesOfGroups(const GhostZoneShape& shape) : shape_(shape), stencil_(shape) {
    clocks_.assign(shape.placement.groups * shape.placement.waves,
                   Clock(shape.placement.groups * shape.placement.waves));
    for (std::size_t t = 0; t < clocks_.size(); ++t) {
      clocks_[t][t] = 1;
    }
  }

  std::size_t races() const { return races_; }

  const ScopeTree& scopes() const override { return stencil_.scopes(); }
  std::vector<Value> memory() const override { return stencil_.memory(); }
  const std::vector<Instruction>& operations() const override { return stencil_.operations(); }
  std::optional<Value> written(ThreadId t, const TimedOp& op, Value old) override {
    return stencil_.written(t, op, old);
  }

  TimedOp next(ThreadId t) override {
    const TimedOp op = stencil_.next(t);
    if (op.kind == TimedOp::Kind::Barrier) {
      join(met_[op.location], clocks_[t]);
    }
    return op;
  }

  void complete(ThreadId t, const TimedOp& op, Value read) override {
    if (op.kind == TimedOp::Kind::Barrier) {
      join(clocks_[t], met_[op.location]);
      ++clocks_[t][t];
    } else if (op.kind == TimedOp::Kind::Load || op.kind == TimedOp::Kind::Store) {
      access(t, op.location, op.kind == TimedOp::Kind::Store);
      for (const LocationId word : op.also == nullptr ? std::vector<LocationId>{} : *op.also) {
        access(t, word, op.kind == TimedOp::Kind::Store);
      }
    }
    stencil_.complete(t, op, read);
  }

 private:
  using Clock = std::vector<std::uint64_t>;

  static void join(Clock& into, const Clock& from) {
    into.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      into[i] = std::max(into[i], from[i]);
    }
  }

  void access(ThreadId t, LocationId word, bool store) {
    std::array<Clock, 2>& last = lines_[word / kWordsOfLine];  // of loads, of stores
    last[0].resize(clocks_.size());
    last[1].resize(clocks_.size());
    for (ThreadId other = 0; other < clocks_.size(); ++other) {
      const std::uint64_t conflicting = store ? std::max(last[0][other], last[1][other]) : last[1][other];
      const bool neighbour = other / shape_.placement.waves != t / shape_.placement.waves;
      races_ += neighbour && conflicting > clocks_[t][other] ? 1 : 0;
    }
    last[store ? 1 : 0][t] = clocks_[t][t];
  }

  GhostZoneShape shape_;
  GhostZoneWorkload stencil_;
  std::vector<Clock> clocks_;  ///< by wavefront: what it knows of the others
  std::map<LocationId, Clock> met_;
  std::map<LocationId, std::array<Clock, 2>> lines_;
  std::size_t races_ = 0;
};

GhostZoneShape shapeOf(GhostBarriers barriers, std::uint32_t width) {
  GhostZoneShape shape;
  shape.barriers = barriers;
  shape.ghost = width;
  return shape;
}

TimedReport timed(TimedCode& code) {
  TimedOptions options;
  options.machine = "hrf0-fix";
  TimedReport report = runTimed(code, options);
  CHECK(report.unfinished == "");
  return report;
}

}  // namespace

TEST_CASE("Ghost zones: all global barriers bring more to the global memory") {
  const auto requests = [](GhostBarriers barriers) {
    GhostZoneWorkload workload(shapeOf(barriers, 4));
    return timed(workload).levels.back().requests;
  };
  CHECK(requests(GhostBarriers::AllGlobal) > requests(GhostBarriers::GroupAndGlobal));
}

TEST_CASE("Ghost zones: only Figure 4 as printed has groups that race") {
  for (const GhostBarriers barriers : kGhostBarriers) {
    // Narrower zones share lines with cells that others read.
    for (const std::uint32_t width : {kWordsOfLine, 2 * kWordsOfLine}) {
      CAPTURE(std::string(nameOf(barriers)));
      CAPTURE(width);
      RacesOfGroups stencil(shapeOf(barriers, width));
      timed(stencil);
      CHECK((stencil.races() > 0) == (barriers == GhostBarriers::AsPrinted));
    }
  }
}
