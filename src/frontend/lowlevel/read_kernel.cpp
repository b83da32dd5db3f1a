#include "frontend/lowlevel/read_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "frontend/c_dialects.h"
#include "frontend/launch/grid.h"
#include "frontend/lowlevel/async_agents.h"
#include "frontend/lowlevel/barrier_objects.h"
#include "frontend/lowlevel/condition_words.h"
#include "frontend/lowlevel/emit/thread_emitter.h"
#include "frontend/lowlevel/lane_cells.h"
#include "frontend/lowlevel/launched/kernel_launch.h"
#include "frontend/lowlevel/locations.h"
#include "frontend/lowlevel/mixed_sizes.h"
#include "frontend/lowlevel/residual/residual_parts.h"
#include "frontend/lowlevel/residual/words_of_memory.h"
#include "frontend/lowlevel/unknown_words.h"
#include "frontend/lowlevel/write_threads.h"
#include "frontend/sections.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/finish.h"
#include "program/condition/condition.h"
#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/further_operators.h"
#include "program/ir/launch_place.h"
#include "program/ir/operands.h"
#include "program/ir/ptx_marks.h"
#include "util/overloaded.h"
#include "util/text.h"

// What is said of the launch gives the threads and what they know (inputs.h); their code is written
// (write_threads.h); its accesses divide memory into locations (memory_layout.h, locations.h); then the code
// becomes that of the program (thread_emitter.h).

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kMostGranulePasses = 8;

/// Numbers that kernels are given, where nothing says them: what is found with some of them is an answer. The
/// second parameter is given one more times `step`, and so on.
struct OpenNumbers {
  std::uint64_t first = 0;
  std::uint64_t step = 0;
};
constexpr std::array kConsidered = {OpenNumbers{0, 0}, OpenNumbers{1, 0}, OpenNumbers{0, 1}};

/// Whether a thread stops where what it does depends on what nothing says.
bool stopsUnsaid(const Program& program) {
  const auto stops = [](const hrfcheck::Instruction& instruction) {
    const auto* assign = std::get_if<AssignOp>(&instruction.operation);
    const auto* known = assign == nullptr ? nullptr : std::get_if<UnaryExpr>(&assign->value->node);
    return known != nullptr && known->op == kKnown && hasConstant(known->operand, isUnknown);
  };
  return std::ranges::any_of(
      program.threads, [&](const Thread& thread) { return std::ranges::any_of(thread.instructions, stops); });
}

class KernelReader {
 public:
  KernelReader(Kernel kernel, const Question& question, Diagnostics& diagnostics,
               std::optional<OpenNumbers> considered = std::nullopt)
      : kernel_(std::move(kernel)),
        question_(question),
        diagnostics_(diagnostics),
        considered_(considered),
        program_(std::make_shared<Program>()),
        names_(*program_) {}

  /// The same with numbers in place of those that nothing says.
  void addVariants(const Kernel& kernel) {
    if (openNumbers_.empty() || !stopsUnsaid(*program_)) {
      return;
    }
    Question question = question_;
    question.launch = nullptr;
    for (const OpenNumbers& numbers : kConsidered) {
      if (numbers.step != 0 && openNumbers_.size() == 1) {
        continue;
      }
      Diagnostics ignored;
      try {
        program_->variants.push_back(KernelReader(kernel, question, ignored, numbers).run());
      } catch (const UserError&) {
        continue;  // out of bounds, or too large, with these
      }
    }
  }

  std::shared_ptr<const Program> run() {
    try {
      body();
    } catch (const SyntaxFailure&) {
      // Reported below.
    } catch (const Refusal& refusal) {
      refuse(refusal);
    }
    finish(*program_, diagnostics_, true);
    return program_;
  }

 private:
  void refuse(const Refusal& refusal) {
    const Place place = kernel_.module.placeOf(refusal.origin);
    diagnostics_.error(
        place.known() ? place : kernel_.place(),
        nameOf(refusal).empty() ? refusal.message : fmt::format("{}: {}", nameOf(refusal), refusal.message),
        refusal.hint);
  }

  const Dialect& dialect() const { return kernel_.language->dialect; }

  /// " (.reqntid)" where PTX has it.
  std::string directive(const char* name) const {
    return kernel_.language->ofPtx ? fmt::format(" ({})", name) : "";
  }

  std::string nameOf(const Refusal& refusal) const {
    return kernel_.module.nameOf ? kernel_.module.nameOf(refusal.origin) : "";
  }

  void failOnErrors() const {
    if (diagnostics_.hasErrors()) {
      throw SyntaxFailure{};
    }
  }

