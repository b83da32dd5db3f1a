#include "differential/random_c.h"

#include <fmt/format.h>

#include <algorithm>

#include "differential/c_thread.h"

namespace hrfcheck {
namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, Profile profile, unsigned maxAccesses)
      : random_(seed * 2654435761U + static_cast<unsigned>(profile)),
        profile_(profile),
        seed_(seed),
        words_(random_, profile),
        functions_(random_, words_),
        shared_{random_, profile, words_, functions_, {}},
        // The smallest of some draws: enumeration grows fast, and all sizes occur.
        budget_(3 + std::min({random_.below(maxAccesses - 2), random_.below(maxAccesses - 2),
                              random_.below(maxAccesses - 2)})) {
    makeObjects();
  }

  std::string text() {
    const bool loops = hasLoops(profile_);
    const bool groups = profile_ == Profile::OpenClWorkGroups;
    const bool two = random_.chance(groups ? 35 : loops ? 75 : 50);
    const std::size_t count = two ? 2 : groups ? 3 + random_.below(2) : 2 + random_.below(loops ? 2 : 3);
    const std::uint64_t share = loops ? 1 : std::max<std::uint64_t>(1, budget_ / count);
    const std::size_t kinds = isAlike(profile_) ? 1 + random_.below(2) : count;
    arrangement_ = isAlike(profile_) ? 1 + random_.below(3) : 0;
    std::vector<CThread> threads;
    for (std::size_t t = 0; t < count; ++t) {
      if (t >= kinds && random_.chance(85)) {
        threads.push_back(threads[t % kinds]);
        continue;
      }
      const bool mayLoop = !loops || t == 0 || random_.chance(25);
      CThread thread(shared_, static_cast<int>(1 + random_.below(share + 1)), mayLoop);
      thread.write();
      threads.push_back(std::move(thread));
    }
    wake(threads);
    meet(threads);
    return assemble(threads);
  }

 private:
  void makeObjects() {
    const bool spaces = isOpenCl(profile_) && random_.chance(75);
    const unsigned global = profile_ == Profile::OpenClWorkGroups ? 55 : 85;
    const auto space = [&] { return !spaces ? "" : random_.chance(global) ? "global " : "local "; };
    using Kind = CObject::Kind;
    shared_.objects.push_back({Kind::Scalar, "x", true, space()});
    if (hasLoops(profile_) || random_.chance(60)) {
      shared_.objects.push_back({Kind::Scalar, "y", hasLoops(profile_) || random_.chance(50), space()});
    }
    if (profile_ == Profile::OpenClStructures) {
      shared_.objects.push_back({Kind::Struct, "s", false, space()});
    } else if (random_.chance(20)) {
      shared_.objects.push_back({Kind::Array, "a", random_.chance(40), space()});
    } else {
      shared_.objects.push_back({Kind::Scalar, "d", false, space()});
    }
  }

  /// Somebody stores what threads wait for, most of the time.
  void wake(std::vector<CThread>& threads) {
    for (std::size_t t = 0; t < threads.size(); ++t) {
      if (threads[t].waits() && random_.chance(85)) {
        const std::size_t other = (t + 1 + random_.below(threads.size() - 1)) % threads.size();
        threads[other].insert(words_.store(shared_.flag(), "1"));
      }
    }
  }

  /// Some barrier that all threads come to.
  void meet(std::vector<CThread>& threads) {
    if (!hasBarriers(profile_) || !random_.chance(70)) {
      return;
    }
    const bool labelled = random_.chance(30);
    const std::string barrier = words_.barrier();
    for (CThread& thread : threads) {
      thread.insert(labelled ? "B1: " + barrier : barrier);
    }
  }

  std::string placement(std::size_t thread) {
    if (!isOpenCl(profile_)) {
      return fmt::format("P{}", thread);
    }
    if (arrangement_ != 0) {
      const std::size_t group = arrangement_ == 1 ? 0 : arrangement_ == 2 ? thread / 2 : thread;
      return fmt::format("P{}@wg {}, dev 0", thread, group);
    }
    const bool together = hasBarriers(profile_) && random_.chance(70);
    std::string inner = random_.chance(10) ? fmt::format("sg {}, ", random_.below(2)) : "";
    return fmt::format("P{}@{}wg {}, dev {}", thread, inner, together ? 0 : random_.below(2),
                       random_.chance(10) ? 1 : 0);
  }

  std::string assemble(const std::vector<CThread>& threads) {
    std::string text =
        fmt::format("{} Random-{}-{}\n", isOpenCl(profile_) ? "OPENCL" : "C", nameOf(profile_), seed_);
    text += initialState();
    if (profile_ == Profile::OpenClStructures) {
      text += "struct S { atomic_int f; int d; int c[2]; };\n";
    }
    for (const std::string& line : functions_.text()) {
      text += line + "\n";
    }
    std::string parameters;
    for (const CObject& object : shared_.objects) {
      parameters += (parameters.empty() ? "" : ", ") + parameterText(object);
    }
    for (std::size_t t = 0; t < threads.size(); ++t) {
      text += fmt::format("{} ({}) {{\n", placement(t), parameters);
      for (const std::string& line : threads[t].lines()) {
        text += line + "\n";
      }
      text += "}\n";
    }
    return text + observed(threads);
  }

  std::string initialState() {
    std::string text;
    for (const CObject& object : shared_.objects) {
      if (object.kind == CObject::Kind::Array) {
        text += fmt::format(" {}[2] = {{0, {}}};", object.name, random_.below(2));
      } else if (random_.chance(10) && (!hasLoops(profile_) || object.name != "x")) {
        text +=
            fmt::format(" {} = 1;", object.kind == CObject::Kind::Struct ? object.name + ".d" : object.name);
      }
    }
    return fmt::format("{{{} }}\n", text);
  }

  /// A few variables only: with all of them, every final state is an outcome of its own.
  std::string observed(const std::vector<CThread>& threads) {
    std::string list;
    std::vector<std::string> conditions;
    for (std::size_t t = 0; t < threads.size(); ++t) {
      for (unsigned r = 0; r < threads[t].registers(); ++r) {
        if (random_.chance(hasLoops(profile_) ? 65 : 40)) {
          list += fmt::format("{}:r{}; ", t, r);
          conditions.push_back(fmt::format("{}:r{}={}", t, r, random_.below(2)));
        }
      }
    }
    if (list.empty() || random_.chance(hasLoops(profile_) ? 50 : 30)) {
      list += profile_ == Profile::OpenClStructures ? "s.f; " : random_.chance(50) ? "[x]; " : "x; ";
    }
    if (hasLoops(profile_) && random_.chance(60)) {
      list += "y; ";
    }
    std::string text = fmt::format("locations [{}]\n", list);
    if (!conditions.empty() && profile_ != Profile::CSeqCst && random_.chance(8)) {
      text += fmt::format("filter ({})\n", conditions[random_.below(conditions.size())]);
    }
    return text;
  }

  Random random_;
  Profile profile_;
  std::uint64_t seed_;
  CWords words_;
  CFunctions functions_;
  CShared shared_;
  std::uint64_t budget_;
  std::uint64_t arrangement_ = 0;  ///< of threads that are alike: together, in pairs, each alone
};

}  // namespace

std::string randomC(std::uint64_t seed, Profile profile, unsigned maxAccesses) {
  return Generator(seed, profile, maxAccesses).text();
}

}  // namespace hrfcheck
