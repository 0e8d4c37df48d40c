package io.eyewall.engine.lifecycle;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a topology holds of its user's while it lives, so that whoever keeps the topology afterwards
 * keeps neither the user's objects nor their classes. Thread-safe.
 */
final class TopologyResources {
    private volatile ClassLoader classLoader;
    private volatile Map<String, String> credentials;

    // Null until the topology is being assembled, and once it is over.
    private volatile @Nullable WorkerCredentials plugins;
    private volatile @Nullable WorkerEnvironment worker;
    private volatile @Nullable Reconfiguration changes;
    private volatile int movesInAll;

    TopologyResources(ClassLoader classLoader, Map<String, String> credentials) {
        this.classLoader = classLoader;
        this.credentials = credentials;
    }

    void setWorker(WorkerCredentials plugins, WorkerEnvironment worker) {
        this.plugins = plugins;
        this.worker = worker;
    }

    /** The topology has been assembled: it can be changed from now on. */
    void setChanges(Reconfiguration changes) {
        this.changes = changes;
    }

    /** Null before the topology has been assembled, and once it is over. */
    @Nullable Reconfiguration changes() {
        return changes;
    }

    /** How many executors have moved to other cores so far. */
    int moves() {
        Reconfiguration now = changes;
        return now == null ? movesInAll : now.moves();
    }

    /** Loads the topology's classes. */
    ClassLoader classLoader() {
        return classLoader;
    }

    Map<String, String> credentials() {
        return credentials;
    }

    /**
     * Others from now on; plugins are told first. User code.
     *
     * @throws RuntimeException a plugin's own; then those of before stay
     */
    void setCredentials(Map<String, String> next) {
        WorkerCredentials told = plugins;
        if (told != null && !next.equals(credentials)) {
            told.update(next);
        }
        credentials = Map.copyOf(next);
    }

    /** A second has passed. One thread. */
    void tick() {
        WorkerEnvironment ticking = worker;
        if (ticking != null) {
            ticking.tick();
        }
    }

    /** Ends what belongs to the worker, its hooks among it. User code. */
    void closeWorker() {
        WorkerEnvironment closed = worker;
        if (closed == null) {
            return;
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            closed.close();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** The topology is over. */
    void letGo() {
        movesInAll = moves();
        changes = null;
        plugins = null;
        worker = null;
        classLoader = TopologyResources.class.getClassLoader();
    }
}
