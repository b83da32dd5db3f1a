#include "cat/elaborate/mistakes.h"

namespace hrfcheck::cat {

void Mistakes::add(Kind kind, const Place& place, const std::string& message, const std::string& hint) {
  const std::string file = place.known() ? place.source->name() : "";
  if (!seen_.emplace(file, place.span.begin, message).second) return;
  all_.push_back({Severity::Error, place, message, hint});
  if (kind == Kind::Other) ++others_;
}

void Mistakes::absorb(const Mistakes& other) {
  const Kind kind = other.onlyUnknownNames() ? Kind::UnknownName : Kind::Other;
  for (const Diagnostic& d : other.all_) add(kind, d.place, d.message, d.hint);
}

}  // namespace hrfcheck::cat
