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
 * Heap usage of the process since its start, for all its topologies together.
 *
 * @param allocatedBytes bytes allocated by live threads; decreases when a thread ends; negative if
 *     the JVM does not report it
 * @param collections number of garbage collections that stopped all threads
 * @param stoppedNs time for which they stopped all threads, with a resolution of a millisecond
 * @param liveBytes bytes in use after the last collection, including garbage in the old generation
 * @param maxBytes maximum size of the heap
 */
public record HeapMetrics(
        long allocatedBytes, long collections, long stoppedNs, long liveBytes, long maxBytes) {
    /** Placeholder where nothing was measured. */
    public static final HeapMetrics UNKNOWN = new HeapMetrics(-1, 0, 0, 0, 0);

    /**
     * Parts of the names of beans for concurrent work; other beans count the collectors' pauses.
     */
    private static final Set<String> CONCURRENT_WORK = Set.of("cycles", "concurrent");

    /** Returns the present values of this process. */
    public static HeapMetrics now() {
        long collections = 0;
        long stoppedMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            String name = collector.getName().toLowerCase(Locale.ROOT);
            if (CONCURRENT_WORK.stream().noneMatch(name::contains)) {
                collections += Math.max(0, collector.getCollectionCount());
                stoppedMs += Math.max(0, collector.getCollectionTime());
            }
        }
        long live = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            live += pool.getType() == MemoryType.HEAP ? liveBytesIn(pool) : 0;
        }
        return new HeapMetrics(
                readAllocatedBytes(),
                collections,
                TimeUnit.MILLISECONDS.toNanos(stoppedMs),
                live,
                Runtime.getRuntime().maxMemory());
    }

    /**
     * Returns the bytes in use after the last collection. All of the old generation counts as live,
     * since only a full collection could find its garbage.
     */
    private static long liveBytesIn(MemoryPoolMXBean pool) {
        MemoryUsage afterCollection = pool.getCollectionUsage();
        boolean isOldGeneration =
                pool.getName().contains("Old") || pool.getName().contains("Tenured");
        return afterCollection == null || isOldGeneration
                ? pool.getUsage().getUsed()
                : afterCollection.getUsed();
    }

    private static long readAllocatedBytes() {
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
