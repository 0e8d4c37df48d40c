package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Waits until a stopped system has counted, and acked, all it will. Complete is not enough to
 * return: the counts must also stay as they are for a while, so that a repeated tuple is seen.
 */
final class Drain {
    private static final long POLL_MS = 10;
    private static final long QUIET_MS = 300;

    /** How long counts may stand still while something is missing, before it counts as lost. */
    private static final long STALLED_MS = 10_000;

    private static final long LIMIT_MS = 120_000;

    private Drain() {}

    /** Blocks until quiet; returns how many milliseconds the counts went on changing. */
    static long await(Scenario scenario) throws InterruptedException {
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
                return TimeUnit.NANOSECONDS.toMillis(changedNs - startNs);
            }
        }
    }

    private static boolean isComplete(Scenario scenario) {
        long emitted = Scoreboard.sum(Role.EMITTED);
        boolean counted = Scoreboard.sum(Role.COUNTED) == emitted * scenario.work().unitsPerEmit();
        return counted && (!scenario.acked() || Scoreboard.sum(Role.ACKED) == emitted);
    }

    private static List<Long> snapshot() {
        List<Long> numbers = new ArrayList<>();
        for (Role role : Role.values()) {
            numbers.addAll(Scoreboard.values(role));
        }
        return numbers;
    }
}
