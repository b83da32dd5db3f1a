#include "cli/commands/commands.h"
#include "cli/machine_words.h"
#include "cli/output/output.h"
#include "cli/run_watch.h"
#include "util/read_source.h"

namespace hrfcheck::inline cli {
namespace {

std::vector<std::string> machinesOf(const PriceArguments& arguments) {
  if (!arguments.machines.empty()) {
    return arguments.machines;
  }
  switch (arguments.options.figure) {
    case PriceFigure::GhostZone:
      return {"hrf0", "hrf0-fix"};
    case PriceFigure::WarpChain:
    case PriceFigure::NeedlemanWunsch:
      return {"qr-fix"};
    default:
      return {"rsp-lit", "rsp-fix"};
  }
}

PriceTable tableOf(const PriceArguments& arguments) {
  RunWatch watch({ProgressMode::Auto, arguments.mostMemory});
  PriceOptions options = arguments.options;
  for (const std::string& machine : machinesOf(arguments)) {
    options.machines.push_back(withSwitches(machine, {}));
  }
  if (arguments.latencies) {
    options.table = LatencyTable::read(readSource(*arguments.latencies, {}));
  }
  options.deadline = Deadline::after(arguments.timeout, &watch.stop());
  options.activity = watch.activity();
  const RunWatch::Work work(watch, "price");
  PriceTable table = priceFigure(options);
  table.incomplete = table.incomplete.empty() ? "" : watch.reason(table.incomplete);
  return table;
}

}  // namespace

ExitStatus runPrice(const PriceArguments& arguments) {
  std::vector<std::string> inputs;
  if (arguments.latencies) {
    inputs.push_back(*arguments.latencies);
  }
  requireOtherFiles({{"-o", arguments.report.output}, {"--plot", arguments.plot}}, inputs);
  const PriceTable table = tableOf(arguments);
  Output output(arguments.report.output);
  if (arguments.report.format == Format::Json) {
    output.write(priceJson(table));
  } else {
    output.writeText(priceText(table));
  }
  output.commit();
  if (arguments.plot) {
    Output picture(*arguments.plot);
    picture.write(chartSvg(table.chart));
    picture.commit();
  }
  return table.incomplete.empty() ? ExitStatus::Done : ExitStatus::Undecided;
}

}  // namespace hrfcheck::inline cli