  void body() {
    program_->name = question_.name;
    program_->testInFile = question_.testInFile;
    program_->dialect = std::string(dialect().name);
    program_->conventions = dialect().conventions;
    if (!kernel_.language->ownModels) {
      program_->conventions.ownModels = false;
    }
    program_->passes = kernel_.passes;
    program_->source = question_.source;
    launch();
    for (const Entry& entry : kernel_.entries) {
      facts_.entries.push_back(entry.function);
    }
    volatileAccesses();
    const ObjectUses uses = usesOfObjects(kernel_.module, facts_.entries, question_.deadline);
    InputReader inputs(kernel_.module, facts_, kernel_.names, kernel_.constants, uses, question_.source,
                       diagnostics_);
    inputs.run(question_.directives);
    failOnErrors();
    considerNumbers();
    if (kernel_.pointeesBeginAtZero) {
      for (const auto& [parameter, object] : inputs.pointees()) {
        facts_.contents[object].rest = 0;
      }
    }
    objectSizes();
    workspace();
    std::vector<WrittenThread> threads = threadsByGranules(inputs);
    std::deque<Access> accesses;  // of agents
    addAsyncAgents(facts_, threads, accesses);
    dropUnreadCells(threads);
    requireOneDynamicArray(threads);
    for (const std::uint32_t object : barrierObjects(kernel_.module, threads)) {
      facts_.contents[object].rest =
          0;  // which is not valid: code that uses it before 'init' makes a mistake
    }
    failOnErrors();
    keepKnownApart(threads, facts_);
    MemoryLayout layout = layOutMemory(inputs, threads);
    Locations locations(kernel_.module, facts_, kernel_.names, names_);
    const auto isFloat = [&](std::uint32_t object) {
      const auto type = inputs.types().find(object);
      return type != inputs.types().end() && type->second.isFloat;
    };
    enterThreads(threads);
    const auto isArray = [&](std::uint32_t object) { return inputs.arrays().contains(object); };
    const auto shapeOf = [&](std::uint32_t object) {
      const auto shape = inputs.shapes().find(object);
      return shape == inputs.shapes().end() ? nullptr : &shape->second;
    };
    bool spacesMatter = false;
    forEachOf<Fence>(threads, [&](const Fence& fence, const ResidualStep&) {
      spacesMatter = spacesMatter || (kernel_.language->ofPtx && !fence.marks.empty());
    });
    locations.declare(layout, {isFloat, isArray, shapeOf, spacesMatter}, kernel_.place(), diagnostics_);
    sayWhatIsOpen(layout, locations, threads);
    sayWhatIsNotLookedAt(layout, locations);
    sayWhatIsNotComputed(threads);
    emitThreads(layout, locations, std::move(threads));
    if (question_.launch != nullptr) {
      *question_.launch = kernelLaunchOf(kernel_, {facts_, inputs, layout, locations, *program_}, question_);
    }
    conditions(inputs, locations);
    layOut(*program_, {}, diagnostics_);
  }

  /// The number of blocks alone.
  std::optional<Grid> readGroups(Span span) {
    const auto text = std::make_shared<const Source>("", std::string(question_.source->slice(span)) + "x1");
    Diagnostics mistakes;
    const auto grid = readGrid(text, {0, static_cast<std::uint32_t>(text->text().size())}, mistakes);
    return grid ? grid : readGrid(question_.source, span, diagnostics_);
  }

  /// As the host code in the file launches it, where nothing else is specified.
  Grid launchOfHost(const Entry& entry) {
    const auto text = std::make_shared<const Source>("", entry.hostLaunch);
    Diagnostics mistakes;
    auto grid = readGrid(text, {0, static_cast<std::uint32_t>(text->text().size())}, mistakes);
    if (!grid) {
      diagnostics_.error(entry.place,
                         fmt::format("the file launches the kernel as {}, and a test has at most {} threads",
                                     entry.hostLaunch, kMaxThreads),
                         "give a smaller launch: --launch 2x32");
      throw SyntaxFailure{};
    }
    diagnostics_.warning(
        entry.place, fmt::format("the launch is taken from the host code in the file: {}", entry.hostLaunch),
        "--launch overrides it");
    grid->subGroup = kernel_.language->warp;
    if (entry.cluster && grid->groupCount() % *entry.cluster == 0) {
      grid->cluster = *entry.cluster;
    }
    return *grid;
  }

  void launch() {
    if (!kernel_.lines.empty()) {
      launchSideBySide();
      return;
    }
    const Entry& entry = kernel_.entries.front();
    const auto said = question_.directives.only("launch");
    OneLaunch one;
    if (kernel_.grid) {
      one.grid = *kernel_.grid;
    } else if (!said && !entry.hostLaunch.empty()) {
      one.grid = launchOfHost(entry);
    } else if (!said) {
      diagnostics_.error(
          entry.place, "the kernel is not launched: it is not specified how many threads execute it",
          hasClusters()
              ? "give the blocks and the threads in each: --launch 2x32 on the command line, or a line "
                "'//# launch 2x32' in the file"
              : "give the work-groups and the work-items in each: --launch 2x2 on the command line");
      throw SyntaxFailure{};
    } else {
      one.grid = gridOf(entry, said->rest);
    }
    if (const auto device = question_.directives.only("device")) {
      one.grid.onOneDevice = readOnOneDevice(question_.source, device->rest, one.grid, diagnostics_);
      failOnErrors();
    }
    facts_.launches.add(std::move(one));
  }

