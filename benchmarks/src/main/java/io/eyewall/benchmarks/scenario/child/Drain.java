package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Waits until a stopped system has completed its counts and acks. The counts must also stay
 * unchanged for a while after they are complete, so that a repeated tuple is detected.
 *
 * <p>Storm strands tuples when it batches: if it flushes a batch into a queue with room for a part
 * of it, the rest stays in the batch (utils/JCQueue.BatchInserter.flush), and Storm does not flush
 * it (executor/ExecutorTransfer.flushLocal) until the same executor emits again. Such tuples are
 * late, not lost, so this class requests extra tuples of Storm's sources, which count as emitted.
 * It does not do so for other systems: there a stranded tuple is a wrong answer.
 */
final class Drain {
    private static final long POLL_MS = 10;
    private static final long QUIET_MS = 300;

    /**
     * How long counts may stay unchanged while units are missing, before the units count as lost.
     */
    private static final long STALLED_MS = 10_000;

    private static final long LIMIT_MS = 120_000;

    /**
     * How long Storm's counts may stay unchanged before its sources are requested to emit an extra
     * tuple.
     */
    private static final long STRANDED_MS = 1_000;

    private static final int MAX_EXTRAS = 20;

    /**
     * The result of a drain.
     *
     * @param drainMs milliseconds from the stop to the last change of a count
     * @param extras tuples that each source was requested to emit to move stranded ones
     */
    record Result(long drainMs, int extras) {}

    private Drain() {}

    /** Blocks until the counts no longer change. */
    static Result await(Scenario scenario, Peer peer) throws InterruptedException {
        int extras = 0;
        long startNs = System.nanoTime();
        long changedNs = startNs;
        List<Long> last = snapshot();
        while (true) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
            List<Long> now = snapshot();
            long nowNs = System.nanoTime();
            if (!now.equals(last)) {
                last = now;
                changedNs = nowNs;
            }
            long quietMs = TimeUnit.NANOSECONDS.toMillis(nowNs - changedNs);
            long waitedMs = TimeUnit.NANOSECONDS.toMillis(nowNs - startNs);
            boolean isQuiet = quietMs >= (isComplete(scenario) ? QUIET_MS : STALLED_MS);
            if (isQuiet || waitedMs >= LIMIT_MS) {
                return new Result(TimeUnit.NANOSECONDS.toMillis(changedNs - startNs), extras);
            }
            boolean mayStrand = peer.kind().family() == Family.STORM;
            if (mayStrand && quietMs >= STRANDED_MS && extras < MAX_EXTRAS) {
                Scoreboard.requestExtra();
                extras++;
            }
        }
    }

    private static boolean isComplete(Scenario scenario) {
        List<Long> emitted = Scoreboard.values(Role.EMITTED);
        boolean counted = Scoreboard.sum(Role.COUNTED) == scenario.work().units(emitted);
        return counted
                && (!scenario.acked()
                        || Scoreboard.sum(Role.ACKED) == Scoreboard.sum(Role.EMITTED));
    }

    private static List<Long> snapshot() {
        List<Long> numbers = new ArrayList<>();
        for (Role role : Role.values()) {
            numbers.addAll(Scoreboard.values(role));
        }
        return numbers;
    }
}
