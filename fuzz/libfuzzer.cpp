// What libFuzzer calls. HRFCHECK_FUZZ_TARGET names the function that gives the target.
#include <cstddef>
#include <cstdint>

#include "target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The bytes are copied: reading behind the end of the text is then reading behind the end of an allocation.
  hrfcheck::fuzz::feed(hrfcheck::fuzz::HRFCHECK_FUZZ_TARGET(),
                       std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
