#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cat/model/model.h"
#include "program/structure/event_structure.h"

namespace hrfcheck {

enum class LeavingOutRule : std::uint8_t;  // cat/licence/rules.h
enum class Licence : std::uint8_t;         // cat/licence/licences.h

}  // namespace hrfcheck

namespace hrfcheck::inline engine {

/// Why a loop is looked at with few iterations, or a read with few values: by a rule, and by what licenses
/// it.
struct Reason {
  LeavingOutRule rule;
  std::optional<Licence> licence;  ///< the property of the model; nothing where its requirements say it
  InstructionRef where;            ///< the head of the loop, or the read
  bool declared = false;           ///< the model's file says that it has the property, and nothing shows it

  friend bool operator==(const Reason&, const Reason&) = default;
};

/// A loop that only waits, and whose iterations are nevertheless looked at up to the bound.
struct BoundedLoop {
  InstructionRef head;
  std::string why;  ///< what is missing

  friend bool operator==(const BoundedLoop&, const BoundedLoop&) = default;
};

/// A test as it is asked about under one model: the iterations and the values of this structure show
/// everything that there is under that model, for these reasons. It is all that an engine takes, so that no
/// engine is asked about a structure that was made for another model. Made by check/prepare.
class PreparedTest {
 public:
  const Model& model() const { return *model_; }
  const EventStructure& structure() const { return *structure_; }
  const std::shared_ptr<const EventStructure>& structurePtr() const { return structure_; }
  const Program& program() const { return structure_->program(); }
  const std::vector<Reason>& reasons() const { return reasons_; }
  const std::vector<BoundedLoop>& bounded() const { return bounded_; }
  /// Nothing is left out but what is beyond the bound of loops, whatever the model.
  bool plain() const { return plain_; }

 private:
  friend class PreparedTestMaker;

  PreparedTest(std::shared_ptr<const EventStructure> structure, const Model& model,
               std::vector<Reason> reasons, std::vector<BoundedLoop> bounded, bool plain)
      : structure_(std::move(structure)),
        model_(&model),
        reasons_(std::move(reasons)),
        bounded_(std::move(bounded)),
        plain_(plain) {}

  std::shared_ptr<const EventStructure> structure_;
  const Model* model_;
  std::vector<Reason> reasons_;
  std::vector<BoundedLoop> bounded_;
  bool plain_;
};

}  // namespace hrfcheck::inline engine
