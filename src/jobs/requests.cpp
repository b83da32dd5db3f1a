#include "jobs/requests.h"

namespace hrfcheck::inline jobs {
namespace {

class Request final : public Job {
 public:
  Request(std::string text, const RequestCalls& calls) : text_(std::move(text)), calls_(calls) {}

  std::string request() override { return text_; }
  void hear(std::string_view message, bool /*late*/) override {
    replied_ = true;
    calls_.reply(text_, std::string(message));
  }
  void finished() override {}
  bool lost(const WorkerEnding& ending) override {
    if (!replied_) {
      calls_.lost(text_, ending.reason);
    }
    return false;
  }

 private:
  std::string text_;
  const RequestCalls& calls_;
  bool replied_ = false;
};

}  // namespace

void runRequests(const PoolLimits& limits, const RequestCalls& calls, const std::atomic<bool>& cancelled,
                 const std::function<std::string(const std::string&)>& work) {
  const auto next = [&]() -> std::unique_ptr<Job> {
    std::optional<std::string> text = calls.next();
    return text ? std::make_unique<Request>(std::move(*text), calls) : nullptr;
  };
  runJobs(limits, next, calls.tick, cancelled,
          [&](const std::string& request, const auto& say) { say(work(request)); });
}

}  // namespace hrfcheck::inline jobs
