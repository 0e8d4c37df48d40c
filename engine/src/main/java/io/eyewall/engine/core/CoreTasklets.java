package io.eyewall.engine.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The tasklets that are placed on one core. Any thread. */
final class CoreTasklets {
    private final List<Tasklet> tasklets = new ArrayList<>();
    private int lastNumber;

    /**
     * Takes in a tasklet.
     *
     * @param onForeignLoader run if its class loader is not that of the others
     * @return its number
     */
    synchronized int adopt(Tasklet tasklet, Runnable onForeignLoader) {
        if (!tasklets.isEmpty() && tasklets.get(0).classLoader() != tasklet.classLoader()) {
            onForeignLoader.run();
        }
        tasklets.add(tasklet);
        return ++lastNumber;
    }

    /** Forgets tasklets whose topology is over. */
    synchronized void disown(List<? extends Tasklet> gone) {
        tasklets.removeAll(new HashSet<>(gone));
    }

    synchronized int count() {
        return tasklets.size();
    }

    /** Those on the stack of the driving thread. For that thread, or while nobody drives. */
    synchronized List<Tasklet> running() {
        return tasklets.stream().filter(tasklet -> tasklet.isHeld(Tasklet.RUNNING)).toList();
    }
}
