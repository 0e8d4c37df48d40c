package io.eyewall.engine.core;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tasklets that are placed on one core. Any thread. */
final class CoreTasklets {
    private final NavigableMap<Integer, Tasklet> byNumber = new TreeMap<>();
    private int lastNumber;

    /**
     * Takes in a tasklet.
     *
     * @param onForeignLoader run if its class loader is not that of the others
     * @return its number
     */
    synchronized int adopt(Tasklet tasklet, Runnable onForeignLoader) {
        if (!byNumber.isEmpty()
                && byNumber.firstEntry().getValue().classLoader() != tasklet.classLoader()) {
            onForeignLoader.run();
        }
        byNumber.put(++lastNumber, tasklet);
        return lastNumber;
    }

    /** Forgets tasklets whose topology is over. */
    synchronized void disown(List<? extends Tasklet> gone) {
        gone.forEach(tasklet -> byNumber.remove(tasklet.number(), tasklet));
    }

    /** The one with that number; null if it has been forgotten. */
    synchronized @Nullable Tasklet numbered(int number) {
        return byNumber.get(number);
    }

    synchronized int count() {
        return byNumber.size();
    }

    /** Those on the stack of the driving thread. For that thread, or while nobody drives. */
    synchronized List<Tasklet> running() {
        return byNumber.values().stream()
                .filter(tasklet -> tasklet.isBlocked(Tasklet.RUNNING))
                .toList();
    }
}
