#include "cat/elaborate/prelude.h"

#include "cat/syntax/parser.h"
#include "util/invariant.h"

namespace hrfcheck::cat {
namespace {

constexpr const char* kPrelude = R"cat("prelude"
(* Both peers *)
let ext = unv \ int
let fr = rf^-1 ; co
(* Who departs without a thread that has come has found it ended *)
let ended = unawaited \ (int ; syncbar)
let rfe = rf & ext
let rfi = rf & int
let coe = co & ext
let coi = co & int
let fre = fr & ext
let fri = fr & int
let po-loc = po & loc
let toid(S) = [S]
let fencerel(S) = (po & (_ * S)) ; po
(* An RMW is two events, so the tag is a matter of rmw *)
let RMW = domain(rmw) | range(rmw)
let FW = W \ domain(co)
(* herd *)
let I = IW
let emptyset = 0
let ca = fr | co
let sm = [M]
let co0 = loc & ((IW * (W \ IW)) | ((W \ FW) * FW))
let ctrlcfence(S) = (ctrl & (_ * S)) ; po
let imply(A, B) = ~A | B
let nodetour(r, s, t) = r \ (s ; t)
let singlestep(r) = nodetour(r, r, r)
procedure subseteq(a, b) =
  empty a \ b
end
procedure inclusion(a, b) =
  empty a \ b
end
procedure total(r, S) =
  empty (S * S) \ (r | r^-1)
end
(* Dartagnan *)
let sr = covers & covers^-1
let vloc = loc & same-reference
let scta = same-cta
let scluster = same-cluster
let ssg = same-sg
let swg = same-wg
let sqf = same-qf
let sdv = same-dev | same-dv
let lxsx = 0
let allocptr = 0
let allocmem = 0
)cat";

// In herd, A is what X86 locks; here it is the atomics.
constexpr const char* kFilters = R"cat("filters"
let P = M \ A
let WW(r) = r & (W * W)
let WR(r) = r & (W * R)
let RW(r) = r & (R * W)
let RR(r) = r & (R * R)
let RM(r) = r & (R * M)
let MR(r) = r & (M * R)
let WM(r) = r & (W * M)
let MW(r) = r & (M * W)
let MM(r) = r & (M * M)
let AA(r) = r & (A * A)
let AP(r) = r & (A * P)
let PA(r) = r & (P * A)
let PP(r) = r & (P * P)
let AM(r) = r & (A * M)
let MA(r) = r & (M * A)
let noid(r) = r \ id
let invrf = rf^-1
let atom = [A]
)cat";

// Gives back the meaning of names that the model may have redefined before.
constexpr const char* kCoherence = R"cat("cos"
let co = co
let fr = fr
let rfe = rfe
let rfi = rfi
let coe = coe
let coi = coi
let fre = fre
let fri = fri
let ca = ca
)cat";

// No dialect has machine fences.
constexpr const char* kX86Fences = R"cat("x86fences"
let mfence = 0
let lfence = 0
let sfence = 0
)cat";

constexpr const char* kC11Coherence = R"cat("c11_cos"
let mo = co
let moi = mo & int
let moe = mo & ext
)cat";

// No dialect has locks.
constexpr const char* kC11Locks = R"cat("c11_los"
let lo = 0
)cat";

const std::map<std::string, StockFile>& stockFiles() {
  static const std::map<std::string, StockFile> kFiles = {
      {"stdlib.cat", {StockInclude::Always, kCoherence}},
      {"cos.cat", {StockInclude::Always, kCoherence}},
      {"cross.cat", {StockInclude::Always, ""}},
      {"basic.cat", {StockInclude::IfMissing, kCoherence}},
      {"fences.cat", {StockInclude::IfMissing, ""}},
      {"filters.cat", {StockInclude::IfMissing, kFilters}},
      {"x86fences.cat", {StockInclude::IfMissing, kX86Fences}},
      {"tutorial.cat", {StockInclude::IfMissing, kCoherence}},
      {"c11_cos.cat", {StockInclude::IfMissing, kC11Coherence}},
      {"c11_los.cat", {StockInclude::IfMissing, kC11Locks}},
  };
  return kFiles;
}

}  // namespace

SourcePtr preludeSource() {
  return std::make_shared<const Source>("<prelude>", kPrelude);
}

Prelude::Prelude() : source_(preludeSource()) {
  Diagnostics diagnostics;
  file_ = parseFile(source_, diagnostics);
  INVARIANT(!diagnostics.hasErrors(), "the prelude is a well-formed model");
  for (const Statement& statement : file_.statements) {
    if (const auto* let = std::get_if<LetStatement>(&statement.node)) {
      for (const Binding& binding : let->bindings) entries_[binding.target.names.front()].binding = &binding;
    } else if (const auto* procedure = std::get_if<ProcedureStatement>(&statement.node)) {
      entries_[procedure->name].procedure = procedure;
    }
  }
}

const Prelude& Prelude::shared() {
  static const Prelude kPreludeOfAll;
  return kPreludeOfAll;
}

PreludeEntry Prelude::find(const std::string& name) const {
  const auto entry = entries_.find(name);
  return entry == entries_.end() ? PreludeEntry{} : entry->second;
}

std::vector<std::string> Prelude::names() const {
  std::vector<std::string> result;
  for (const auto& [name, entry] : entries_) result.push_back(name);
  return result;
}

std::optional<StockFile> stockFile(const std::string& name) {
  const auto found = stockFiles().find(name);
  if (found == stockFiles().end()) return std::nullopt;
  return found->second;
}

}  // namespace hrfcheck::cat
