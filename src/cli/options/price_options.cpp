#include <algorithm>
#include <charconv>

#include "batch/price/published_programs.h"
#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "machine/workloads/needleman_wunsch.h"

namespace hrfcheck::inline cli {
namespace {

std::string priceHelp() {
  return helpFooter(
      {{"hrfcheck price stealing --plot stealing.svg",
        "work stealing with and without scopes, stealing and remote operations, on rsp-lit and rsp-fix"},
       {"hrfcheck price programs --program SSSP-1", "one of the paper's programs, by its structure and size"},
       {"hrfcheck price stealing --measure l2-requests --plot l2.svg", "the same, with the L2 traffic drawn"},
       {"hrfcheck price imbalance --vertices 131072",
        "the scenarios by how unevenly the work is distributed"},
       {"hrfcheck price ghost-zone", "a stencil with group and global barriers, on hrf0 and hrf0-fix"},
       {"hrfcheck price needleman-wunsch",
        "an alignment with lock bits, atomic locks, or barriers by diagonal"}},
      "0 success; 2 input error; 3 the time limit or an interrupt left rows out.");
}

constexpr unsigned kMostPoints = 1984;  // the largest grid of Li et al. 2015, Table 3

std::string isPlot(const std::string& path) {
  return path.ends_with(".svg") ? "" : path + " does not end in .svg";
}

std::string isGrid(const std::string& points) {
  unsigned value = 0;
  const auto read = std::from_chars(points.data(), points.data() + points.size(), value);
  const bool number = read.ec == std::errc() && read.ptr == points.data() + points.size();
  return number && value > 0 && value <= kMostPoints && value % kSubGridPoints == 0
             ? ""
             : points + " is not a multiple of 31 up to 1984";
}

/// Of the enumeration whose names are the words.
template <typename Enum>
auto placeInto(Enum& into) {
  return [&into](std::size_t place) { into = static_cast<Enum>(place); };
}

class PriceOptionTable final : public ArgumentTable<PriceArguments> {
 public:
  PriceOptionTable() : ArgumentTable(runPrice) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* price = app.add_subcommand(
        "price", "Run a paper's evaluation on timed hardware models, and report what synchronization costs");
    addWord(
        *price, "FIGURE",
        "Which evaluation to run (docs/price.md): stealing, programs, load-balance, queue-length, imbalance, compute-units, ghost-zone, warp-chain or needleman-wunsch",
        priceFigureNames(), placeInto(parsed_.options.figure))
        ->required()
        ->option_text(" ");
    addValue(
        *price, "--machine", parsed_.machines,
        "A hardware model (a name, or a file that describes one), optionally with rules disabled or enabled; may be repeated; the plot shows the first (default: rsp-lit and rsp-fix; for ghost-zone hrf0 and hrf0-fix, for warp-chain and needleman-wunsch qr-fix)",
        "NAME|FILE")
        ->allow_extra_args(false);
    addInput(*price);
    addReport(*price);
    price->footer(priceHelp());
    return price;
  }

 private:
  void addInput(CLI::App& app) {
    GraphShape& graph = parsed_.options.graph;
    Placement& placement = parsed_.options.placement;
    addValue(app, "--vertices", graph.vertices,
             "Vertices of the graph (default 65536: 32 tasks in each of eight queues)", "N")
        ->check(CLI::Range(64, 16'777'216));
    addValue(app, "--imbalance", graph.imbalance,
             "Percentage of vertices sorted by degree, so that queues differ (default 50)", "PERCENT")
        ->check(CLI::Range(0, 100));
    addValue(app, "--compute-units", placement.groups,
             "Compute units, each with a work-group and a queue (default 8)", "N")
        ->check(CLI::Range(1, 256));
    addValue(app, "--wavefronts", placement.waves, "Wavefronts of a work-group (default 4)", "N")
        ->check(CLI::Range(1, 40));
    addWord(
        app, "--caches",
        "For work stealing: write-through (default; dirty lines move on by themselves) or write-back (only when flushed, or when there is no room left)",
        cacheWritesNames(), placeInto(parsed_.options.writes));
    addChoices(app, "--program", parsed_.options.programs,
               "For programs and load-balance: run only this program; may be repeated (default: all ten)",
               publishedProgramNames());
    addValue(
        app, "--grid", parsed_.options.grids,
        "Points per side of the needleman-wunsch grid, a multiple of 31; may be repeated (default: 31, 62, 124, 248, 496 and 992)",
        "POINTS")
        ->allow_extra_args(false)
        ->check(isGrid);
    addValue(app, "--seed", graph.seed, "The seed of the graph and of the run (default 1)", "S");
    addText(app, "--latency", parsed_.latencies,
            "Latencies and sizes of caches (default: hrfcheck simulate --latency-table prints them)", "FILE");
  }

  void addReport(CLI::App& app) {
    addWord(app, "--measure",
            "What the plot and the means show: speed-up (default), l1-misses or l2-requests",
            priceMeasureNames(), placeInto(parsed_.options.measure))
        ->group("");  // hidden: one figure of a paper is drawn so (docs/price.md)
    addText(app, "--plot", parsed_.plot, "Draw the figure", "FILE.svg")->check(isPlot);
    addFormat(app, parsed_.report.format);
    addText(app, "-o,--output", parsed_.report.output, "Write the report to this file", "FILE");
    addValue(app, "--timeout", parsed_.timeout, "Time limit for all runs (default: no limit)", "SECONDS")
        ->check(isSeconds);
    addValue(app, "--memory", parsed_.mostMemory, "Memory limit, in MiB (default 4096)", "MIB")
        ->check(isPositive);
  }
};

}  // namespace

std::unique_ptr<CommandOptions> priceOptions() {
  return std::make_unique<PriceOptionTable>();
}

}  // namespace hrfcheck::inline cli