  void launchSideBySide() {
    std::uint64_t threads = 0;
    for (std::size_t i = 0; i < kernel_.lines.size(); ++i) {
      const LaunchLine& line = kernel_.lines[i];
      OneLaunch one;
      one.grid = gridOf(kernel_.entries[i], line.size);
      one.label = line.label;
      one.device = line.device;
      threads += one.grid.threadCount();
      if (threads > kMaxThreads) {
        diagnostics_.error(
            {question_.source, line.size},
            fmt::format("with this launch the test has {} threads, and at most {} are possible", threads,
                        kMaxThreads));
        throw SyntaxFailure{};
      }
      facts_.launches.add(std::move(one));
    }
  }

  Grid gridOf(const Entry& entry, Span span) {
    Diagnostics& d = diagnostics_;
    const bool block = question_.source->slice(span).find_first_of("xX") != std::string_view::npos;
    auto grid = entry.requiredBlock && !block ? readGroups(span) : readGrid(question_.source, span, d);
    if (!grid) {
      throw SyntaxFailure{};
    }
    if (entry.requiredBlock && !block) {
      grid->items = *entry.requiredBlock;
      if (std::uint64_t{grid->groupCount()} * grid->itemCount() > kMaxThreads) {
        d.error({question_.source, span},
                fmt::format("the kernel asks for blocks of {} threads{}: a test has at most {} threads",
                            grid->itemCount(), directive(".reqntid"), kMaxThreads));
        throw SyntaxFailure{};
      }
    } else if (entry.requiredBlock && !std::ranges::equal(*entry.requiredBlock, grid->items)) {
      d.error({question_.source, span},
              fmt::format("the kernel asks for blocks of {}x{}x{} threads{}", (*entry.requiredBlock)[0],
                          (*entry.requiredBlock)[1], (*entry.requiredBlock)[2], directive(".reqntid")));
      throw SyntaxFailure{};
    }
    if (entry.largestBlock) {
      const auto& most = *entry.largestBlock;
      if (std::uint64_t{most[0]} * most[1] * most[2] < grid->itemCount()) {
        d.error({question_.source, span},
                fmt::format("the kernel has blocks of at most {} threads{}",
                            std::uint64_t{most[0]} * most[1] * most[2], directive(".maxntid")));
        throw SyntaxFailure{};
      }
    }
    grid->subGroup = kernel_.language->warp;
    if (const auto cluster = question_.directives.only("cluster")) {
      grid->cluster = readCluster(question_.source, cluster->rest, *grid, d).value_or(1);
    } else if (entry.cluster && grid->groupCount() % *entry.cluster == 0) {
      grid->cluster = *entry.cluster;
    }
    if (const auto subGroup = question_.directives.only("sub-group")) {
      const auto size = readSubGroup(question_.source, subGroup->rest, d);
      if (kernel_.language->warpIsFixed && size != kernel_.language->warp) {
        d.error({question_.source, subGroup->rest},
                fmt::format("a warp has {} threads in PTX", kernel_.language->warp));
      }
      grid->subGroup = size.value_or(kernel_.language->warp);
    }
    failOnErrors();
    return *grid;
  }

  /// Of a grid whose blocks are all resident: cooperative groups keep their barrier there, and the driver
  /// clears it.
  void workspace() {
    if (!question_.directives.only("cooperative")) {
      return;
    }
    for (const Entry& entry : kernel_.entries) {
      facts_.workspaces.push_back(static_cast<std::uint32_t>(kernel_.module.objects.size()));
      ObjectDeclaration object;
      object.name = "grid_workspace";
      object.place = entry.place;
      kernel_.module.objects.push_back(std::move(object));
      facts_.contents[facts_.workspaces.back()].rest = 0;
    }
  }

  /// Ordinary ones are what the code accesses otherwise, for models that know no other.
  void volatileAccesses() {
    const auto said = question_.directives.only("volatile");
    const std::string_view word = said ? question_.source->slice(said->rest) : "relaxed";
    if (word != "relaxed" && word != "ordinary") {
      diagnostics_.error({question_.source, said->rest},
                         fmt::format("'{}' is neither 'relaxed' nor 'ordinary'", word));
    }
    for (Function& function : kernel_.module.functions) {
      for (Instruction& instruction : function.code) {
        auto* access = std::get_if<Access>(&instruction.operation);
        if (word == "ordinary" && access != nullptr && access->isVolatile) {
          access->atomicity.reset();
        }
      }
    }
  }

