/** A writer, a queue of 1,024 places and a reader whose services take a known time, as in two_threads.cpp; probed. */
public final class TwoThreads {
  private static final int PLACES = 1024;

  /** {@code java TwoThreads ITEMS SERVICE_NS ARRIVAL_NS FILE}, or {@code cost ROUNDS SERVICE_NS}: what the probe costs the reader */
  public static void main(String[] words) throws Exception {
    if (words[0].equals("cost")) {
      cost(Integer.parseInt(words[1]), Double.parseDouble(words[2]));
      return;
    }
    int items = Integer.parseInt(words[0]);
    long service = Long.parseLong(words[1]), arrival = Long.parseLong(words[2]);
    var queue = new java.util.concurrent.ArrayBlockingQueue<Long>(PLACES);
    try (var monitor = new StagegraphProbe.Monitor(words[3], 0)) {
      StagegraphProbe probe = monitor.head("input");
      monitor.start();
      // Until T is settled.
      while (monitor.period() == 0) Thread.onSpinWait();
      var writer = new Thread(() -> {
        for (long i = 0; i < items; i++) {
          spend(arrival);
          try {
            queue.put(i);
          } catch (InterruptedException interrupted) {
            return;
          }
        }
      });
      writer.start();
      long busy = 0;
      for (int i = 0; i < items; i++) {
        if (queue.poll() == null) {
          probe.waitBegins();
          queue.take();
          probe.waitEnds();
        }
        probe.passed();
        long begun = System.nanoTime();
        spend(service);
        busy += System.nanoTime() - begun;
      }
      probe.finished();
      System.out.printf("{\"items\": %d, \"serviceSeconds\": %.9f, \"period\": %.9f}%n", items, busy / 1e9, monitor.period());
    }
  }

  private static long kept;

  /** A chain of multiplications: as many steps take as long, whatever else the machine does. */
  private static long work(long seed, long steps) {
    for (long i = 0; i < steps; i++) seed = seed * 6364136223846793005L + 1442695040888963407L;
    return seed;
  }

  /** Processor time of the reader's loop, s; the queue is filled before each thousand items, so that no wait is in it. */
  private static double rounds(java.util.concurrent.ArrayBlockingQueue<Long> queue, long steps, StagegraphProbe probe) {
    var clock = java.lang.management.ManagementFactory.getThreadMXBean();
    long used = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (long i = 0; i < PLACES; i++) queue.offer(i);
      long start = clock.getCurrentThreadCpuTime();
      for (int i = 0; i < PLACES; i++) {
        kept ^= work(queue.poll(), steps);
        if (probe != null) probe.passed();
      }
      used += clock.getCurrentThreadCpuTime() - start;
    }
    return used / 1e9;
  }

  private static final int ROUNDS = 16;

  private static void cost(int count, double serviceNs) throws Exception {
    var clock = java.lang.management.ManagementFactory.getThreadMXBean();
    double perNs = 0;
    for (int i = 0; i < 20; i++) {
      long start = clock.getCurrentThreadCpuTime();
      kept ^= work(i, 2_000_000);
      perNs = Math.max(perNs, 2e6 / (clock.getCurrentThreadCpuTime() - start));
    }
    long steps = Math.round(perNs * serviceNs);
    var queue = new java.util.concurrent.ArrayBlockingQueue<Long>(PLACES);
    double[] without = new double[count], with = new double[count], ratio = new double[count];
    try (var monitor = new StagegraphProbe.Monitor("/dev/null", 1e-3)) {
      StagegraphProbe probe = monitor.head("input");
      monitor.start();
      // The first rounds are compiled, and not counted.
      for (int i = -8; i < count; i++) {
        boolean plainFirst = i % 2 == 0;
        double plain = plainFirst ? rounds(queue, steps, null) : 0;
        double probed = rounds(queue, steps, probe);
        if (!plainFirst) plain = rounds(queue, steps, null);
        if (i < 0) continue;
        without[i] = 1e9 * plain / (ROUNDS * PLACES);
        with[i] = 1e9 * probed / (ROUNDS * PLACES);
        ratio[i] = probed / plain;
      }
    }
    for (double[] values : new double[][] {without, with, ratio}) java.util.Arrays.sort(values);
    System.out.printf("{\"nsWithout\": %.2f, \"nsWith\": %.2f, \"ratio\": %.5f, \"quartiles\": [%.5f, %.5f]}%n",
        without[count / 2], with[count / 2], ratio[count / 2], ratio[count / 4], ratio[3 * count / 4]);
  }

  private static void spend(long ns) {
    long until = System.nanoTime() + ns;
    while (System.nanoTime() < until) Thread.onSpinWait();
  }
}
