#include "differential/c_thread.h"

#include <fmt/format.h>

namespace hrfcheck {

Cell CShared::cell(const CObject& object, const std::string& index) {
  const std::string at = index.empty() ? std::to_string(random.below(2)) : fmt::format("{} & 1", index);
  switch (object.kind) {
    case CObject::Kind::Scalar:
      return {"*" + object.name, object.name};
    case CObject::Kind::Array: {
      const std::string lvalue = fmt::format("{}[{}]", object.name, at);
      const bool sum = random.chance(30);
      return {lvalue, sum ? fmt::format("{} + ({})", object.name, at) : "&" + lvalue};
    }
    case CObject::Kind::Struct: {
      const std::string lvalue =
          random.chance(50) ? fmt::format("{}->d", object.name) : fmt::format("{}->c[{}]", object.name, at);
      return {lvalue, "&" + lvalue};
    }
  }
  return flag();
}

Cell CShared::anyCell(const std::string& index) {
  return cell(objects[random.below(objects.size())], index);
}

Cell CShared::atomicCell(const std::string& index) {
  const CObject& object = objects[random.below(objects.size())];
  if (object.kind == CObject::Kind::Struct) {
    return {object.name + "->f", fmt::format("&{}->f", object.name)};
  }
  // Now and then an atomic access to what is not declared atomic.
  return object.atomic || random.chance(4) ? cell(object, index) : flag();
}

CThread::CThread(CShared& shared, int budget, bool mayLoop)
    : shared_(shared),
      random_(shared.random),
      style_(static_cast<Style>(shared.random.below(3))),
      mayLoop_(mayLoop),
      left_(budget) {}

void CThread::write() {
  while (left_ > 0) {
    statement(0);
  }
  if (style_ == Style::OnTop) {
    std::vector<std::string> declarations;
    for (unsigned r = 0; r < registers_; ++r) {
      declarations.push_back(fmt::format("  int r{};", r));
    }
    lines_.insert(lines_.begin(), declarations.begin(), declarations.end());
  }
}

void CThread::line(const std::string& text) {
  lines_.push_back(std::string(2 * (depth_ + 1), ' ') + text);
}

void CThread::open(const std::string& text) {
  line(text + " {");
  ++depth_;
}

void CThread::close(const std::string& text) {
  --depth_;
  line(text);
}

void CThread::insert(const std::string& statement) {
  std::vector<std::size_t> places{lines_.size()};
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const bool outermost = lines_[i].size() > 2 && lines_[i][2] != ' ' && lines_[i][2] != '}';
    const bool declares = lines_[i].starts_with("  int r") && lines_[i].find('=') == std::string::npos;
    if (outermost && !declares) {
      places.push_back(i);
    }
  }
  const std::size_t at = places[random_.below(places.size())];
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), "  " + statement + ";");
}

std::string CThread::freshRegister() {
  return fmt::format("r{}", registers_++);
}

std::string CThread::outerRegister() {
  std::string reg = freshRegister();
  if (style_ == Style::InPlace) {
    line(fmt::format("int {};", reg));
  }
  return reg;
}

void CThread::assignTo(const std::string& reg, const std::string& value) {
  line(fmt::format("{} = {};", reg, value));
  visible_.push_back(reg);
}

void CThread::assign(const std::string& value) {
  const std::string reg = freshRegister();
  line(fmt::format("{}{} = {};", style_ == Style::InPlace ? "int " : "", reg, value));
  visible_.push_back(reg);
}

std::string CThread::constantValue() {
  return std::to_string(1 + random_.below(2));
}

std::string CThread::index() {
  return random_.chance(35) ? someRegister() : "";
}

/// Now and then what was read before, so that data dependencies occur.
std::string CThread::storedValue() {
  const std::string reg = someRegister();
  if (reg.empty() || random_.chance(75)) {
    return constantValue();
  }
  switch (random_.below(7)) {
    case 0:
      return reg + " + 1";
    case 1:
      return reg + " ^ 1";
    case 2:
      return fmt::format("{} == 1 ? 2 : 1", reg);
    case 3:
      return "!" + reg;
    case 4:
      return fmt::format("{} - ({} & 1)", reg, reg);
    default:
      return reg;
  }
}

