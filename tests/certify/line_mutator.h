#pragma once

#include <string>
#include <utility>
#include <vector>

#include "util/random.h"
#include "verify/certificate.h"

namespace hrfcheck::test {

/// A certificate with one line changed, and digests that fit.
struct Mutant {
  std::size_t of = 0;  ///< index of the certificate
  Files files;
  std::string file;  ///< whose line was changed
  std::string how;   ///< the line before and after
};

/// Changes certificates line by line: a line is dropped, doubled, exchanged with another one, taken from
/// another certificate, or a word in it is changed.
class LineMutator {
 public:
  LineMutator(std::vector<Files> certificates, std::uint64_t seed);

  Mutant next();

 private:
  using Lines = std::vector<std::string>;

  const std::string& chosenFile(std::size_t of);
  void change(Lines& lines, std::size_t of, const std::string& file);
  std::string changedLine(const std::string& line, const Lines& others);
  std::string changedNumber(const std::string& word);
  const Lines& sameKindElsewhere(std::size_t of, const std::string& file);

  std::vector<Files> certificates_;
  std::vector<std::vector<std::string>> names_;
  Random random_;
};

}  // namespace hrfcheck::test
