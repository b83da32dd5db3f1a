#pragma once

#include "frontend/columns/ptx_async_table.h"
#include "frontend/columns/suffixes.h"
#include "frontend/shared/async_row.h"

namespace hrfcheck::frontend::ptx {

/// A constant operand in a range; `least`, after an error, for others.
/// @param what for messages: "a count of bytes"
Value numberBetween(Value least, Value most, const ResolvedRow& row, std::size_t operand,
                    std::string_view what);

/// The instructions of barrier objects (PTX ISA, `mbarrier`): what they mean, given what stands behind their
/// names.
class BarrierObjectRows {
 public:
  /// All must outlive this.
  BarrierObjectRows(const AsyncMnemonic& mnemonic, const ResolvedRow& row, SuffixReader& suffixes)
      : mnemonic_(mnemonic), in_(row), suffixes_(suffixes) {}

  RowMeaning init();
  RowMeaning arrive(bool drops, bool expects);
  /// @param sign 1: bytes that are expected, -1: that have come
  RowMeaning transactions(Value sign);
  /// The word is read; where the phase is complete it is read once more, which acquires: a wait that says no
  /// orders nothing.
  RowMeaning wait(bool parity);

 private:
  Value arrivals(std::size_t operand);
  Value bytes(std::size_t operand);
  /// `.{release,relaxed}`, `.{cta,cluster}`; "if no scope is specified, it defaults to .cta".
  Atomicity order(Order byDefault, std::string_view word);

  const AsyncMnemonic& mnemonic_;
  const ResolvedRow& in_;
  SuffixReader& suffixes_;
};

}  // namespace hrfcheck::frontend::ptx
