/* A loop in C for one model, as a yardstick for the engine: Poisson arrivals at 0.8, three exponential servers of rate 1
 * in line with places for 64, 16 and 16, loss at the first, blocking after service, time at each level recorded.
 * Exponentials by the ziggurat of Marsaglia and Tsang (2000), uniforms from xoshiro256+ (Blackman and Vigna 2021).
 * cc -O2 -o yardstick yardstick.c -lm && ./yardstick 1e6      (the horizon, mean service times)
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STAGES = 3, ARRIVAL = 3, LAYERS = 256, MOST_PLACES = 64 };
static const int capacity[STAGES] = {64, 16, 16};
static const double arrival_rate = 0.8, tail_start = 7.69711747013104972;

static uint64_t word[4] = {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu, 0x2545F4914F6CDD1Du};

static inline uint64_t next_word(void) {
  const uint64_t result = word[0] + word[3], shifted = word[1] << 17;
  word[2] ^= word[0];
  word[3] ^= word[1];
  word[1] ^= word[2];
  word[0] ^= word[3];
  word[2] ^= shifted;
  word[3] = word[3] << 45 | word[3] >> 19;
  return result;
}

/* Layer i lies under exp(-x) between heights height[i] and height[i + 1], and reaches to width[i]. */
static double width[LAYERS + 1], height[LAYERS + 1], unit[LAYERS];

static void build_layers(void) {
  const double area = 3.949659822581572e-3;
  width[0] = area / exp(-tail_start);
  width[1] = tail_start;
  for (int i = 2; i < LAYERS; i++) width[i] = -log(area / width[i - 1] + exp(-width[i - 1]));
  width[LAYERS] = 0;
  for (int i = 0; i <= LAYERS; i++) height[i] = i == 0 ? 0 : exp(-width[i]);
  for (int i = 0; i < LAYERS; i++) unit[i] = width[i] * 0x1p-53;
}

static inline double uniform(void) { return ((double)(int64_t)(next_word() >> 11) + 0.5) * 0x1p-53; }

static inline double exponential(void) {
  double beyond = 0;
  for (;;) {
    const uint64_t bits = next_word();
    const int i = (int)(bits & (LAYERS - 1));
    const double x = (double)(int64_t)(bits >> 11) * unit[i];
    if (x < width[i + 1]) return beyond + x;
    if (i == 0) beyond += tail_start; /* the tail is the whole law once more */
    else if (height[i] + uniform() * (height[i + 1] - height[i]) < exp(-x)) return beyond + x;
  }
}

static double now, next[STAGES + 1], last[STAGES], spent[STAGES][MOST_PLACES + 1];
static int level[STAGES], blocked[STAGES];

static inline void change(int stage, int by) {
  spent[stage][level[stage]] += now - last[stage];
  last[stage] = now;
  level[stage] += by;
}

static inline void enter(int stage) {
  change(stage, 1);
  if (level[stage] == 1) next[stage] = now + exponential();
}

int main(int argc, char **argv) {
  const double horizon = argc > 1 ? atof(argv[1]) : 1e6;
  long events = 0, delivered = 0;
  build_layers();
  next[0] = next[1] = next[2] = INFINITY;
  next[ARRIVAL] = exponential() / arrival_rate;
  const clock_t started = clock();
  for (;;) {
    int event = 0;
    for (int i = 1; i <= ARRIVAL; i++)
      if (next[i] < next[event]) event = i;
    now = next[event];
    if (now > horizon) break;
    events++;
    if (event == ARRIVAL) {
      next[ARRIVAL] = now + exponential() / arrival_rate;
      if (level[0] < capacity[0]) enter(0);
      continue;
    }
    next[event] = INFINITY;
    if (event + 1 < STAGES && level[event + 1] >= capacity[event + 1]) {
      blocked[event] = 1;
      continue;
    }
    /* What leaves makes room, which lets the stage before go on, and so on upstream. */
    for (int stage = event;; stage--) {
      change(stage, -1);
      if (stage == STAGES - 1) delivered++;
      else enter(stage + 1);
      blocked[stage] = 0;
      if (level[stage] > 0) next[stage] = now + exponential();
      if (stage == 0 || !blocked[stage - 1]) break;
    }
  }
  const double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
  double mean = 0;
  for (int n = 0; n <= capacity[1]; n++) mean += n * spent[1][n] / now;
  printf("{\"events\": %ld, \"seconds\": %.6f, \"throughput\": %.6f, \"meanOccupancy2\": %.6f}\n", events, seconds,
         (double)delivered / horizon, mean);
  return 0;
}
