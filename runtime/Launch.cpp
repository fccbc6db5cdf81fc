// Run the programs of a grid.
// A thread takes a fixed share of what is left of a part of the grid, so that
// chunks are large (what is invariant over programs is computed once a chunk),
// but for the first, and end small (threads finish together). Programs that
// wait for one another are given out in small chunks, in stripes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Launch.h"
#include "triton-shared/Runtime/Arena.h"
#include "triton-shared/Runtime/Clock.h"
#include "triton-shared/Runtime/Distance.h"
#include "triton-shared/Runtime/KernelExit.h"
#include "triton-shared/Runtime/Team.h"
#include "triton-shared/Runtime/Turns.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>
#include <utility>

namespace mlir::tts::runtime {
namespace {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
static_assert(offsetof(RunContext, launch) == 0,
              "kernels read the launch at the start of the context");
static_assert(offsetof(RunContext, resident) == TTS_CONTEXT_RESIDENT,
              "kernels read whether their output was there");
static_assert(offsetof(RunContext, apart) == TTS_CONTEXT_APART,
              "kernels read whether cores lie apart");
static_assert(offsetof(RunContext, joins) == TTS_CONTEXT_JOINS,
              "kernels write how many programs they do at once");
#pragma GCC diagnostic pop

/// Below this much work in total, one thread is done before another is awake.
constexpr double kWorthSharingNs = 3000;
/// A chunk should last at least this long to hide the cost of taking it.
constexpr double kChunkNs = 1000;
/// A chunk is one of so many equal ones of what is left; of two, while those
/// last no longer than this: a chunk costs a hundredth of that. Where the
/// kernel does several programs at once, it is half as many at least, and a
/// multiple of so many, whose elements may share a line of the caches.
constexpr int64_t kShares = 8;
constexpr double kHalfNs = 6000;
constexpr int64_t kLinePrograms = 32;
/// So long a thread goes on before it asks whether it shall; the first time,
/// when programs may take longer than those of the launch before, less.
constexpr double kPieceNs = 2e7;
constexpr double kFirstPieceNs = 1e6;
/// A chunk of programs that wait for one another should last no longer: who
/// waits for one of them may have to wait for those before it.
constexpr double kWaitingChunkNs = 4000;

/// Programs that wait do so for locks, as a rule, and those that share one lie
/// a power of two apart (partial sums in 64 to 256 rows). In stripes of this
/// many, the lines that a lock guards stay with one thread, where half of them
/// would come from the other core. Fewer stripes than these a thread leave
/// cores idle at the end.
constexpr int64_t kStripe = 32, kStripes = 8;

/// How many programs a chunk has.
struct ChunkSize {
  int64_t least, most;
  /// One half of what is left has no more than this.
  int64_t mostOfHalf;
  /// A multiple of this, but for the last one of a part.
  int64_t grain;

  int64_t of(int64_t left) const {
    int64_t share = std::max(left / kShares, std::min(left / 2, mostOfHalf));
    share = std::min(std::max(share, least), most);
    return std::min((share + grain - 1) / grain * grain, left);
  }
};

/// A contiguous part of the grid, worked off from its front; or every so many
/// stripes of it, in which `next` counts programs.
struct alignas(64) Part {
  std::atomic<int64_t> next{0};
  /// With stripes: has a thread come whose part this is?
  std::atomic<bool> joined{false};
  int64_t end = 0;

  /// Takes a share of what is left.
  bool take(const ChunkSize &size, int64_t &first, int64_t &last) {
    first = next.load(std::memory_order_relaxed);
    do {
      if (first >= end)
        return false;
      last = first + size.of(end - first);
    } while (
        !next.compare_exchange_weak(first, last, std::memory_order_relaxed));
    return true;
  }
};

/// More threads than this share parts.
constexpr int kMaxParts = 64;

/// The parts of a grid. Only those that are used are made: all of them would be
/// 4 KiB to clear at each launch.
class Parts {
public:
  explicit Parts(int count) {
    for (int i = 0; i < count; ++i)
      new (storage + std::size_t(i) * sizeof(Part)) Part;
  }
  Part &operator[](int index) {
    return *std::launder(
        reinterpret_cast<Part *>(storage + std::size_t(index) * sizeof(Part)));
  }

private:
  alignas(Part) std::byte storage[kMaxParts * sizeof(Part)];
};

/// Every thread starts on a part of its own, the same at every launch, so that
/// what a thread wrote is read where it is cached; then it helps with others'.
struct Job {
  KernelCode &kernel;
  const void *args;
  const int32_t *grid;
  RunContext &context;
  ChunkSize chunk;
  int threads, parts;
  int64_t begin, end;
  bool striped;
  /// Parts that no thread has joined.
  std::atomic<int> absent;
  Parts part;
  /// Ticks that a program took, of the thread where they were the fewest: one
  /// that the system stops in between has not measured the programs.
  std::atomic<float> fewestTicks{std::numeric_limits<float>::infinity()};

