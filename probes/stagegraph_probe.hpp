// A monitor of queues for Stagegraph (C++17, one header, no dependencies): what passes one end of a queue in each period, and
// for how long it was blocked there, as rows of the table tc, from which `stagegraph estimate` tells the rate of the server.
//
//   stagegraph::Monitor monitor("rates.csv");              // the file that is written; a pipe or "/dev/stdout" as well
//   stagegraph::Probe &probe = monitor.head("input");      // who reads from the queue; tail() for who writes
//   monitor.start();
//
//   In the loop of the thread that reads:   probe.pass([&] { return queue.try_pop(item); });
//   or, where the queue waits by itself:    { stagegraph::Waiting waiting(probe); queue.pop(item); }  probe.passed();
//
// Each probe belongs to one thread. Counters only rise and are never reset by the monitor, so none is lost.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <stdexcept>
#include <string>
#include <thread>

namespace stagegraph {

inline std::int64_t now_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

// One end of one queue. Aligned so that the monitor disturbs no other data of the thread.
class alignas(128) Probe {
 public:
  // Items that passed. One load and one store of a line that this thread alone writes.
  void passed(std::uint64_t items = 1) noexcept {
    items_.store(items_.load(std::memory_order_relaxed) + items, std::memory_order_relaxed);
  }

  // The queue let nothing pass from now on. The clock is read here and at the end of the wait, and nowhere else.
  void wait_begins() noexcept { change([this](std::int64_t now) { since_.store(now, std::memory_order_relaxed); }); }

  void wait_ends() noexcept {
    change([this](std::int64_t now) {
      const std::int64_t since = since_.load(std::memory_order_relaxed);
      blocked_.store(blocked_.load(std::memory_order_relaxed) + now - since, std::memory_order_relaxed);
      since_.store(0, std::memory_order_relaxed);
    });
  }

  // The thread ends: no more rows, also none of the period that is under way.
  void finished() noexcept { finished_.store(true, std::memory_order_relaxed); }
  bool is_finished() const noexcept { return finished_.load(std::memory_order_relaxed); }

  // Asks until `attempt()` is true; the time from the first refusal on is blocked.
  template <class Attempt>
  void pass(Attempt &&attempt) {
    if (!attempt()) wait_for(attempt);
    passed();
  }

  // Both at one moment: how many passed, and for how long it was blocked until `now`.
  void read(std::int64_t now, std::uint64_t &items, std::int64_t &blocked) const noexcept {
    for (;;) {
      const std::uint32_t before = version_.load(std::memory_order_acquire);
      items = items_.load(std::memory_order_relaxed);
      const std::int64_t since = since_.load(std::memory_order_relaxed);
      blocked = blocked_.load(std::memory_order_relaxed) + (since != 0 && now > since ? now - since : 0);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (before % 2 == 0 && version_.load(std::memory_order_relaxed) == before) return;
    }
  }

 private:
  // Out of line, so that an attempt that succeeds costs no more than the count.
  template <class Attempt>
#if defined(__GNUC__)
  __attribute__((noinline, cold))
#endif
  void wait_for(Attempt &attempt) {
    wait_begins();
    while (!attempt()) {
    }
    wait_ends();
  }

  // The monitor reads again what it read while this was under way.
  template <class Change>
  void change(Change &&make) noexcept {
    const std::int64_t now = now_ns();
    const std::uint32_t version = version_.load(std::memory_order_relaxed);
    version_.store(version + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    make(now);
    version_.store(version + 2, std::memory_order_release);
  }

  std::atomic<std::uint64_t> items_{0};
  std::atomic<std::int64_t> blocked_{0};
  std::atomic<std::int64_t> since_{0};
  std::atomic<std::uint32_t> version_{0};
  std::atomic<bool> finished_{false};
};

// From its making to its end a wait.
class Waiting {
 public:
  explicit Waiting(Probe &probe) noexcept : probe_(probe) { probe_.wait_begins(); }
  ~Waiting() { probe_.wait_ends(); }
  Waiting(const Waiting &) = delete;
  Waiting &operator=(const Waiting &) = delete;