  void enterThreads(const std::vector<WrittenThread>& threads) {
    const Launches& launches = facts_.launches;
    std::vector<std::vector<std::uint32_t>> ids;
    std::uint32_t wave = launches.warpCount();
    for (ThreadId t = 0; t < threads.size(); ++t) {
      const ThreadId owner = threads[t].owner.value_or(t);
      program_->threads.push_back({fmt::format("P{}", t), {}, {}, {}, launches.coordinatesOf(owner)});
      if (!launches.of(owner).label.empty()) {
        enterLaunch(*program_, t, launches.of(owner).label);
      }
      ids.push_back({t, owner == t ? launches.warpOf(t) : wave++, launches.groupOf(owner)});
      if (hasClusters()) {
        ids.back().push_back(launches.clusterOf(owner));
      }
      ids.back().insert(ids.back().end(), {launches.deviceOf(owner), 0});
    }
    program_->scopes = ScopeTree(levels(), ids);
  }

  /// OpenCL and Vulkan have none.
  bool hasClusters() const { return !kernel_.language->ownLevels && dialect().levels.size() > kAllLevel; }

  std::vector<std::string> levels() const { return {dialect().levels.begin(), dialect().levels.end()}; }

  /// Levels are those of CUDA until here.
  void enterLevels() {
    if (hasClusters() || kernel_.language->ownLevels) {
      return;
    }
    const auto enter = [](std::uint32_t& level) { level -= level > kClusterLevel ? 1 : 0; };
    for (Thread& thread : program_->threads) {
      for (hrfcheck::Instruction& instruction : thread.instructions) {
        std::visit(Overloaded{[&](RmwOperation& o) { enter(o.atomicity.level); },
                              [&](BarrierOp& o) {
                                enter(o.level);
                                if (o.memoryLevel) {
                                  enter(*o.memoryLevel);
                                }
                              },
                              [&]<OneOf<LoadOp, StoreOp, FenceOp> O>(O& o) {
                                if (o.atomicity) {
                                  enter(o.atomicity->level);
                                }
                              },
                              [](auto&) {}},
                   instruction.operation);
      }
    }
  }

  /// What the module knows of it, where nobody says otherwise.
  void contentsOfHost(std::uint32_t number) {
    const ObjectDeclaration& object = kernel_.module.objects[number];
    if (object.addresses.empty() && object.words.empty()) {
      return;
    }
    Contents& contents = facts_.contents[number];
    const auto set = [&](std::uint64_t offset, std::uint64_t bits, unsigned bytes) {
      const std::size_t end = offset + bytes;
      if (contents.bytes.size() < end) {
        contents.bytes.resize(end, contents.rest);
      }
      const auto begin = contents.bytes.begin() + static_cast<std::ptrdiff_t>(offset);
      const bool said =
          std::any_of(begin, begin + bytes, [&](const auto& byte) { return byte && !contents.rest; });
      for (unsigned b = 0; b < bytes && !said; ++b) {
        contents.bytes[offset + b] = static_cast<std::uint8_t>(bits >> (8 * b));
      }
    };
    for (const AddressInside& address : object.addresses) {
      const Space space = kernel_.module.objects[address.object].space;
      set(address.offset, lowlevel::addressOf(space, address.object) + address.addend, address.bytes);
    }
    for (const WordInside& word : object.words) {
      set(word.offset, word.bits, word.bytes);
    }
  }

  /// Sizes that declarations say, and what memory holds initially by them.
  void objectSizes() {
    for (std::uint32_t o = 0; o < kernel_.module.objects.size(); ++o) {
      const ObjectDeclaration& object = kernel_.module.objects[o];
      if (object.size) {
        facts_.sizes.emplace(o, *object.size);
      }
      if (object.ofHost) {
        contentsOfHost(o);
        continue;
      }
      if ((object.space != Space::Global && object.space != Space::Constant) || !object.size) {
        continue;
      }
      Contents& contents = facts_.contents[o];
      const Contents said = contents;
      contents.bytes.assign(object.initial.begin(), object.initial.end());
      for (const AddressInside& address : object.addresses) {
        const Space space = kernel_.module.objects[address.object].space;
        const std::uint64_t bits = lowlevel::addressOf(space, address.object) + address.addend +
                                   (address.generic ? windowOf(space) : 0);
        contents.bytes.resize(std::max<std::size_t>(contents.bytes.size(), address.offset + address.bytes),
                              std::uint8_t{0});
        for (unsigned b = 0; b < address.bytes; ++b) {
          contents.bytes[address.offset + b] = static_cast<std::uint8_t>(bits >> (8 * b));
        }
      }
      contents.rest = 0;
      contents.bytes.resize(std::max(contents.bytes.size(), said.bytes.size()), std::uint8_t{0});
      for (std::size_t b = 0; b < said.bytes.size(); ++b) {
        contents.bytes[b] = said.bytes[b] ? said.bytes[b] : contents.bytes[b];
      }
    }
  }