std::string CThread::readValue() {
  spend();
  return random_.chance(50) ? shared_.words.load(atomicCell()) : anyCell().lvalue;
}

std::string CThread::comparison() {
  const std::string reg = someRegister();
  switch (random_.below(6)) {
    case 0:
      return reg;
    case 1:
      return "!" + reg;
    case 2:
      return fmt::format("{} != {}", reg, random_.below(2));
    case 3:
      return fmt::format("{} > 0", reg);
    default:
      return fmt::format("{} == {}", reg, random_.below(2));
  }
}

std::string CThread::condition() {
  if (visible_.size() < 2 || random_.chance(80)) {
    return comparison();
  }
  return fmt::format("{} {} {} == 1", comparison(), random_.chance(50) ? "&&" : "||", visible_.front());
}

std::string CThread::conditionWithEffects() {
  const std::string read = fmt::format("{} == {}", readValue(), random_.below(2));
  if (random_.chance(40)) {
    return read;
  }
  const char* op = random_.chance(60) ? "&&" : "||";
  const std::string left = visible_.empty() ? fmt::format("{} == 1", readValue()) : comparison();
  return random_.chance(15) ? fmt::format("!({} {} {})", left, op, read)
                            : fmt::format("{} {} {}", left, op, read);
}

void CThread::statement(unsigned depth) {
  const bool loops = hasLoops(shared_.profile);
  const bool mayLoop = mayLoop_ && !looped_ && shared_.profile != Profile::CSeqCst && depth == 0;
  if (mayLoop && random_.chance(loops ? 70 : 4)) {
    looped_ = true;
    loop();
    return;
  }
  if (mayLoop && left_ >= 2 && random_.chance(loops ? 10 : 5)) {
    looped_ = true;
    forLoop();
    return;
  }
  if (hasBarriers(shared_.profile) && random_.chance(depth == 0 ? 12 : 5)) {
    spend();
    line(shared_.words.barrier() + ";");
    return;
  }
  if (random_.chance(shared_.profile == Profile::OpenClStructures ? 25 : 8)) {
    call();
    return;
  }
  if (depth < 2 && random_.chance(30)) {
    choice(depth);
    return;
  }
  access();
}

void CThread::access() {
  const auto kind = random_.below(100);
  if (kind < 7 && shared_.profile != Profile::CSeqCst) {
    spend();
    line(shared_.words.fence() + ";");
  } else if (kind < 38) {
    ordinary();
  } else if (kind < 42) {
    pointerChoice();
  } else if (kind < 55) {
    compareExchange();
  } else {
    atomic();
  }
}

void CThread::ordinary() {
  spend();
  switch (random_.below(8)) {
    case 0:
    case 1:
    case 2:
      assign(anyCell().lvalue);
      return;
    case 3:
      line(fmt::format("{} = {};", anyCell().lvalue, readValue()));
      return;
    case 4:
      spend();
      line(fmt::format("{}{};", anyCell().lvalue, random_.chance(50) ? " += 1" : " |= 1"));
      return;
    default:
      line(fmt::format("{} = {};", anyCell().lvalue, storedValue()));
  }
}

