// Programs that wait let others run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Turns.h"
#include "triton-shared/Runtime/Clock.h"
#include "triton-shared/Runtime/Event.h"
#include "triton-shared/Runtime/KernelExit.h"

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <memory>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>

namespace mlir::tts::runtime {
namespace {

/// Pages are taken as they are touched; the lowest one is never there.
constexpr std::size_t kStackBytes = std::size_t(512) << 10;
constexpr std::size_t kGuardBytes = std::size_t(16) << 10;
constexpr std::size_t kPageBytes = 4096;
/// A guard divides a mapping, of which Linux allows a process 65,530
/// (`vm.max_map_count`); without one, those side by side are one. Further
/// programs do without: the stack of a kernel is known to be small.
constexpr int64_t kMostGuards = 1 << 14;
std::atomic<int64_t> guards{0};

/// Programs that wait this long let others run: a lock is free sooner, as a
/// rule. Where others wait beside it, a look at memory is enough. A loop that
/// works meanwhile may not wait at all: what a switch costs shall not be felt.
constexpr double kPatienceNs = 50000, kTurnNs = 500, kWorkNs = 200000;
/// Calls further apart belong to different waits; so many of them in a program
/// to one in which every look takes that long.
constexpr double kGapNs = 2000;
constexpr int kGaps = 64;
/// Without memory to begin more, it is others that may end the waits of a
/// thread. They have this long.
constexpr double kHopeNs = 1e9;

/// A program's stack, registers and scratch.
struct Fiber {
  ucontext_t state;
  std::jmp_buf *exit = nullptr;
  char *arena = nullptr;
  /// Null for the thread's own stack; then the scratch is the thread's, too.
  /// Else the scratch is behind the stack.
  void *stack = nullptr;
  std::size_t bytes = 0;
  bool guarded = false;
  /// Those that began before and after it.
  Fiber *previous = nullptr, *next = nullptr;

  Fiber() = default;
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;
  ~Fiber() {
    if (!stack)
      return;
    munmap(stack, bytes);
    if (guarded)
      guards.fetch_sub(1, std::memory_order_relaxed);
  }

  /// Null when memory is out.
  static std::unique_ptr<Fiber> make(std::size_t arenaBytes) {
    std::unique_ptr<Fiber> fiber(new (std::nothrow) Fiber);
    if (!fiber)
      return nullptr;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    fiber->bytes =
        kStackBytes + (arenaBytes + kPageBytes - 1) / kPageBytes * kPageBytes;
    void *stack =
        mmap(nullptr, fiber->bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (stack == MAP_FAILED)
      return nullptr;
    fiber->stack = stack;
    fiber->arena = static_cast<char *>(stack) + kStackBytes;
    fiber->guarded =
        guards.fetch_add(1, std::memory_order_relaxed) < kMostGuards;
    if (!fiber->guarded)
      guards.fetch_sub(1, std::memory_order_relaxed);
    else if (mprotect(stack, kGuardBytes, PROT_NONE) != 0)
      return nullptr;
    if (getcontext(&fiber->state) != 0)
      return nullptr;
    fiber->state.uc_stack.ss_sp = stack;
    fiber->state.uc_stack.ss_size = kStackBytes;
    fiber->state.uc_link = nullptr;
    return fiber;
  }
};

/// What one thread runs of a launch.
class Turns {
public:
  Turns(const ProgramSource &source, tts_programs first, char *arena)
      : source(source), programs(first), given(first.end), before(-first.next) {
    own.arena = arena;
  }

  tts_programs *shown() { return &programs; }

  /// On the thread's own stack. Programs that wait get their turn between any
  /// two that do not.
  int64_t run() {
    do {
      if (!drained)
        runKernel();
      resumeNext();
    } while (more() || fibers > 1);
    return before + programs.next;
  }

  void wait(bool works) {
    source.context.poll(current == &own);
    if (source.context.failed())
      leaveKernel();
    uint64_t now = readClock();
    double tick = ticksPerNs();
    bool alone = fibers == 1;
    if (programDone())
      since = now;
    if (alone && double(now - last) > kGapNs * tick && ++gaps < kGaps)
      since = now;
    last = now;
    double patience = works ? kWorkNs : alone ? kPatienceNs : kTurnNs;
    if (double(now - since) < patience * tick) {
      if (!works)
        relaxCPU();
      return;
    }
    // As many again may begin when all have waited in vain: a barrier needs
    // every program to begin, and most other waits none.
    bool allInVain = ++vain > fibers;
    if (allInVain) {
      vain = 1;
      mayBegin = fibers;
    }
    if (mayBegin && !drained && begin()) {
      --mayBegin;
      return;
    }
    // Who ends the wait may be a thread that has no core.
    if (alone || allInVain)
      sched_yield();
    if (works)
      since = now;
    resumeNext();
  }

private:
  /// Shows the kernel programs to run: all that were given, or one where others
  /// wait, which shall get their turn after it.
  bool more() {
    drained = drained || source.context.failed();
    if (!drained && programs.next == given) {
      tts_programs next;
      drained = !source.take(source.data, next);
      if (!drained) {
        before += given - next.next;
        programs = next;
        given = next.end;
      }
    }
    if (drained)
      return false;
    programs.end = fibers > 1 ? programs.next + 1 : given;
    return true;
  }

