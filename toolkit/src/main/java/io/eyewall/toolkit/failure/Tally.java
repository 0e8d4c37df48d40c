package io.eyewall.toolkit.failure;

import java.util.concurrent.TimeUnit;
import org.apache.storm.utils.Time;

/**
 * When to tell of what may happen again and again: at once, and then every ten seconds at most, of
 * all that has happened since. Any thread.
 */
public final class Tally {
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(10);

    private long untold;
    private boolean hasTold;
    private long toldNs;

    /** So many more; of how many to tell now, 0: of none. To be called with 0 now and then, too. */
    public synchronized long add(long more) {
        untold += more;
        long nowNs = Time.nanoTime();
        if (untold == 0 || (hasTold && nowNs - toldNs < PAUSE_NS)) {
            return 0;
        }
        hasTold = true;
        toldNs = nowNs;
        return rest();
    }

    /** How many nobody was told of. */
    public synchronized long rest() {
        long now = untold;
        untold = 0;
        return now;
    }
}