  void measured(uint64_t ticks, int64_t programs) {
    float own = float(ticks) / float(programs);
    float least = fewestTicks.load(std::memory_order_relaxed);
    while (own < least && !fewestTicks.compare_exchange_weak(
                              least, own, std::memory_order_relaxed)) {
    }
  }

  void divide() {
    // In stripes, every part counts from 0.
    if (striped)
      return;
    int64_t grains = (end - begin) / chunk.grain;
    int64_t first = begin;
    for (int i = 0; i < parts; ++i) {
      part[i].next.store(first, std::memory_order_relaxed);
      first += (grains / parts + (i < grains % parts)) * chunk.grain;
      part[i].end = i == parts - 1 ? end : first;
    }
  }

  void join(int index) {
    if (striped && !part[index].joined.exchange(true))
      absent.fetch_sub(1, std::memory_order_relaxed);
  }

  /// Takes the next programs of a part's stripes, or of an earlier stripe of a
  /// part that nobody has joined: most programs that wait do so for one before
  /// them, and helpers may never come. Thus the first program that is not done
  /// is under way, or in what was given to a thread, which gets to it when what
  /// is before it there is done or waits.
  bool takeFromStripe(int index, int64_t &first, int64_t &last) {
    for (;;) {
      int chosen = index;
      int64_t turn = part[index].next.load(std::memory_order_relaxed);
      if (absent.load(std::memory_order_relaxed) > 0) {
        for (int i = 0; i < parts; ++i) {
          int64_t other = part[i].next.load(std::memory_order_relaxed);
          if (!part[i].joined.load(std::memory_order_relaxed) &&
              std::pair(other / kStripe, i) < std::pair(turn / kStripe, chosen))
            turn = other, chosen = i;
        }
      }
      first =
          begin + (turn / kStripe * parts + chosen) * kStripe + turn % kStripe;
      if (first >= end)
        return false;
      // About as much is left of each part.
      int64_t share = (end - first) / parts / kShares;
      int64_t count = std::min({std::clamp<int64_t>(share, 1, chunk.most),
                                kStripe - turn % kStripe, end - first});
      last = first + count;
      if (part[chosen].next.compare_exchange_weak(turn, turn + count,
                                                  std::memory_order_relaxed))
        return true;
    }
  }
};

/// How many programs take so long; one if that is not known.
int64_t lasting(double ticksPerProgram, double ns, int64_t atMost) {
  double fit = ticksPerProgram > 0 ? ns * ticksPerNs() / ticksPerProgram : 1;
  return std::clamp<int64_t>(int64_t(std::min(fit, 1e9)), 1,
                             std::max<int64_t>(1, atMost));
}

/// The next launch's estimate of a program. It follows quickly downwards, since
/// a first, cold run says little, and upwards by no more than double: a thread
/// that waited for its core takes a thousand times as long, and a small kernel
/// that is shared by mistake waits for such threads at each launch.
void learn(KernelCode &kernel, float now) {
  float before = kernel.ticksPerProgram.load(std::memory_order_relaxed);
  float after = before == 0.0f || now < before
                    ? now
                    : before + std::min((now - before) / 4, before);
  kernel.ticksPerProgram.store(after, std::memory_order_relaxed);
}

/// The calling thread's scratch; false if there is none to be had.
bool scratch(const KernelCode &kernel, RunContext &context, char *&arena) {
  arena = kernel.arenaBytes ? acquireArena(kernel.arenaBytes) : nullptr;
  if (arena || kernel.arenaBytes == 0)
    return true;
  context.fail(Failure::OutOfMemory, nullptr, 0, 0, 0);
  return false;
}

/// One thread's way through the parts, and the programs that it took last. What
/// changes with each chunk is here: threads that wrote to the job would wait
/// for its lines.
struct Share {
  Job &job;
  int current, tried = 0;
  ChunkSize chunk = job.chunk;
  int64_t first = 0, last = 0;

