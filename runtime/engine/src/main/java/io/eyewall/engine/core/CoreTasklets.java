package io.eyewall.engine.core;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tasklets that are placed on one core. Any thread may call its methods. */
final class CoreTasklets {
    private final NavigableMap<Integer, Tasklet> byNumber = new TreeMap<>();
    private int lastNumber;

    /**
     * Adds a tasklet.
     *
     * @param onForeignLoader run if the tasklet's class loader differs from that of the first
     *     tasklet
     * @return the tasklet's number
     */
    synchronized int add(Tasklet tasklet, Runnable onForeignLoader) {
        if (!byNumber.isEmpty()
                && byNumber.firstEntry().getValue().classLoader() != tasklet.classLoader()) {
            onForeignLoader.run();
        }
        byNumber.put(++lastNumber, tasklet);
        return lastNumber;
    }

    /** Removes tasklets whose topology has ended. */
    synchronized void removeTasklets(List<? extends Tasklet> ended) {
        ended.forEach(tasklet -> byNumber.remove(tasklet.number(), tasklet));
    }

    /** Returns the tasklet with a number; null if it has been removed. */
    synchronized @Nullable Tasklet withNumber(int number) {
        return byNumber.get(number);
    }

    synchronized int count() {
        return byNumber.size();
    }

    /**
     * Returns the tasklets on the owner thread's stack. For the owner, or while the core has none.
     */
    synchronized List<Tasklet> running() {
        return byNumber.values().stream()
                .filter(tasklet -> tasklet.isBlocked(Tasklet.RUNNING))
                .toList();
    }
}
