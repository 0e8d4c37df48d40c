package io.eyewall.engine.metrics;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What the process has done with its heap since its start, all of its topologies together.
 *
 * @param allocatedBytes allocated by the threads that live; it falls when one ends; negative if the
 *     JVM does not tell
 * @param collections how often the garbage collector has stopped all threads
 * @param stoppedNs how long they were stopped for that, to a millisecond
 * @param liveBytes what the last collection has left, with the garbage among what is old
 * @param maxBytes what the heap may have
 */
public record HeapMetrics(
        long allocatedBytes, long collections, long stoppedNs, long liveBytes, long maxBytes) {
    /** Where nobody has looked. */
    public static final HeapMetrics UNKNOWN = new HeapMetrics(-1, 0, 0, 0, 0);

    /** What collectors that work beside the threads call their work; their stops count apart. */
    private static final Set<String> BESIDE = Set.of("cycles", "concurrent");

    /** This process's. */
    public static HeapMetrics now() {
        long collections = 0;
        long stoppedMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            String name = collector.getName().toLowerCase(Locale.ROOT);
            if (BESIDE.stream().noneMatch(name::contains)) {
                collections += Math.max(0, collector.getCollectionCount());
                stoppedMs += Math.max(0, collector.getCollectionTime());
            }
        }
        long live = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            live += pool.getType() == MemoryType.HEAP ? leftIn(pool) : 0;
        }
        return new HeapMetrics(
                allocated(),
                collections,
                TimeUnit.MILLISECONDS.toNanos(stoppedMs),
                live,
                Runtime.getRuntime().maxMemory());
    }

    /** Of what is old only a full collection would tell what lives: all of it is taken to. */
    private static long leftIn(MemoryPoolMXBean pool) {
        MemoryUsage left = pool.getCollectionUsage();
        boolean old = pool.getName().contains("Old") || pool.getName().contains("Tenured");
        return left == null || old ? pool.getUsage().getUsed() : left.getUsed();
    }

    private static long allocated() {
        if (!(ManagementFactory.getThreadMXBean()
                        instanceof com.sun.management.ThreadMXBean threads)
                || !threads.isThreadAllocatedMemorySupported()
                || !threads.isThreadAllocatedMemoryEnabled()) {
            return -1;
        }
        long sum = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
