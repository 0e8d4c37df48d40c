package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.rules.MoveRules;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether a change of places has brought its predicted gain. A plan is based on load and
 * traffic; it knows neither which code waits for which, nor the effect of a change on JIT
 * compilation. So each change is a trial: if throughput is less than before, or if a core is still
 * full and less than half of the predicted gain was reached, the change is to be reverted, and no
 * other change is made for a while. Used by the monitor's thread.
 */
final class MoveTrial {
    /** Share of time from which a core may limit the throughput. */
    private static final double FULL = 0.9;

    /** Time after a change in which code is compiled anew. */
    private static final long SETTLING_NS = TimeUnit.SECONDS.toNanos(1);

    /** Length of the windows that are compared with the time before. */
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);

    /** Windows in a row that must show a loss, since load fluctuates. */
    private static final int LOSING_WINDOWS_TO_REVERT = 2;

    /** Cool-down after the first reverted change; each further one doubles it. */
    private static final long FIRST_COOL_DOWN_NS = TimeUnit.SECONDS.toNanos(60);

    private static final long MAX_COOL_DOWN_NS = TimeUnit.MINUTES.toNanos(16);

    private Map<ExecutorId, Integer> coresBefore = Map.of();
    private boolean running;
    private double tuplesPerNs;
    private double predictedGrowth;
    private long beganNs;

    /** Counters at the beginning of the current window; null if none has begun. */
    private @Nullable CounterSnapshot windowStart;

    private int windowsJudged;
    private long coolDownNs = FIRST_COOL_DOWN_NS;
    private long coolDownUntilNs;
    private boolean coolingDown;

    /** The judgement by one reading. */
    enum Verdict {
        /** No result yet, or no trial is running. */
        NONE,
        /** The change is good enough. */
        KEEP,
        /** The change is to be reverted: executors go back to their {@link #coresBefore}. */
        REVERT
    }

    /** Returns whether no change is to be made for now, because one was reverted. */
    boolean isCoolingDown(long nowNs) {
        coolingDown &= nowNs - coolDownUntilNs < 0;
        return coolingDown;
    }

    boolean isRunning() {
        return running;
    }

    /** Returns the cores of the executors before the change. */
    Map<ExecutorId, Integer> coresBefore() {
        return coresBefore;
    }

    /**
     * Starts a trial: executors are about to move.
     *
     * @param earlier a reading from some time before
     * @param lastBeforeMove the last reading before they move
     * @param growth factor by which throughput should grow if the sources always have more; 1 for
     *     no change
     */
    void begin(CounterSnapshot earlier, CounterSnapshot lastBeforeMove, double growth) {
        if (running) { // both changes form one trial
            predictedGrowth = Math.max(predictedGrowth, growth);
        } else {
            long passedNs = lastBeforeMove.nowNs() - earlier.nowNs();
            coresBefore = lastBeforeMove.cores();
            predictedGrowth = growth;
            tuplesPerNs =
                    (lastBeforeMove.executedTuples() - earlier.executedTuples())
                            / (double) Math.max(1, passedNs);
            running = true;
        }
        beganNs = lastBeforeMove.nowNs();
        windowStart = null;
        windowsJudged = 0;
    }

    /** Cancels the trial, because executors were added, removed or moved by other means. */
    void cancel() {
        running = false;
    }

    /** Judges the change by a new reading. */
    Verdict judge(CounterSnapshot now) {
        if (!running || now.nowNs() - beganNs < SETTLING_NS) {
            return Verdict.NONE;
        }
        if (!now.cores().keySet().equals(coresBefore.keySet())) {
            running = false;
            return Verdict.NONE;
        }
        CounterSnapshot since = windowStart;
        if (since == null) {
            windowStart = now;
            return Verdict.NONE;
        }
        if (now.nowNs() - since.nowNs() < WINDOW_NS) {
            return Verdict.NONE;
        }
        boolean good = isGood(since, now);
        windowStart = now;
        windowsJudged++;
        if (!good && windowsJudged < LOSING_WINDOWS_TO_REVERT) {
            return Verdict.NONE;
        }
        running = false;
        if (good) {
            return Verdict.KEEP;
        }
        coolDownUntilNs = now.nowNs() + coolDownNs;
        coolingDown = true;
        coolDownNs = Math.min(2 * coolDownNs, MAX_COOL_DOWN_NS);
        return Verdict.REVERT;
    }

    private boolean isGood(CounterSnapshot since, CounterSnapshot now) {
        double passedNs = now.nowNs() - since.nowNs();
        double actualGrowth =
                (now.executedTuples() - since.executedTuples()) / (tuplesPerNs * passedNs);
        boolean full = false;
        for (int core = 0; core < now.busyNs().size(); core++) {
            full |= now.busyNs().get(core) - since.busyNs().get(core) >= FULL * passedNs;
        }
        return actualGrowth
                >= (full && predictedGrowth > 1
                        ? 1 + (predictedGrowth - 1) / 2
                        : MoveRules.MIN_KEPT_THROUGHPUT);
    }
}
