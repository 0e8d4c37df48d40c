package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sees whether a change of places has brought what it was made for. A plan knows loads and traffic;
 * it does not know what waits for what, nor what the JIT compiler makes of a change. So a change is
 * a trial: if less gets through than before, or if a core is full still and not even half of what
 * was predicted has come, it is to be taken back, and for a while no other is made. For the
 * monitor's thread.
 */
final class MoveTrial {
    /** Less than this part of what was: more than noise. */
    private static final double LESS = 0.9;

    /** A core that has so much to do may be what bounds the rate. */
    private static final double FULL = 0.9;

    /** After a change code is compiled anew. */
    private static final long SETTLING_NS = TimeUnit.SECONDS.toNanos(1);

    /** What is compared with the time before. */
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);

    /** In so many windows running less must get through: load comes and goes. */
    private static final int WINDOWS = 2;

    private static final long FIRST_REST_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LONGEST_REST_NS = TimeUnit.MINUTES.toNanos(16);

    private Map<ExecutorId, Integer> places = Map.of();
    private boolean running;
    private double tuplesPerNs;
    private double growth;
    private long beganNs;

    /** At the beginning of a window; null: none has begun. */
    private @Nullable CounterSnapshot window;

    private int windows;
    private long restNs = FIRST_REST_NS;
    private long restsUntilNs;
    private boolean rests;

    /** What is to be done. */
    enum Verdict {
        /** Too early to say, or no trial is running. */
        NONE,
        /** As much gets through. */
        KEEP,
        /** The executors are to go back to their {@link #places}. */
        TAKE_BACK
    }

    /** Whether no change is to be made for now. */
    boolean rests(long nowNs) {
        rests &= nowNs - restsUntilNs < 0;
        return rests;
    }

    boolean isRunning() {
        return running;
    }

    /** Where the executors were before, by core. */
    Map<ExecutorId, Integer> places() {
        return places;
    }

    /**
     * Executors have moved.
     *
     * @param before a reading some time before
     * @param moved the last reading before they moved
     * @param predicted how much more is to get through where sources always have more: 1 for as
     *     much as before
     */
    void begin(CounterSnapshot before, CounterSnapshot moved, double predicted) {
        if (running) { // both changes are one trial
            growth = Math.max(growth, predicted);
        } else {
            long passedNs = moved.nowNs() - before.nowNs();
            places = moved.cores();
            growth = predicted;
            tuplesPerNs = (moved.executed() - before.executed()) / (double) Math.max(1, passedNs);
            running = true;
        }
        beganNs = moved.nowNs();
        window = null;
        windows = 0;
    }

    /** Executors have come or gone, or somebody has moved one. */
    void giveUp() {
        running = false;
    }

    /** What this reading says of the change. */
    Verdict look(CounterSnapshot now) {
        if (!running || now.nowNs() - beganNs < SETTLING_NS) {
            return Verdict.NONE;
        }
        if (!now.cores().keySet().equals(places.keySet())) {
            running = false;
            return Verdict.NONE;
        }
        CounterSnapshot since = window;
        if (since == null) {
            window = now;
            return Verdict.NONE;
        }
        if (now.nowNs() - since.nowNs() < WINDOW_NS) {
            return Verdict.NONE;
        }
        boolean good = isGood(since, now);
        window = now;
        windows++;
        if (!good && windows < WINDOWS) {
            return Verdict.NONE;
        }
        running = false;
        if (good) {
            return Verdict.KEEP;
        }
        restsUntilNs = now.nowNs() + restNs;
        rests = true;
        restNs = Math.min(2 * restNs, LONGEST_REST_NS);
        return Verdict.TAKE_BACK;
    }

    private boolean isGood(CounterSnapshot since, CounterSnapshot now) {
        double passedNs = now.nowNs() - since.nowNs();
        double grown = (now.executed() - since.executed()) / (tuplesPerNs * passedNs);
        boolean full = false;
        for (int core = 0; core < now.busyNs().size(); core++) {
            full |= now.busyNs().get(core) - since.busyNs().get(core) >= FULL * passedNs;
        }
        return grown >= (full && growth > 1 ? 1 + (growth - 1) / 2 : LESS);
    }
}