  /// A parameter of 8 bytes that nobody says is taken for a pointer where the code uses it as one; where no
  /// thread does, it may be any number.
  std::vector<WrittenThread> writtenThreads(const InputReader& inputs) {
    std::set<std::uint32_t> waiting;
    for (const auto& [parameter, object] : inputs.pointees()) {
      if (!facts_.sizes.contains(object)) {
        waiting.insert(parameter);
      }
    }
    for (;;) {
      facts_.written.reset();
      facts_.exchanges.clear();
      std::vector<WrittenThread> threads = withinBounds();
      const std::set<std::uint32_t> reached = reachedObjects(threads);
      const std::size_t dropped = std::erase_if(waiting, [&](std::uint32_t parameter) {
        const bool unused = !reached.contains(inputs.pointees().at(parameter));
        return unused && facts_.contents.erase(parameter) != 0;
      });
      if (dropped == 0) {
        beginAtZero(threads);
        return threads;
      }
    }
  }

  /// Less is told apart where the code becomes too large otherwise.
  std::vector<WrittenThread> withinBounds() {
    try {
      return writeThreads(kernel_.module, liveness_, facts_, question_.deadline);
    } catch (const Refusal& refusal) {
      if (!refusal.large || facts_.bounds.rounds == kTightBounds.rounds) {
        throw;
      }
      facts_.bounds = kTightBounds;
      facts_.written.reset();
      facts_.exchanges.clear();
      return writeThreads(kernel_.module, liveness_, facts_, question_.deadline);
    }
  }

  void beginAtZero(const std::vector<WrittenThread>& threads) {
    if (!kernel_.writtenBeginsAtZero) {
      return;
    }
    std::set<std::uint32_t> objects;
    for (const WrittenThread& thread : threads) {
      objects.insert(thread.written.begin(), thread.written.end());
    }
    for (std::uint32_t o = 0; o < kernel_.module.objects.size(); ++o) {
      if (objects.contains(o) || kernel_.module.objects[o].space == Space::Shared) {
        Contents& contents = facts_.contents[o];
        contents.rest = contents.rest.value_or(0);
        for (auto& byte : contents.bytes) {
          byte = byte.value_or(0);
        }
      }
    }
  }

  /// Of granules that may hold what nobody knows, those that are read together are kept apart: the code is
  /// written again when it is known which they are.
  std::vector<WrittenThread> threadsByGranules(const InputReader& inputs) {
    std::vector<WrittenThread> threads = writtenThreads(inputs);
    for (unsigned pass = 0; pass < kMostGranulePasses; ++pass) {
      const std::set<std::uint32_t> unknown = keepKnownApart(threads, facts_);
      if (unknown.empty()) {
        break;
      }
      Granules granules = granulesOf(unknown, inputs, threads);
      bool several = false;
      forEachOf<SharedAccess>(threads, [&](const SharedAccess& access, const ResidualStep&) {
        for (std::size_t e = 0; e < access.targets.size(); ++e) {
          const unsigned bytes = access.access->bytes;
          several =
              several || !granules.endsIn(access.where, static_cast<std::int64_t>(e * bytes), bytes).empty();
        }
      });
      if (!several || granules == facts_.granules) {
        break;
      }
      facts_.granules = std::move(granules);
      threads = writtenThreads(inputs);
    }
    return threads;
  }

  Granules granulesOf(const std::set<std::uint32_t>& objects, const InputReader& inputs,
                      const std::vector<WrittenThread>& threads) const {
    Granules granules;
    try {
      const MemoryLayout layout = layOutMemory(inputs, threads);
      for (const std::uint32_t object : objects) {
        if (const ObjectLayout* memory = layout.layout(object)) {
          granules.cells.emplace(object, memory->cells);
        }
      }
    } catch (const Refusal&) {
      // It is said when memory is laid out for good.
    }
    return granules;
  }

  static std::set<std::uint32_t> reachedObjects(const std::vector<WrittenThread>& threads) {
    std::set<std::uint32_t> reached;
    forEachOf<SharedAccess>(threads, [&](const SharedAccess& access, const ResidualStep&) {
      const std::vector<std::uint32_t> objects = objectsOf(access);
      reached.insert(objects.begin(), objects.end());
    });
    for (const WrittenThread& thread : threads) {
      reached.insert(thread.openReads.begin(), thread.openReads.end());
      reached.insert(thread.knownReads.begin(), thread.knownReads.end());
      for (const AsyncAgent& agent : thread.agents) {
        if (agent.copy != nullptr) {
          reached.insert({agent.from.object, agent.to.object});
        }
      }
    }
    return reached;
  }

