#include "suite/suite_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "batch/output_files.h"
#include "suite/mutants.h"
#include "suite/suite_description.h"
#include "suite/suite_results.h"
#include "util/diagnostic.h"

// Files are read line by line: how many shards and pieces a header speaks of is no measure of what is held.
// Every file is checked to its end before anything is written.

namespace hrfcheck::inline suite {
namespace {

using PieceVisitor = std::function<void(const SuitePieceLine&)>;

/// The pieces of one complete file.
class SuiteShardReader {
 public:
  explicit SuiteShardReader(const std::string& path)
      : lines_(path, kSuiteResults), header_(parseSuiteHeader(lines_.header(), path)) {}

  const SuiteHeader& header() const { return header_; }

  /// @returns how many pieces there are
  std::uint64_t visit(const PieceVisitor& visitor) {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> last;
    for (std::string line; lines_.next(line); ++count) {
      const SuitePieceLine piece = parseSuitePiece(line, header_, lines_.place());
      if (last && piece.piece <= *last) {
        throw UserError(fmt::format("{}: the pieces are not in order", lines_.place()));
      }
      last = piece.piece;
      visitor(piece);
    }
    return count;
  }

 private:
  CompleteFile lines_;
  SuiteHeader header_;
};

/// A shard ends before its last piece only when all of its mutants are caught.
void requireAllPieces(const std::string& path, const SuiteHeader& header, std::uint64_t pieces,
                      const SuiteOptions& options, const SuiteTally& tally) {
  const auto caught = [](const SuiteMutant& mutant) { return mutant.killer.has_value(); };
  if (pieces != piecesOf(header) &&
      !(options.mutants && std::ranges::all_of(mutantsOf(options, tally), caught))) {
    throw UserError(fmt::format("{} has {} pieces of {}", path, pieces, piecesOf(header)));
  }
}

SuiteTally tallyOf(const std::vector<std::string>& paths, const SuiteOptions& options) {
  SuiteTally whole;
  for (const std::string& path : paths) {
    SuiteShardReader reader(path);
    SuiteTally tally;
    const std::uint64_t pieces = reader.visit([&](const SuitePieceLine& line) { tally.add(line.tally); });
    requireAllPieces(path, reader.header(), pieces, options, tally);
    whole.add(tally);
  }
  return whole;
}

void writeWhole(const std::vector<std::string>& paths, const std::string& results,
                const SuiteHeader& header) {
  std::map<std::uint64_t, SuiteTally> none;
  ResultsFile file = openSuiteResults(results, header, false, none);
  for (const std::string& path : paths) {
    SuiteShardReader(path).visit([&](const SuitePieceLine& line) { addPiece(file, line.piece, line.tally); });
  }
  file.complete();
}

}  // namespace

MergedSuite mergeSuites(const std::vector<std::string>& paths, const std::optional<std::string>& results) {
  if (results) {
    refuseOverwriting({{"--results", *results}}, paths);
  }
  const auto header =
      wholeHeader<SuiteHeader>(paths, kSuiteResults, parseSuiteHeader,
                               [](const std::string&, const SuiteHeader& theirs, const SuiteHeader& whole) {
                                 return difference(theirs, whole);
                               });
  MergedSuite merged;
  merged.options = suiteOptionsFrom(header, paths.front());
  merged.result.tally = tallyOf(paths, merged.options);
  merged.result.mutants = mutantsOf(merged.options, merged.result.tally);
  if (results) {
    writeWhole(paths, *results, header);
  }
  return merged;
}

}  // namespace hrfcheck::inline suite