 private:
  Probe &probe_;
};

// A thread of its own that reads all probes every T and writes a row for each.
class Monitor {
 public:
  // T in s; 0: the shortest at which nine of ten periods are within 1 % (Beard & Chamberlain 2015, section IV.A).
  explicit Monitor(const std::string &path, double period = 0)
      : file_(std::fopen(path.c_str(), "w")), period_(std::llround(period * 1e9)) {
    if (!file_) throw std::runtime_error("stagegraph: cannot write " + path);
    if (!(period >= 0)) throw std::invalid_argument("stagegraph: expected a period >= 0 s");
  }

  ~Monitor() {
    stop();
    std::fclose(file_);
  }

  Monitor(const Monitor &) = delete;
  Monitor &operator=(const Monitor &) = delete;

  // Before start().
  Probe &head(const std::string &queue) { return add(queue, "head"); }
  Probe &tail(const std::string &queue) { return add(queue, "tail"); }

  void start() {
    std::fputs("#qtm 1 tc time=ns\nqueueId,end,time,period,count,blocked,blockedFor\n", file_);
    stopping_.store(false);
    thread_ = std::thread([this] { run(); });
  }

  // The period that is under way is not written.
  void stop() {
    stopping_.store(true);
    if (thread_.joinable()) thread_.join();
    std::fflush(file_);
  }

  // s; 0 while it is being searched.
  double period() const { return static_cast<double>(settled_.load()) / 1e9; }

 private:
  struct Place {
    std::string words;
    Probe probe;
    std::uint64_t items = 0;
    std::int64_t blocked = 0;
    bool begun = false;
  };

  static constexpr std::int64_t kShortest = 100'000, kLongest = 100'000'000;
  static constexpr int kTrials = 32;
  static constexpr std::int64_t kFlushEvery = 200'000'000;

  Probe &add(const std::string &queue, const char *end) {
    std::string quoted;
    for (const char letter : queue) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    places_.emplace_back();
    places_.back().words = "\"" + quoted + "\"," + end;
    return places_.back().probe;
  }

  void run() {
    const std::int64_t period = period_ > 0 ? period_ : search();
    settled_.store(period);
    const std::int64_t origin = now_ns();
    std::int64_t last = origin, flushed = origin;
    for (std::int64_t at = last + period; !stopping_.load(std::memory_order_relaxed); at += period) {
      const std::int64_t now = sleep_to(at);
      if (stopping_.load(std::memory_order_relaxed)) break;
      for (Place &place : places_) write(place, now, now - last, now - origin);
      last = now;
      // After a long interruption: no burst of periods without length.
      if (now > at + period) at = now;
      if (now - flushed < kFlushEvery) continue;
      std::fflush(file_);
      flushed = now;
    }
  }

  void write(Place &place, std::int64_t now, std::int64_t period, std::int64_t time) {
    std::uint64_t items;
    std::int64_t blocked;
    place.probe.read(now, items, blocked);
    if (place.probe.is_finished()) return;
    // Before its thread is at work there is nothing to see.
    if (!place.begun) {
      place.begun = items > 0 || blocked > 0;
      place.items = items;
      place.blocked = blocked;
      return;
    }
    std::int64_t waited = blocked - place.blocked;
    // A wait that ended between `now` and the reading belongs to the next period.
    if (waited < 0) waited = 0;
    if (waited > period) waited = period;
    std::fprintf(file_, "%s,%lld,%lld,%llu,%d,%lld\n", place.words.c_str(), static_cast<long long>(time),
                 static_cast<long long>(period), static_cast<unsigned long long>(items - place.items), waited > 0 ? 1 : 0,
                 static_cast<long long>(waited));
    place.items = items;
    place.blocked += waited;
  }

  // Longer and longer until the clock and the scheduler keep it.
  std::int64_t search() const {
    for (std::int64_t period = kShortest; period < kLongest; period *= 2) {
      int kept = 0;
      std::int64_t last = now_ns();
      std::int64_t at = last;
      for (int trial = 0; trial < kTrials && !stopping_.load(std::memory_order_relaxed); ++trial) {
        at += period;
        const std::int64_t now = sleep_to(at);
        if (std::llabs(now - last - period) * 100 <= period) ++kept;
        last = now;
      }
      if (kept * 10 >= kTrials * 9) return period;
    }
    return kLongest;
  }

  static std::int64_t sleep_to(std::int64_t at) {
    std::this_thread::sleep_until(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(at)));
    return now_ns();
  }

  std::FILE *file_;
  std::int64_t period_;
  std::atomic<std::int64_t> settled_{0};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
  std::deque<Place> places_;
};

}  // namespace stagegraph