  /// All arrays of .extern .shared begin at one place (PTX ISA, 5.1.7): several names of them are one array.
  void requireOneDynamicArray(const std::vector<WrittenThread>& threads) {
    std::set<std::uint32_t> dynamic;
    forEachOf<SharedAccess>(threads, [&](const SharedAccess& access, const ResidualStep&) {
      for (const std::uint32_t object : objectsOf(access)) {
        const ObjectDeclaration& declared = kernel_.module.objects[object];
        if (declared.space == Space::Shared && !declared.size && !declared.apart) {
          dynamic.insert(object);
        }
      }
    });
    if (dynamic.size() > 1 && hasClusters()) {
      diagnostics_.error(kernel_.module.objects[*dynamic.rbegin()].place,
                         "several .extern .shared arrays share their memory, which is not supported");
    }
  }

  MemoryLayout layOutMemory(const InputReader& inputs, const std::vector<WrittenThread>& threads) const {
    MemoryLayout layout(kernel_.module, facts_);
    forEachOf<SharedAccess>(threads, [&](const SharedAccess& access, const ResidualStep& step) {
      layout.note(access, step.origin);
    });
    for (const auto& [object, type] : inputs.types()) {
      const ObjectDeclaration& declared = kernel_.module.objects[object];
      const bool said = facts_.sizes.contains(object) && declared.space == Space::Global &&
                        (!declared.ofHost || inputs.arrays().contains(object));
      if (said) {
        layout.mention(object, type.bytes);
      }
    }
    for (const auto& [object, shape] : inputs.shapes()) {
      if (layout.isUsed(object)) {
        layout.holds(object, shape);
      }
    }
    layout.finish();
    return layout;
  }

  void emitThreads(const MemoryLayout& layout, Locations& locations, std::vector<WrittenThread> threads) {
    EmitContext context{kernel_.module, facts_, layout, [&](std::uint32_t object, std::uint32_t group) {
                          return locations.addressOf(object, group);
                        }};
    forEachOf<KnownVote>(threads, [&](const KnownVote&, const ResidualStep&) {
      if (!context.votes) {
        context.votes = locations.declareVotes();
      }
    });
    const auto cells = locations.declareLaneCells(cellsOfLanes(threads), kernel_.place(), diagnostics_);
    context.addressOfCell = [&](const LaneCell& cell) {
      return cells.at({cell.warp, cell.exchange}) + cell.lane;
    };
    const auto isOpen = [](const WrittenThread& thread) {
      return thread.unwritten || !thread.openReads.empty() || !thread.notComputed.empty();
    };
    context.unknown = !locations.unknown().empty() || std::ranges::any_of(threads, isOpen) ||
                      std::ranges::any_of(kernel_.module.functions, &Function::readsClocks);
    context.largeWords = namesLargeWords(threads) ||
                         std::ranges::any_of(program_->locations, [](const MemoryLocation& location) {
                           return isAddress(location.initial);
                         });
    context.isUnknown = [&](std::uint32_t object) { return locations.unknown().contains(object); };
    context.ofPtx = kernel_.language->ofPtx;
    if (context.ofPtx) {
      context.mixed = accessedInSeveralSizes(kernel_.module, facts_, threads, layout);
    }
    for (ThreadId t = 0; t < threads.size(); ++t) {
      question_.deadline.check();
      emitThread(context, std::move(threads[t].code), threads[t].owner.value_or(t), program_->threads[t]);
    }
    enterLevels();
    markAtomics();
    sayWhatIsOfPtxAlone();
  }

  /// Proxies are of PTX: to other models a bulk copy is an access like others.
  void sayWhatIsOfPtxAlone() {
    for (const Thread& thread : program_->threads) {
      for (const hrfcheck::Instruction& instruction : thread.instructions) {
        if (std::ranges::find(instruction.marks, kMarkAsync) != instruction.marks.end()) {
          diagnostics_.warning(
              instruction.place,
              "only models of PTX know the async proxy, which bulk copies are in, and the fences "
              "that it needs");
          return;
        }
      }
    }
  }

  /// Locations that are accessed atomically are those of atomic types: PTX does not say it otherwise.
  void markAtomics() {
    for (const Thread& thread : program_->threads) {
      for (const hrfcheck::Instruction& instruction : thread.instructions) {
        const Atomicity* atomicity = atomicityOf(instruction.operation);
        const ExprPtr address = operandsOf(instruction.operation).address;
        const auto* known = address == nullptr ? nullptr : std::get_if<ConstantExpr>(&address->node);
        const auto location = known == nullptr ? std::nullopt : program_->locationAt(known->value);
        if (atomicity != nullptr && location) {
          program_->locations[*location].atomicType = true;
        } else if (atomicity != nullptr && address != nullptr) {
          std::ranges::for_each(program_->locations, [](MemoryLocation& l) { l.atomicType = true; });
          return;
        }
      }
    }
  }

