#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/convert/facts.h"
#include "frontend/convert/scope_map.h"

namespace hrfcheck::frontend {

/// One instruction of the converted test.
struct Piece {
  Operation operation;
  std::vector<std::string> marks = {};
};

/// Says a neutral operation in one dialect. Levels of operations are those of the test's own dialect until
/// `scoped` gives them the other's.
class TargetWords {
 public:
  /// All must outlive this.
  TargetWords(const ConversionFacts& facts, const ScopeMap& scopes, const Dialect& from, const Dialect& to)
      : facts_(facts), scopes_(scopes), from_(from), to_(to) {}
  virtual ~TargetWords() = default;
  TargetWords(const TargetWords&) = delete;
  TargetWords& operator=(const TargetWords&) = delete;

  /// @throws UnsayableHere
  std::vector<Piece> pieces(ThreadId thread, const Operation& operation);
  /// What the reader of the result should know, a sentence each.
  virtual std::vector<std::string> notes() const { return {}; }
  /// Whether comparisons are values, and there is a selection.
  virtual bool comparesValues() const { return false; }
  /// What stands for a limit of visibility, `x=0 @wg`. @throws UserError
  virtual std::optional<std::uint32_t> observableLevel(const MemoryLocation& location) const;

 protected:
  virtual std::vector<Piece> load(const LoadOp& o) = 0;
  virtual std::vector<Piece> store(const StoreOp& o) = 0;
  virtual std::vector<Piece> rmw(const RmwOperation& o) = 0;
  virtual std::vector<Piece> fence(const FenceOp& o) = 0;
  virtual std::vector<Piece> barrier(const BarrierOp& o) = 0;

  std::uint32_t scoped(std::uint32_t level) const;
  Atomicity scoped(Atomicity atomicity) const;
  void refuseRemote(const Atomicity& atomicity) const;
  void refuseConsume(const Atomicity& atomicity) const;
  void refuseOtherFailure(const RmwOperation& o) const;
  void refuseOneSpace(const FenceSpaces& spaces) const;
  void refuseRegisters(const BarrierOp& o) const;
  void refuseOtherEnds(const BarrierOp& o) const;
  /// Barriers of this target meet whoever names them: without a count, all threads of the instance must.
  BarrierOp amongNamed(const BarrierOp& o) const;
  /// Barriers of this target meet all threads of the instance, and have a number.
  BarrierOp amongAll(const BarrierOp& o) const;
  [[noreturn]] void refuseHere(const std::string& reason, const std::string& hint = "") const;

  const ConversionFacts& facts() const { return facts_; }
  const Dialect& from() const { return from_; }
  const Dialect& to() const { return to_; }
  const ScopeMap& scopes() const { return scopes_; }
  ThreadId thread() const { return thread_; }

 private:
  const ConversionFacts& facts_;
  const ScopeMap& scopes_;
  const Dialect& from_;
  const Dialect& to_;
  ThreadId thread_ = 0;
};

// One class for each dialect.
using MakeTargetWords = std::unique_ptr<TargetWords> (*)(const ConversionFacts&, const ScopeMap&,
                                                         const Dialect& from, const Dialect& to);
std::unique_ptr<TargetWords> hsaWords(const ConversionFacts&, const ScopeMap&, const Dialect&,
                                      const Dialect&);
std::unique_ptr<TargetWords> openClWords(const ConversionFacts&, const ScopeMap&, const Dialect&,
                                         const Dialect&);
std::unique_ptr<TargetWords> ptxWords(const ConversionFacts&, const ScopeMap&, const Dialect&,
                                      const Dialect&);
std::unique_ptr<TargetWords> vulkanWords(const ConversionFacts&, const ScopeMap&, const Dialect&,
                                         const Dialect&);
std::unique_ptr<TargetWords> amdgpuWords(const ConversionFacts&, const ScopeMap&, const Dialect&,
                                         const Dialect&);

}  // namespace hrfcheck::frontend
