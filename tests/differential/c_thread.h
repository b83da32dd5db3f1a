#pragma once

#include <string>
#include <vector>

#include "differential/c_functions.h"

namespace hrfcheck {

/// What all threads of a random C test share.
struct CShared {
  Random& random;
  Profile profile;
  CWords& words;
  CFunctions& functions;
  std::vector<CObject> objects;  ///< the first one is an atomic scalar

  /// Some cell; array indices are in range whatever `index` is (a variable, or nothing).
  Cell cell(const CObject& object, const std::string& index);
  Cell anyCell(const std::string& index);
  Cell atomicCell(const std::string& index);
  Cell flag() const { return {"*" + objects.front().name, objects.front().name}; }
};

/// The code of one thread of a random C test, one statement a line. Loops are marked for rewrite.h: the line
/// `// rounds` before each, the line `// round` in each body.
class CThread {
 public:
  /// @param budget accesses at most, those in loops counted several times
  CThread(CShared& shared, int budget, bool mayLoop);

  /// Makes all of it.
  void write();

  const std::vector<std::string>& lines() const { return lines_; }
  unsigned registers() const { return registers_; }
  /// It waits until the flag is 1.
  bool waits() const { return waits_; }
  /// Puts a statement at some place outside of blocks.
  void insert(const std::string& statement);

 private:
  enum class Style { OnTop, InPlace, Undeclared };

  void line(const std::string& text);
  void open(const std::string& text);
  void close(const std::string& text = "}");
  void spend(int accesses = 1) { left_ -= accesses * weight_; }
  std::string freshRegister();
  /// A register declared outside of the block that is open next.
  std::string outerRegister();
  void assign(const std::string& value);
  void assignTo(const std::string& reg, const std::string& value);
  std::string someRegister() const { return visible_.empty() ? "" : visible_.back(); }

  std::string constantValue();
  std::string storedValue();
  std::string readValue();
  std::string comparison();
  std::string condition();
  std::string conditionWithEffects();
  Cell anyCell() { return shared_.anyCell(index()); }
  Cell atomicCell() { return shared_.atomicCell(index()); }
  std::string index();

  void statement(unsigned depth);
  void access();
  void ordinary();
  void atomic();
  void compareExchange();
  void choice(unsigned depth);
  void block(unsigned depth);
  void forLoop();
  void loop();
  void wait();
  void waitTwice();
  void leaveBehind(const std::string& other);
  void loopBody(const std::string& read, const std::string& other);
  void meetInRound();
  void readNowAndThen(const std::string& read, const std::string& other);
  void storeNowAndThen(const std::string& read);
  void lockLoop();
  void pointerChoice();
  void call();

  CShared& shared_;
  Random& random_;
  Style style_;
  bool mayLoop_;
  int left_;
  int weight_ = 1;
  unsigned depth_ = 0;
  unsigned registers_ = 0;
  unsigned others_ = 0;  ///< counters and pointers
  bool looped_ = false;
  bool waits_ = false;
  std::vector<std::string> visible_;
  std::vector<std::string> lines_;
};

}  // namespace hrfcheck
