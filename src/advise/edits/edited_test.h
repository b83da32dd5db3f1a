#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "advise/edits/edit_variable.h"
#include "advise/edits/insertions.h"
#include "frontend/edit/spelling.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline advise {

/// How the text of a test becomes a program that models are asked about; what a compiler makes of it is not
/// in the source yet. It throws UserError and OutOfTime.
using TestReader = std::function<std::shared_ptr<const Program>(const SourcePtr&)>;

/// A test with all that may be edited in it: a program for each assignment of its sites, and its text.
class EditedTest {
 public:
  /// @param written as its source says, by `read`
  /// @throws OutOfTime when the deadline expires first
  EditedTest(std::shared_ptr<const Program> written, TestReader read, const EditKinds& kinds,
             const Costs& costs, Purpose purpose, const Deadline& deadline = {});

  const std::vector<EditVariable>& sites() const { return sites_; }
  const std::shared_ptr<const Program>& written() const { return written_; }
  Assignment asWritten() const { return Assignment(sites_.size(), 0); }

  /// The program with every fence and barrier that may be inserted: where threads, instructions and registers
  /// are the same for all assignments. Those that are not there are instructions that do nothing.
  std::shared_ptr<const Program> programOf(const Assignment& assignment) const;
  /// The same, but fences and barriers that are not there stay, with some annotation.
  std::shared_ptr<const Program> withEveryFence(const Assignment& assignment) const;

  /// Some of the threads, with some of the sites, which must be of these threads; the others do nothing. It
  /// has no text, and no condition but the filter.
  EditedTest onlyThreads(const std::vector<ThreadId>& threads, const std::vector<std::size_t>& sites,
                         const ConditionPtr& filter) const;

  /// The text of the test's file; nothing where it is not known how to write it.
  std::optional<std::string> textOf(const Assignment& assignment) const;
  /// What a reader makes of that text.
  /// @throws UserError
  std::shared_ptr<const Program> readAgain(const std::string& text) const;

 private:
  void insertAll(const EditKinds& kinds);
  bool inserted(const EditKinds& kinds, bool scopedFences);
  std::vector<bool> insertedInto(ThreadId thread) const;
  void findSites(const EditKinds& kinds, const Costs& costs, Purpose purpose, const Deadline& deadline);
  void takeOut(const std::vector<InstructionRef>& instructions);
  void addSite(EditVariable site, const EditKinds& kinds, const Costs& costs, Purpose purpose);
  void addVariants(EditVariable& site, const EditKinds& kinds, const Costs& costs, Purpose purpose) const;
  void addBarrierVariants(EditVariable& site, const Costs& costs) const;
  void addNewBarrierVariants(EditVariable& site, const Costs& costs) const;
  void addProxyFenceVariants(EditVariable& site, const Costs& costs) const;
  bool canBeWritten(const EditVariable& site, const Variant& variant) const;
  std::optional<std::vector<TextChange>> changesOf(std::size_t site, std::uint32_t variant) const;

  std::shared_ptr<const Program> written_;
  TestReader read_;
  std::shared_ptr<const Program> full_;
  std::vector<Insertion> insertions_;
  std::vector<EditVariable> sites_;
  std::vector<std::size_t> insertionOf_;  ///< by site, of what is inserted: index into insertions_
  std::vector<std::uint32_t> levels_;     ///< the scopes that edits name
};

}  // namespace hrfcheck::inline advise