  void sayWhatIsOpen(const MemoryLayout& layout, const Locations& locations,
                     const std::vector<WrittenThread>& threads) {
    std::vector<std::string> found;
    std::vector<std::string> unknown;
    std::vector<std::string> parameters;
    std::set<std::uint32_t> read;
    for (const WrittenThread& thread : threads) {
      read.insert(thread.openReads.begin(), thread.openReads.end());
    }
    for (const std::uint32_t object : read) {
      const NamedObject* named = kernel_.names.of(object);
      const std::string name =
          fmt::format("'{}'", named != nullptr ? named->name : kernel_.module.objects[object].name);
      if (named != nullptr && named->parameter) {
        if (std::ranges::find(parameters, name) == parameters.end()) {
          parameters.push_back(name);
        }
      } else if (!locations.unknown().contains(object)) {
        unknown.push_back(name);
      }
    }
    for (const auto& [object, memory] : layout.objects()) {
      const bool pointee =
          kernel_.module.objects[object].space == Space::Global && !kernel_.module.objects[object].size;
      // A pointer of the source that says no more points to one element, and shared memory holds nothing at
      // first.
      const bool usual = kernel_.pointeesBeginAtZero;
      if (memory.sizeIsFound && pointee && !(usual && memory.cells.size() <= 1)) {
        found.push_back(fmt::format("'{}' {}", locations.nameOf(object),
                                    counted(static_cast<std::size_t>(memory.size), "byte")));
      }
      const bool shared = kernel_.module.objects[object].space == Space::Shared;
      if (locations.unknown().contains(object) && !(usual && shared)) {
        unknown.push_back(fmt::format("'{}'", locations.nameOf(object)));
      }
    }
    if (!found.empty()) {
      diagnostics_.warning(
          kernel_.place(),
          fmt::format("unspecified sizes are taken to be what the launch reaches: {}", commaList(found)));
    }
    if (!parameters.empty()) {
      diagnostics_.warning(kernel_.place(),
                           fmt::format("it is not specified what parameters are: {}", commaList(parameters)),
                           fmt::format("specify it: --init '{} = 1'",
                                       parameters.front().substr(1, parameters.front().size() - 2)));
    }
    if (!unknown.empty()) {
      diagnostics_.warning(
          kernel_.place(),
          fmt::format("it is not specified what memory holds initially: {}", commaList(unknown)),
          "specify it: --init 'NAME[4] = {1, 2, 3, 4}', or --init 'rest 0' for all other bytes");
    }
  }

  void sayWhatIsNotLookedAt(const MemoryLayout& layout, const Locations& locations) {
    for (const auto& [object, memory] : layout.objects()) {
      if (memory.looked != 0 && memory.sizeIsFound) {
        const std::string& name = locations.nameOf(object);
        diagnostics_.warning(
            kernel_.place(),
            fmt::format(
                "it is not specified how large '{}' is: addresses that depend on values read are taken "
                "to reach only its first {}; if one reaches further, the answer is open",
                name,
                counted(static_cast<std::size_t>(memory.looked / memory.cells.front().bytes), "element")),
            fmt::format("specify it: --init '{}[4]' on the command line, or a line '//# init {}[4]'", name,
                        name));
      } else if (memory.looked != 0 && memory.looked < memory.size) {
        const unsigned bytes = memory.cells.front().bytes;
        diagnostics_.warning(
            kernel_.place(),
            fmt::format(
                "of '{}', which has {} elements, addresses that depend on values read are taken to reach only the "
                "first {}: if one reaches further, the answer is open",
                locations.nameOf(object), memory.size / bytes, memory.looked / bytes));
      }
    }
  }

  /// What is taken for any number, and what need not give what it gives here.
  void sayWhatIsNotComputed(const std::vector<WrittenThread>& threads) {
    const auto say = [&](std::set<std::uint32_t> WrittenThread::*origins, std::string_view what) {
      std::map<std::string, std::uint32_t> names;
      for (const WrittenThread& thread : threads) {
        for (const std::uint32_t origin : thread.*origins) {
          names.emplace(kernel_.module.nameOf ? kernel_.module.nameOf(origin) : "", origin);
        }
      }
      std::vector<std::string> listed;
      for (const auto& [name, origin] : names) {
        listed.push_back(name);
      }
      if (!names.empty()) {
        const Place place = kernel_.module.placeOf(names.begin()->second);
        diagnostics_.warning(place.known() ? place : kernel_.place(),
                             fmt::format("{}: {}", what, commaList(listed)));
      }
    };
    say(&WrittenThread::notComputed, "not computed from the values read here, and taken to be any number");
    say(&WrittenThread::misaligned,
        kernel_.language->ofPtx
            ? "at an address that is not a multiple of its size, which PTX leaves undefined"
            : "at an address that is not a multiple of its alignment, which is undefined");
    say(&WrittenThread::approximated, "approximate, and assumed to be rounded correctly");
  }

