// A writer, a queue of 1,024 places and a reader; with and without the probe. Prints as JSON what processor time the reader took, and
// for services of 10 us or more how long all of them were under way, by a clock around each.
//   g++ -std=c++17 -O2 -pthread two_threads.cpp -o two_threads
//   ./two_threads cost ROUNDS SERVICE_NS           what the probe costs the reader, see below
//   ./two_threads ITEMS SERVICE_NS ARRIVAL_NS [FILE]     with FILE it is probed
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "stagegraph_probe.hpp"

namespace {

constexpr std::size_t kPlaces = 1024;

// Lock-free, for one writer and one reader.
class Ring {
 public:
  bool try_push(std::uint64_t item) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == kPlaces) return false;
    items_[tail % kPlaces] = item;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  bool try_pop(std::uint64_t &item) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (tail_.load(std::memory_order_acquire) == head) return false;
    item = items_[head % kPlaces];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  alignas(128) std::atomic<std::size_t> head_{0};
  alignas(128) std::atomic<std::size_t> tail_{0};
  std::vector<std::uint64_t> items_ = std::vector<std::uint64_t>(kPlaces);
};

// A chain of multiplications: as many steps take as long, whatever else the machine does.
std::uint64_t work(std::uint64_t seed, std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return seed;
}

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

// Steps of `work` in a nanosecond of this thread.
double steps_per_ns() {
  double best = 0;
  for (int i = 0; i < 9; ++i) {
    const double start = processor_seconds();
    volatile std::uint64_t keep = work(i, 2'000'000);
    (void)keep;
    const double rate = 2e6 / (1e9 * (processor_seconds() - start));
    if (rate > best) best = rate;
  }
  return best;
}

template <bool Probed>
double consume(Ring &ring, std::uint64_t items, std::uint64_t steps, stagegraph::Probe *probe, std::int64_t *served) {
  std::uint64_t sum = 0;
  const double start = processor_seconds();
  for (std::uint64_t i = 0; i < items; ++i) {
    std::uint64_t item = 0;
    const auto pop = [&] { return ring.try_pop(item); };
    if constexpr (Probed) {
      probe->pass(pop);
    } else {
      while (!pop()) {
      }
    }
    const std::int64_t begun = served ? stagegraph::now_ns() : 0;
    sum ^= work(item, steps);
    if (served) *served += stagegraph::now_ns() - begun;
  }
  volatile std::uint64_t keep = sum;
  (void)keep;
  return processor_seconds() - start;
}

// Processor time of the reader's loop with and without the probe, in turn, while a monitor reads. Its thread fills the queue before
// each thousand items, so that no wait for a writer is in it.
template <bool Probed>
double rounds(Ring &ring, std::uint64_t items, std::uint64_t steps, stagegraph::Probe *probe) {
  double used = 0;
  for (std::uint64_t done = 0; done < items; done += kPlaces) {
    for (std::size_t i = 0; i < kPlaces; ++i) ring.try_push(i);
    used += consume<Probed>(ring, kPlaces, steps, probe, nullptr);
  }
  return used;
}

int cost(int count, double service_ns) {
  const auto steps = static_cast<std::uint64_t>(steps_per_ns() * service_ns);
  constexpr std::uint64_t kItems = 16 * kPlaces;
  stagegraph::Monitor monitor("/dev/null", 1e-3);
  stagegraph::Probe &probe = monitor.head("input");
  monitor.start();
  Ring ring;
  std::vector<double> without, with, ratio;
  for (int i = 0; i < count; ++i) {
    // Who is first changes, so that a machine that gets slower favours neither.
    double plain = 0, probed = 0;
    if (i % 2 == 0) plain = rounds<false>(ring, kItems, steps, nullptr);
    probed = rounds<true>(ring, kItems, steps, &probe);
    if (i % 2 == 1) plain = rounds<false>(ring, kItems, steps, nullptr);
    without.push_back(1e9 * plain / kItems);
    with.push_back(1e9 * probed / kItems);
    ratio.push_back(probed / plain);
  }
  for (auto *values : {&without, &with, &ratio}) std::sort(values->begin(), values->end());
  const auto at = [&](const std::vector<double> &values, double share) { return values[std::size_t(share * (count - 1))]; };
  std::printf("{\"nsWithout\": %.6g, \"nsWith\": %.6g, \"ratio\": %.6g, \"quartiles\": [%.6g, %.6g]}\n", at(without, 0.5),
              at(with, 0.5), at(ratio, 0.5), at(ratio, 0.25), at(ratio, 0.75));
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fputs("usage: two_threads ITEMS SERVICE_NS ARRIVAL_NS [FILE]\n", stderr);
    return 2;
  }
  if (std::string(argv[1]) == "cost") return cost(std::atoi(argv[2]), std::atof(argv[3]));
  const std::uint64_t items = std::strtoull(argv[1], nullptr, 10);
  const double per_ns = steps_per_ns();
  const auto steps = [&](const char *ns) { return static_cast<std::uint64_t>(per_ns * std::atof(ns)); };
  const std::uint64_t service = steps(argv[2]);
  std::int64_t served = 0;
  std::int64_t *const timed = std::atof(argv[2]) >= 10'000 ? &served : nullptr;
  const std::uint64_t arrival = steps(argv[3]);
  Ring ring;
  std::unique_ptr<stagegraph::Monitor> monitor;
  stagegraph::Probe *probe = nullptr;
  if (argc > 4) {
    monitor = std::make_unique<stagegraph::Monitor>(argv[4]);
    probe = &monitor->head("input");
    monitor->start();
    // Until T is settled.
    while (monitor->period() == 0) std::this_thread::yield();
  }
  std::thread writer([&] {
    for (std::uint64_t i = 0; i < items; ++i) {
      const std::uint64_t item = work(i, arrival);
      while (!ring.try_push(item)) std::this_thread::yield();
    }
  });
  double used = 0;
  const std::int64_t start = stagegraph::now_ns();
  std::thread reader([&] {
    used = probe ? consume<true>(ring, items, service, probe, timed) : consume<false>(ring, items, service, nullptr, timed);
    if (probe) probe->finished();
  });
  reader.join();
  const double seconds = 1e-9 * (stagegraph::now_ns() - start);
  writer.join();
  if (monitor) monitor->stop();
  std::printf("{\"items\": %llu, \"seconds\": %.9g, \"readerSeconds\": %.9g, \"serviceSeconds\": %.9g, "
              "\"period\": %.9g}\n",
              static_cast<unsigned long long>(items), seconds, used, 1e-9 * served, monitor ? monitor->period() : 0.0);
}