  bool take() {
    job.context.poll();
    while (tried < job.parts && !job.context.failed()) {
      if (job.striped ? job.takeFromStripe(current, first, last)
                      : job.part[current].take(chunk, first, last))
        return true;
      current = (current + 1) % job.parts;
      ++tried;
    }
    return false;
  }
};

int64_t runChunks(Share &share, char *arena) {
  Job &job = share.job;
  int64_t programs = 0;
  uint64_t start = readClock();
  do {
    runPrograms(job.kernel.function, job.args, job.grid, share.first,
                share.last, arena, &job.context);
    int64_t count = share.last - share.first;
    programs += count;
    uint64_t now = readClock();
    share.chunk.most = lasting(double(now - start) / double(count), kPieceNs,
                               std::numeric_limits<int64_t>::max());
    start = now;
  } while (share.take());
  return programs;
}

int64_t runWaiting(Share &share, char *arena) {
  Job &job = share.job;
  auto take = [](void *data, tts_programs &programs) {
    auto &share = *static_cast<Share *>(data);
    bool taken = share.take();
    programs = {share.first, share.last};
    return taken;
  };
  return runInTurns({job.kernel.function, job.args, job.grid, job.context,
                     job.kernel.arenaBytes, take, &share},
                    {share.first, share.last}, arena);
}

void work(void *pointer, int index) {
  Job &job = *static_cast<Job *>(pointer);
  Share share{job, index % job.parts};
  job.join(share.current);
  if (!share.take())
    return;
  char *arena;
  if (!scratch(job.kernel, job.context, arena))
    return;
  if (job.kernel.waits)
    measureDistance(index, job.threads);
  uint64_t start = readClock();
  int64_t programs =
      job.kernel.waits ? runWaiting(share, arena) : runChunks(share, arena);
  job.measured(readClock() - start, programs);
  trimArena();
}

/// Runs a small job on the calling thread, or any if it may not be shared. An
/// eighth of it goes first: should that show the job to be larger than the
/// estimate had it, false is returned with `done` programs done.
bool runAlone(KernelCode &kernel, const void *args, const int32_t *grid,
              int64_t total, bool mayShare, RunContext &context,
              int64_t &done) {
  char *arena;
  if (!scratch(kernel, context, arena))
    return true;
  if (total == 1) {
    runPrograms(kernel.function, args, grid, 0, 1, arena, &context);
    return true;
  }
  float known = kernel.ticksPerProgram.load(std::memory_order_relaxed);
  int64_t last =
      mayShare ? (total + 7) / 8 : lasting(known, kFirstPieceNs, total);
  for (;;) {
    uint64_t start = readClock();
    runPrograms(kernel.function, args, grid, done, last, arena, &context);
    double ticks = double(readClock() - start) / double(last - done);
    if (done == 0)
      learn(kernel, float(ticks));
    done = last;
    context.poll();
    if (done == total || context.failed())
      return true;
    if (mayShare &&
        ticks * double(total - done) > 2 * kWorthSharingNs * ticksPerNs())
      return false;
    last = done + lasting(ticks, kPieceNs, total - done);
  }
}

/// Runs all programs of a grid that has some.
void runGrid(KernelCode &kernel, const void *args, const int32_t grid[3],
             int threads, RunContext &context) {
  int64_t total = int64_t(grid[0]) * grid[1] * grid[2];
  double ticks = kernel.ticksPerProgram.load(std::memory_order_relaxed);
  bool mayShare = threads > 1 && total > 1;
  bool small =
      ticks > 0 && ticks * double(total) < kWorthSharingNs * ticksPerNs();
  int64_t done = 0;
  if (kernel.waits) {
    // Any may wait for any: no share of them can go first.
    threads = small ? 1 : threads;
  } else if (!mayShare || small) {
    // What a program left in the arena is for those that follow: it stays.
    if (runAlone(kernel, args, grid, total, mayShare, context, done)) {
      trimArena();
      return;
    }
  }
  threads = int(std::min<int64_t>({threads, total - done, affinityCount()}));
  ChunkSize chunk{/*least=*/1, /*most=*/total, /*mostOfHalf=*/1, /*grain=*/1};
  if (kernel.waits) {
    chunk.most = lasting(ticks, kWaitingChunkNs, total);
  } else {
    int64_t left = total - done;
    chunk.most = lasting(ticks, kFirstPieceNs, total);
    chunk.least = lasting(ticks, kChunkNs, left / threads);
    chunk.mostOfHalf = lasting(ticks, kHalfNs, left);
    int64_t joins = kernel.joins.load(std::memory_order_relaxed);
    chunk.least = std::max(chunk.least, std::min(joins / 2, left / threads));
    int64_t grain = std::min(joins, kLinePrograms);
    if (grain > 1 && left / threads >= 2 * grain)
      chunk.grain = grain;
  }
  int parts = std::min(threads, kMaxParts);
  bool striped = kernel.waits && !kernel.waitsByLock &&
                 total - done >= kStripe * kStripes * parts;
  if (kernel.waits && threads > 1)
    context.apart = coresLieApart();
  Job job{kernel, args, grid,  context, chunk, threads,
          parts,  done, total, striped, parts, Parts(parts)};
  job.divide();
  runOnTeam(threads, work, &job);
  if (float least = job.fewestTicks.load(); std::isfinite(least))
    learn(kernel, least);
  trimArena();
}

} // namespace

void launchGrid(KernelCode &kernel, const void *args, const int32_t grid[3],
                int threads, RunContext &context) {
  if (grid[0] <= 0 || grid[1] <= 0 || grid[2] <= 0)
    return;
  runGrid(kernel, args, grid, threads, context);
  if (int32_t joins = context.joins.load(std::memory_order_relaxed))
    kernel.joins.store(joins, std::memory_order_relaxed);
  leaveAtomics(context);
}

} // namespace mlir::tts::runtime
