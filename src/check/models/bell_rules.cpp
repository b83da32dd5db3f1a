#include "check/models/bell_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "program/flow/outside_models.h"
#include "util/characters.h"

namespace hrfcheck::inline check {
namespace {

constexpr std::string_view kScopes = "scopes";
constexpr std::string_view kLevels = "levels";
constexpr std::string_view kRegions = "regions";

/// What bell files call the instruction; empty where it cannot have annotations.
std::string_view kindOf(const Operation& operation) {
  return std::visit(
      Overloaded{[](const LoadOp&) { return std::string_view("R"); },
                 [](const StoreOp&) { return std::string_view("W"); },
                 [](const RmwOperation&) { return std::string_view("RMW"); },
                 [](const FenceOp&) { return std::string_view("F"); },
                 []<OneOf<BranchOp, JumpOp> Op>(const Op&) { return std::string_view("B"); },
                 []<OneOf<BarrierOp, AssignOp, ExitOp, NopOp> Op>(const Op&) { return std::string_view(); },
                 OutsideModels<std::string_view>{}},
      operation);
}

std::vector<std::string> annotationsOf(const Instruction& instruction) {
  std::vector<std::string> result;
  for (const std::string& mark : instruction.marks) {
    if (mark.starts_with("'")) {
      result.push_back(mark.substr(1));
    }
  }
  return result;
}

/// The n-th annotation as written, behind the bracket.
Place placeOfAnnotation(const Instruction& instruction, std::size_t n) {
  const Place& place = instruction.place;
  const std::string& text = place.source->text();
  const auto isPart = [](char c) { return isWordPart(c) || c == '-'; };
  std::uint32_t at = static_cast<std::uint32_t>(text.find('[', place.span.begin)) + 1;
  for (std::uint32_t end = at; end < place.span.end; at = end) {
    at = static_cast<std::uint32_t>(std::find_if(text.begin() + at, text.end(), isPart) - text.begin());
    end = static_cast<std::uint32_t>(std::find_if_not(text.begin() + at, text.end(), isPart) - text.begin());
    if (n-- == 0) {
      return {place.source, {at, end}};
    }
  }
  return place;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

class BellCheck {
 public:
  BellCheck(const Model& model, const Program& program)
      : model_(model), bell_(*model.bell), program_(program) {}

  std::vector<Diagnostic> run() {
    for (const Thread& thread : program_.threads) {
      for (const Instruction& instruction : thread.instructions) {
        annotations(instruction);
      }
    }
    hierarchy();
    regions();
    askedScopes();
    return std::move(mistakes_);
  }

 private:
  void mistake(const Place& place, std::string message, std::string hint = "") {
    mistakes_.push_back({Severity::Error, place, std::move(message), std::move(hint)});
  }

  const std::vector<std::string>* tagsOf(std::string_view enumeration) const {
    const auto found = bell_.enumerations.find(std::string(enumeration));
    return found == bell_.enumerations.end() ? nullptr : &found->second;
  }

  void annotations(const Instruction& instruction) {
    const std::vector<std::string> given = annotationsOf(instruction);
    if (given.empty()) {
      return;
    }
    const std::string_view kind = kindOf(instruction.operation);
    // How far the annotations are right, at best.
    std::size_t right = 0;
    const Bell::Instructions* best = nullptr;
    for (const Bell::Instructions& declared : bell_.instructions) {
      if (declared.kind != kind) {
        continue;
      }
      std::size_t same = 0;
      while (same < std::min(given.size(), declared.annotations.size()) &&
             contains(declared.annotations[same], given[same])) {
        ++same;
      }
      if (same == given.size() && same == declared.annotations.size()) {
        return;
      }
      if (best == nullptr || same > right) {
        best = &declared;
        right = same;
      }
    }
    refuse(instruction, given, kind, best, right);
  }

  void refuse(const Instruction& instruction, const std::vector<std::string>& given, std::string_view kind,
              const Bell::Instructions* best, std::size_t right) {
    if (best == nullptr) {
      mistake(placeOfAnnotation(instruction, 0),
              fmt::format("the bell file declares no annotations of {}", kind));
    } else if (right < given.size() && right < best->annotations.size()) {
      mistake(placeOfAnnotation(instruction, right),
              fmt::format("the bell file does not allow the annotation '{}' of {} here", given[right], kind),
              fmt::format("possible: {}", fmt::join(best->annotations[right], ", ")));
    } else {
      mistake(placeOfAnnotation(instruction, given.size() - 1),
              fmt::format("the bell file declares {} annotation{} of {}, and here are {}",
                          best->annotations.size(), best->annotations.size() == 1 ? "" : "s", kind,
                          given.size()));
    }
  }

  /// The levels of the tree are scopes, each directly inside of the next one.
  void hierarchy() {
    const std::vector<std::string>* scopes = tagsOf(kScopes);
    if (!program_.scopesPlace.known() || scopes == nullptr) {
      return;
    }
    const std::vector<std::string>& levels = program_.scopes.levels();
    for (std::size_t l = 1; l < levels.size(); ++l) {
      if (!contains(*scopes, levels[l])) {
        mistake(program_.scopesPlace, fmt::format("'{}' is not a scope of the bell file", levels[l]),
                fmt::format("scopes: {}", fmt::join(*scopes, ", ")));
        return;
      }
    }
    for (std::size_t l = 2; l < levels.size() && !bell_.narrower.empty(); ++l) {
      const auto inside = bell_.narrower.find(levels[l]);
      if (inside == bell_.narrower.end() || !contains(inside->second, levels[l - 1])) {
        mistake(program_.scopesPlace,
                fmt::format("'{}' cannot be directly inside of '{}'", levels[l - 1], levels[l]),
                "the function 'narrower' of the bell file says what can");
      }
    }
  }

  void regions() {
    const std::vector<std::string>* known = tagsOf(kRegions);
    for (const MemoryLocation& location : program_.locations) {
      for (const std::string& region : location.regions) {
        if (known == nullptr || !contains(*known, region)) {
          mistake({program_.source, {}},
                  fmt::format("location '{}' is in '{}', which is not a region of the bell file",
                              location.name, region));
        }
      }
    }
  }

  /// herd refuses tests without the scopes that a model asks about; an empty relation would answer wrongly.
  void askedScopes() {
    asked(kScopes, "same-", program_.scopes.levels(), "tag2scope");
    asked(kLevels, "level-",
          program_.memoryLevels ? program_.memoryLevels->levels() : std::vector<std::string>{}, "tag2level");
  }

  void asked(std::string_view enumeration, const std::string& prefix, const std::vector<std::string>& levels,
             const char* function) {
    const std::vector<std::string>* tags = tagsOf(enumeration);
    for (const CatNode& node : model_.nodes) {
      const auto* base = std::get_if<BaseNode>(&node.node);
      if (tags == nullptr || base == nullptr || !base->name.starts_with(prefix)) {
        continue;
      }
      const std::string level = base->name.substr(prefix.size());
      if (contains(*tags, level) && !contains(levels, level)) {
        mistake(node.place, fmt::format("test '{}' has no '{}' in '{}:'", program_.name, level, enumeration),
                fmt::format("{} needs the tree to name it", function));
      }
    }
  }

  const Model& model_;
  const Bell& bell_;
  const Program& program_;
  std::vector<Diagnostic> mistakes_;
};

}  // namespace

std::vector<Diagnostic> bellMistakes(const Model& model, const Program& program) {
  return model.bell ? BellCheck(model, program).run() : std::vector<Diagnostic>{};
}

bool hasAnnotations(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions,
                               [](const Instruction& i) { return !annotationsOf(i).empty(); });
  });
}

}  // namespace hrfcheck::inline check
