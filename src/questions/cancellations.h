#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace hrfcheck::inline questions {

/// The questions that can be cancelled, by the names that those who asked have given them.
class Cancellations {
 public:
  /// One question, as long as it is open.
  class Entry {
   public:
    Entry(Cancellations& all, std::multimap<std::string, std::shared_ptr<std::atomic<bool>>>::iterator place)
        : all_(all), place_(place), flag_(place->second) {}
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    const std::atomic<bool>& flag() const { return *flag_; }

   private:
    Cancellations& all_;
    std::multimap<std::string, std::shared_ptr<std::atomic<bool>>>::iterator place_;
    std::shared_ptr<std::atomic<bool>> flag_;
  };

  /// @param id may be empty: then it is cancelled with all others only
  std::unique_ptr<Entry> open(const std::string& id);
  /// @returns how many there were of that name
  std::size_t cancel(const std::string& id);
  /// All of them, and those that are opened later.
  void cancelAll();

 private:
  std::mutex mutex_;
  std::multimap<std::string, std::shared_ptr<std::atomic<bool>>> flags_;
  bool over_ = false;
};

}  // namespace hrfcheck::inline questions