void CThread::atomic() {
  spend();
  const Cell cell = atomicCell();
  switch (random_.below(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      assign(shared_.words.load(cell));
      return;
    case 4:
      assign(shared_.words.exchange(cell, storedValue()));
      return;
    case 5:
      if (random_.chance(60)) {
        assign(shared_.words.fetch(cell, "1"));
      } else {
        line(shared_.words.fetch(cell, "1") + ";");
      }
      return;
    case 6:
      line(shared_.words.store(cell, random_.chance(20) ? readValue() : storedValue()) + ";");
      return;
    default:
      line(shared_.words.store(cell, storedValue()) + ";");
  }
}

/// What is expected: a value, the address of a variable, the address of a location.
void CThread::compareExchange() {
  spend();
  const Cell cell = atomicCell();
  const auto kind = random_.below(10);
  if (kind < 5) {
    assign(shared_.words.compareExchange(cell, std::to_string(random_.below(2)), constantValue()));
  } else if (kind < 9) {
    assign(std::to_string(random_.below(2)));
    const std::string expected = "&" + someRegister();
    const std::string exchange = shared_.words.compareExchange(cell, expected, constantValue());
    if (random_.chance(50)) {
      assign(exchange);
    } else {
      line(exchange + ";");
    }
  } else {
    spend(2);
    assign(shared_.words.compareExchange(cell,
                                         shared_.objects.back().kind == CObject::Kind::Scalar
                                             ? shared_.objects.back().name
                                             : shared_.flag().address,
                                         constantValue()));
  }
}

void CThread::block(unsigned depth) {
  const std::size_t seen = visible_.size();
  statement(depth + 1);
  if (left_ > 0 && random_.chance(35)) {
    statement(depth + 1);
  }
  if (style_ == Style::InPlace) {
    visible_.resize(seen);
  }
}

void CThread::choice(unsigned depth) {
  const bool known = !visible_.empty();
  const auto kind = random_.below(100);
  if (known && kind < 12) {
    open(fmt::format("if ({})", condition()));
    line("return;");
    close();
    return;
  }
  if (known && kind < 25) {
    assign(fmt::format("{} ? {} : {}", comparison(), readValue(), random_.below(2)));
    return;
  }
  if (!known && kind < 60) {
    access();
    return;
  }
  open(fmt::format("if ({})", known && kind < 75 ? condition() : conditionWithEffects()));
  block(depth);
  if (left_ > 0 && random_.chance(20)) {
    close("} else {");
    ++depth_;
    block(depth);
  }
  close();
}

void CThread::forLoop() {
  const std::string i = fmt::format("i{}", others_++);
  line("// rounds");
  open(fmt::format("for (int {0} = 0; {0} < 2; {0}++)", i));
  line("// round");
  weight_ = 2;
  const std::size_t seen = visible_.size();
  visible_.push_back(i);
  meetInRound();
  if (random_.chance(30)) {
    spend();
    line(fmt::format("{} = {} + 1;", shared_.anyCell(i).lvalue, i));
  } else {
    statement(1);
  }
  if (random_.chance(40)) {
    open(fmt::format("if ({})", comparison()));
    line(random_.chance(60) ? "break;" : "continue;");
    close();
  }
  weight_ = 1;
  visible_.resize(seen);
  close();
}

void CThread::pointerChoice() {
  const std::string reg = someRegister();
  if (reg.empty()) {
    ordinary();
    return;
  }
  const std::string p = fmt::format("p{}", others_++);
  const std::string other = shared_.anyCell("").address;
  line(fmt::format("int* {} = {} == 1 ? {} : {};", p, reg, shared_.flag().address, other));
  spend();
  if (random_.chance(50)) {
    assign("*" + p);
  } else {
    line(fmt::format("*{} = {};", p, constantValue()));
  }
}

void CThread::call() {
  const CObject& object = shared_.objects.back();
  const Cell flag = object.kind == CObject::Kind::Struct
                        ? Cell{object.name + "->f", fmt::format("&{}->f", object.name)}
                        : shared_.flag();
  const Cell data = shared_.cell(object, "");
  spend(2);
  if (random_.chance(60)) {
    assign(shared_.functions.value(flag, data));
    return;
  }
  if (style_ == Style::InPlace || random_.chance(50)) {
    assign("0");
  }
  const std::string reg = visible_.empty() ? "" : someRegister();
  if (reg.empty() || reg.starts_with("i")) {
    assign(shared_.functions.value(flag, data));
  } else {
    line(shared_.functions.action(flag, data, reg) + ";");
  }
}

}  // namespace hrfcheck
