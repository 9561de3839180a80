import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One end of one queue, watched for Stagegraph (Java 11, one file, no dependencies): what passes it in each period, and for how
 * long it was blocked there, as rows of the table tc, from which {@code stagegraph estimate} tells the rate of the server.
 *
 * <pre>
 *   var monitor = new StagegraphProbe.Monitor("rates.csv", 0);
 *   StagegraphProbe probe = monitor.head("input");   // who reads from the queue; tail() for who writes
 *   monitor.start();
 *   // In the loop of the thread that reads:
 *   item = queue.poll();
 *   if (item == null) { probe.waitBegins(); item = queue.take(); probe.waitEnds(); }
 *   probe.passed();
 *   // At the end: monitor.close();
 * </pre>
 *
 * Each probe belongs to one thread. Counters only rise and are never reset by the monitor, so none is lost.
 */
public final class StagegraphProbe {
  // The monitor's reads would else take the line away from what lies beside.
  @SuppressWarnings("unused")
  private long a0, a1, a2, a3, a4, a5, a6, a7;
  private long items;
  private long blocked;
  private long since;
  private int version;
  private volatile boolean finished;
  @SuppressWarnings("unused")
  private long b0, b1, b2, b3, b4, b5, b6, b7;

  private static final VarHandle ITEMS, BLOCKED, SINCE, VERSION;

  static {
    try {
      var lookup = MethodHandles.lookup();
      ITEMS = lookup.findVarHandle(StagegraphProbe.class, "items", long.class);
      BLOCKED = lookup.findVarHandle(StagegraphProbe.class, "blocked", long.class);
      SINCE = lookup.findVarHandle(StagegraphProbe.class, "since", long.class);
      VERSION = lookup.findVarHandle(StagegraphProbe.class, "version", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private StagegraphProbe() {}

  /** One item passed: a load and a store that no other thread waits for. */
  public void passed() {
    ITEMS.setOpaque(this, items + 1);
  }

  public void passed(long count) {
    ITEMS.setOpaque(this, items + count);
  }

  /** The queue let nothing pass from now on. The clock is read here and at the end of the wait, and nowhere else. */
  public void waitBegins() {
    long now = System.nanoTime();
    int was = version;
    VERSION.setOpaque(this, was + 1);
    VarHandle.releaseFence();
    SINCE.setOpaque(this, now == 0 ? 1 : now);
    VERSION.setRelease(this, was + 2);
  }

  public void waitEnds() {
    long now = System.nanoTime();
    int was = version;
    VERSION.setOpaque(this, was + 1);
    VarHandle.releaseFence();
    BLOCKED.setOpaque(this, blocked + now - since);
    SINCE.setOpaque(this, 0L);
    VERSION.setRelease(this, was + 2);
  }

  /** The thread ends: no more rows, also none of the period that is under way. */
  public void finished() {
    finished = true;
  }

  /** Asks until it is true; the time from the first refusal on is blocked. */
  public void pass(BooleanSupplier attempt) {
    if (!attempt.getAsBoolean()) {
      waitBegins();
      while (!attempt.getAsBoolean()) Thread.onSpinWait();
      waitEnds();
    }
    passed();
  }

  /** A thread of its own that reads all probes every T and writes a row for each. */
  public static final class Monitor implements AutoCloseable {
    private static final long SHORTEST = 100_000, LONGEST = 100_000_000, FLUSH_EVERY = 200_000_000;
    private static final int TRIALS = 32;

    private static final class Place {
      final String words;
      final StagegraphProbe probe = new StagegraphProbe();
      long items, blocked;
      boolean begun;

      Place(String queue, String end) {
        words = '"' + queue.replace("\"", "\"\"") + "\"," + end + ',';
      }
    }

    private final PrintStream file;
    private final long given;
    private final List<Place> places = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "stagegraph-monitor");
    private volatile boolean stopping;
    private volatile long settled;

    /** T in s; 0: the shortest at which nine of ten periods are within 1 % (Beard & Chamberlain 2015, section IV.A). */
    public Monitor(String path, double period) throws IOException {
      if (!(period >= 0)) throw new IllegalArgumentException("stagegraph: expected a period >= 0 s");
      given = Math.round(period * 1e9);
      file = new PrintStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(path)), false, "UTF-8");
      thread.setDaemon(true);
    }

    /** Before start(). */
    public StagegraphProbe head(String queue) {
      return add(new Place(queue, "head"));
    }

    public StagegraphProbe tail(String queue) {
      return add(new Place(queue, "tail"));
    }

    public void start() {
      file.print("#qtm 1 tc time=ns\nqueueId,end,time,period,count,blocked,blockedFor\n");
      thread.start();
    }

    /** s; 0 while it is being searched. */
    public double period() {
      return settled / 1e9;
    }

    /** The period that is under way is not written. */
    @Override
    public void close() {
      stopping = true;
      try {
        if (thread.isAlive()) thread.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      file.close();
    }

    private StagegraphProbe add(Place place) {
      places.add(place);
      return place.probe;
    }

    private void run() {
      long period = given > 0 ? given : search();
      settled = period;
      long origin = System.nanoTime(), last = origin, flushed = origin;
      for (long at = last + period; !stopping; at += period) {
        long now = sleepTo(at);
        if (stopping) break;
        for (Place place : places) write(place, now, now - last, now - origin);
        last = now;
        // After a long interruption: no burst of periods without length.
        if (now > at + period) at = now;
        if (now - flushed < FLUSH_EVERY) continue;
        file.flush();
        flushed = now;
      }
    }

    private void write(Place place, long now, long period, long time) {
      StagegraphProbe probe = place.probe;
      long items, blocked;
      int before;
      do {
        before = (int) VERSION.getAcquire(probe);
        items = (long) ITEMS.getOpaque(probe);
        long since = (long) SINCE.getOpaque(probe);
        blocked = (long) BLOCKED.getOpaque(probe) + (since != 0 && now > since ? now - since : 0);
        VarHandle.acquireFence();
      } while (before % 2 != 0 || (int) VERSION.getOpaque(probe) != before);
      if (probe.finished) return;
      // Before its thread is at work there is nothing to see.
      if (!place.begun) {
        place.begun = items > 0 || blocked > 0;
        place.items = items;
        place.blocked = blocked;
        return;
      }
      // A wait that ended between `now` and the reading belongs to the next period.
      long waited = Math.max(0, Math.min(period, blocked - place.blocked));
      file.print(place.words + time + ',' + period + ',' + (items - place.items) + ',' + (waited > 0 ? 1 : 0) + ',' + waited + '\n');
      place.items = items;
      place.blocked += waited;
    }

    /** Longer and longer until the clock and the scheduler keep it. */
    private long search() {
      for (long period = SHORTEST; period < LONGEST; period *= 2) {
        int kept = 0;
        long last = System.nanoTime(), at = last;
        for (int trial = 0; trial < TRIALS && !stopping; trial++) {
          at += period;
          long now = sleepTo(at);
          if (Math.abs(now - last - period) * 100 <= period) kept++;
          last = now;
        }
        if (kept * 10 >= TRIALS * 9) return period;
      }
      return LONGEST;
    }

    private static long sleepTo(long at) {
      for (;;) {
        long now = System.nanoTime();
        if (now >= at) return now;
        LockSupport.parkNanos(at - now);
      }
    }
  }
}