  void conditions(const InputReader& inputs, const Locations& locations) {
    const auto objectNamed = [&](std::string_view text) -> std::string {
      std::set<std::uint32_t> objects;
      for (const NamedObject* named : kernel_.names.find(text)) {
        const auto pointee = inputs.pointees().find(named->object);
        objects.insert(pointee == inputs.pointees().end() ? named->object : pointee->second);
      }
      const bool one = objects.size() == 1 && locations.has(*objects.begin());
      return one ? locations.nameOf(*objects.begin()) : "";
    };
    const auto holdsFloats = [&](LocationId location) { return locations.floats().contains(location); };
    ConditionWords words(names_, kernel_.constants, objectNamed, holdsFloats, question_.source, diagnostics_);
    SectionReader sections(
        *program_, names_, dialect(), [](TokenCursor&, const Token&) {}, [this] { return levels(); });
    readDirected(sections, question_.directives, *program_, diagnostics_,
                 [&](std::vector<Token> tokens) { return words.translated(tokens); });
    failOnErrors();
    if (question_.outcome) {
      ConditionWords asked(names_, kernel_.constants, objectNamed, holdsFloats, question_.outcome,
                           diagnostics_);
      sections.ask(question_.outcome, diagnostics_,
                   [&](std::vector<Token> tokens) { return asked.translated(tokens); });
      failOnErrors();
    }
    if (program_->condition == nullptr && program_->observed.empty()) {
      for (const LocationId location : locations.results()) {
        program_->observed.push_back({kNoThread, 0, location});
      }
      program_->observedByDefault = true;
    }
    sections.finish();
    judgeUnknown();
  }

  /// Parameters that nothing says, and that are no pointers.
  void considerNumbers() {
    for (const NamedObject& named : kernel_.names.all()) {
      const std::optional<std::uint64_t> size = kernel_.module.objects[named.object].size;
      if (named.parameter && size && *size <= sizeof(std::uint64_t) &&
          !facts_.contents.contains(named.object)) {
        openNumbers_.push_back(named.object);
      }
    }
    if (!considered_ || openNumbers_.empty()) {
      return;
    }
    std::vector<std::string> said;
    for (std::size_t i = 0; i < openNumbers_.size(); ++i) {
      const std::uint32_t object = openNumbers_[i];
      const std::uint64_t number = considered_->first + i * considered_->step;
      std::vector<std::optional<std::uint8_t>>& bytes = facts_.contents[object].bytes;
      for (std::uint64_t b = 0; b < *kernel_.module.objects[object].size; ++b) {
        bytes.emplace_back(static_cast<std::uint8_t>(number >> (b * 8)));
      }
      const NamedObject* named = kernel_.names.of(object);
      said.push_back(fmt::format("{} = {}", named != nullptr ? named->name : "", number));
    }
    program_->openValues =
        fmt::format("it is not specified what parameters are; this is with {}", commaList(said));
  }

  /// Whether it is only by values that nobody said that a condition may hold, or fail.
  void judgeUnknown() {
    for (const StateVariable& v : variablesOf(*program_->condition)) {
      if (!v.isRegister() && isUnknown(program_->locations[v.location].initial) &&
          !settledByUnknown(*program_->condition, program_->quantifier == Quantifier::Forall, v)) {
        program_->openValues = fmt::format("it is not specified what '{}' holds initially",
                                           program_->locations[v.location].name);
        return;
      }
    }
  }

  Kernel kernel_;
  const Question& question_;
  Diagnostics& diagnostics_;
  std::optional<OpenNumbers> considered_;
  std::vector<std::uint32_t> openNumbers_;  ///< objects
  std::shared_ptr<Program> program_;
  Names names_;
  LaunchFacts facts_;
  LivenessOfFunctions liveness_{kernel_.module, question_.deadline};
};

}  // namespace

const KernelLanguage& cudaAsPtx() {
  static const KernelLanguage language{kCudaDialect};
  return language;
}

std::shared_ptr<const Program> readKernel(Kernel kernel, const Question& question, Diagnostics& diagnostics) {
  const Kernel written = kernel;  // what is read adds to it
  KernelReader reader(std::move(kernel), question, diagnostics);
  std::shared_ptr<const Program> program = reader.run();
  reader.addVariants(written);
  return program;
}

}  // namespace hrfcheck::frontend::lowlevel
