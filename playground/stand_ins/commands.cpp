// In the place of cli/options/command_tables.cpp, cli/run_watch.cpp and certify: the commands that the page
// asks for, which nobody interrupts but who ends them altogether.

#include "cli/options/option_groups.h"
#include "cli/run_watch.h"

namespace hrfcheck::inline cli {

std::vector<std::unique_ptr<CommandOptions> (*)()> commandTables() {
  return {checkOptions,    explainOptions,  graphOptions,   repairOptions, narrowOptions,
          progressOptions, simulateOptions, convertOptions, modelsOptions};
}

struct RunWatch::State {
  std::atomic<bool> stop{false};
  Activity activity;
};

RunWatch::RunWatch(const RunWatchOptions&) : state_(std::make_unique<State>()) {}

RunWatch::~RunWatch() = default;

const std::atomic<bool>& RunWatch::stop() const {
  return state_->stop;
}

bool RunWatch::interrupted() const {
  return false;
}

std::string RunWatch::whyStopped() const {
  return "";
}

std::string RunWatch::reason(const std::string& given) const {
  return given;
}

Activity* RunWatch::activity() {
  return &state_->activity;
}

void RunWatch::onStuck(std::function<ExitStatus(const std::string&)>) {}

RunWatch::Work::Work(RunWatch& watch, std::string) : watch_(watch) {
  watch_.state_->activity.begin("", "");
}

RunWatch::Work::~Work() = default;

}  // namespace hrfcheck::inline cli
