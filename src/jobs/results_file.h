#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "jobs/complete_file.h"
#include "jobs/line_store.h"

namespace hrfcheck::inline jobs {

/// What a line between the first and the last is about: it has its place by this.
using LineKey = std::pair<std::uint64_t, std::uint64_t>;

/// What a line of a file that a run goes on with says.
struct ReadLine {
  enum class Kind { Result, CrossedOut, Stopped };
  Kind kind = Kind::Result;
  LineKey key = {};
};

/// Who reads a file that a run goes on with. Both throw UserError.
struct ResumeCalls {
  /// Does the first line fit the run?
  /// @param rest the lines behind it, for whoever refuses the file
  std::function<void(const std::string& line, LineReader& rest)> header;
  std::function<ReadLine(const std::string& line, const std::string& place)> line;
};

/// A results file: a header line, a line for each result as it comes, and a last line that says it is
/// complete. Lines go out at once and whole, so that a file of a run that was killed is valid up to its last
/// line, which may be torn. After a write that failed (a full disk) the file can be resumed, too. When the
/// run is complete the lines are put in order.
class ResultsFile {
 public:
  /// Starts a new file, replacing one that is there.
  /// @param path nothing: the lines are kept for this run only
  /// @param header a line, ended
  /// @throws UserError when it cannot be written, or another run is writing it
  static ResultsFile create(const std::optional<std::string>& path, const ResultsKind& kind,
                            const std::string& header);
  /// Goes on with the file of a run that did not end. A torn last line is cut off.
  /// @throws UserError when it cannot be written, another run is writing it, or it has lines that no run
  /// writes
  static ResultsFile resume(const std::string& path, const ResultsKind& kind, const std::string& header,
                            const ResumeCalls& calls);

  /// @param line ended
  /// @throws UserError when it cannot be written (a full disk)
  void add(const LineKey& key, const std::string& line);
  /// Takes out a line, which another one says.
  /// @pre there is one of this key
  void crossOut(const LineKey& key, const std::string& line);
  /// Puts the lines in order and adds the last one. Without this the file can be resumed.
  void complete();
  /// Adds a line that says how far the run came. The file can be resumed.
  void stop(const std::string& line);

  std::size_t size() const { return index_.size(); }
  bool ended() const { return ended_; }  ///< complete, or stopped
  /// The lines so far whose keys are in [from, to), in order, each with its end.
  void visit(const LineKey& from, const LineKey& to,
             const std::function<void(const std::string&)>& visitor) const;

 private:
  struct Extent {
    std::uint64_t offset;
    std::size_t length;  ///< with the line's end
  };

  ResultsFile(LineStore store, std::string path, const ResultsKind& kind, const std::string& header)
      : store_(std::move(store)), path_(std::move(path)), kind_(kind), header_(header) {}
  void begin();
  void load(const ResumeCalls& calls);
  void take(const std::string& line, const LineReader& reader, const ResumeCalls& calls);
  std::uint64_t append(const std::string& line);
  void putInOrder();

  LineStore store_;
  std::string path_;  ///< empty for a store without a name
  ResultsKind kind_;
  std::string header_;
  std::map<LineKey, Extent> index_;
  /// Where it begins, in a resumed file that was complete or whose run said how far it came.
  std::optional<std::uint64_t> lastLine_;
  bool ended_ = false;
};

}  // namespace hrfcheck::inline jobs