  /// Runs what is shown, on the stack and in the scratch at hand.
  void runKernel() {
    ++running;
    // The range says nothing: the kernel asks for `programs`.
    runPrograms(source.function, source.args, source.grid, 0, 0, current->arena,
                &source.context);
    --running;
    // What waits next has not waited yet.
    if (programDone())
      since = last = readClock();
  }

  /// Has a program been done since the last call? All that have begun are, but
  /// for one in each call of the kernel.
  bool programDone() {
    int64_t now = before + programs.next - running;
    if (std::exchange(done, now) == now)
      return false;
    vain = mayBegin = 0;
    gaps = 0;
    starving = false;
    return true;
  }

  static void body();

  /// Goes on with programs that have not begun, beside those that wait. False
  /// if there are none, or no memory for that.
  bool begin() {
    std::unique_ptr<Fiber> fiber = Fiber::make(source.arenaBytes);
    if (!fiber) {
      starve();
      return false;
    }
    ++fibers;
    if (!more()) {
      --fibers;
      return false;
    }
    makecontext(&fiber->state, body, 0);
    fiber->previous = newest;
    newest->next = fiber.get();
    newest = fiber.release();
    resume(*newest);
    return true;
  }

  /// There is no memory for one more. The launch fails when that lasts.
  void starve() {
    mayBegin = 0;
    if (!std::exchange(starving, true))
      starvingSince = last;
    else if (double(last - starvingSince) > kHopeNs * ticksPerNs())
      source.context.fail(Failure::OutOfMemory, nullptr, 0, 0, 0);
  }

  /// To and fro, so that programs that wait for one another in a row, in either
  /// direction, are done after one way through all.
  void resumeNext() {
    if (fibers == 1)
      return;
    if (!current->next)
      forward = false;
    else if (!current->previous)
      forward = true;
    resume(forward ? *current->next : *current->previous);
  }

  void resume(Fiber &to) {
    Fiber &from = *current;
    current = &to;
    from.exit = exchangeExitPoint(to.exit);
    swapcontext(&from.state, &to.state);
    resumed();
  }

  void resumed() {
    finished.reset();
    since = last = readClock();
    gaps = 0;
  }

  /// Leaves the current stack for good; who comes next frees it. It is never
  /// the thread's own, so that there is one before it.
  [[noreturn]] void finish() {
    finished.reset(current);
    Fiber *previous = current->previous, *next = current->next;
    previous->next = next;
    (next ? next->previous : newest) = previous;
    --fibers;
    current = forward && next ? next : previous;
    exchangeExitPoint(current->exit);
    setcontext(&current->state);
    std::abort(); // only with a context that was never saved
  }

  const ProgramSource &source;
  /// What the kernel may take of the programs that were given, which go up to
  /// `given`. So many have begun: `before` + `programs.next`.
  tts_programs programs;
  int64_t given, before;
  /// The thread's own, and the others in a list as they began: nothing but a
  /// fiber itself takes memory, and `make` says when that is out.
  Fiber own;
  Fiber *newest = &own, *current = &own;
  std::size_t fibers = 1;
  std::unique_ptr<Fiber> finished;
  bool forward = true;
  /// Calls of the kernel under way, each in a program, and programs done.
  int64_t running = 0, done = 0;
  /// Of the current wait: its start and the last call, in ticks.
  uint64_t since = 0, last = 0;
  /// Calls with a gap before them since the program began or went on.
  int gaps = 0;
  /// Turns since a program was done, and how many may begin before the next.
  std::size_t vain = 0, mayBegin = 0;
  /// Is there none left to be given?
  bool drained = false;
  /// Has memory been out since a program was done? Since which tick?
  bool starving = false;
  uint64_t starvingSince = 0;
};

thread_local Turns *turns = nullptr;

void Turns::body() {
  Turns &own = *turns;
  own.resumed();
  do {
    own.runKernel();
    own.resumeNext();
    // A stack is worth its switches as long as a program waits on another.
  } while (own.running > 0 && own.more());
  own.finish();
}

} // namespace

int64_t runInTurns(const ProgramSource &source, tts_programs first,
                   char *arena) {
  Turns own(source, first, arena);
  Turns *outer = std::exchange(turns, &own);
  int64_t done = own.run();
  turns = outer;
  return done;
}

} // namespace mlir::tts::runtime

void tts_rt_wait(void *, int32_t works) {
  assert(mlir::tts::runtime::turns && "not in a kernel that takes programs");
  mlir::tts::runtime::turns->wait(works != 0);
}

tts_programs *tts_rt_programs(void *) {
  return mlir::tts::runtime::turns->shown();
}

tts_programs *tts_rt_locked_programs(void *rt) { return tts_rt_programs(rt); }
