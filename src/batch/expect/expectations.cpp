#include "batch/expect/expectations.h"

#include "batch/expect/csv_expectations.h"
#include "batch/expect/log_expectations.h"

namespace hrfcheck::inline batch {

std::unique_ptr<Expectations> expectationsFrom(const std::string& path, const Corpus& corpus) {
  const SourcePtr source = readSource(path);
  return path.ends_with(".csv") ? csvExpectations(source) : logExpectations(source, corpus);
}

}  // namespace hrfcheck::inline batch
