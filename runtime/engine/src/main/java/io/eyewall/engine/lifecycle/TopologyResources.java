package io.eyewall.engine.lifecycle;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects and classes of the user that a topology refers to while it lives. It releases them at its
 * end, so that code which keeps a finished topology in memory does not keep them. Thread-safe.
 */
final class TopologyResources {
    private volatile ClassLoader classLoader;
    private volatile Map<String, String> credentials;

    // Null before the topology is assembled and after it is over.
    private volatile @Nullable WorkerCredentials credentialPlugins;
    private volatile @Nullable WorkerEnvironment worker;
    private volatile @Nullable Reconfiguration reconfiguration;
    private volatile int finalMoves;

    TopologyResources(ClassLoader classLoader, Map<String, String> credentials) {
        this.classLoader = classLoader;
        this.credentials = credentials;
    }

    void setWorker(WorkerCredentials credentialPlugins, WorkerEnvironment worker) {
        this.credentialPlugins = credentialPlugins;
        this.worker = worker;
    }

    /** Allows reconfiguration from now on: the topology has been assembled. */
    void setReconfiguration(Reconfiguration reconfiguration) {
        this.reconfiguration = reconfiguration;
    }

    /** Returns null before the topology has been assembled and after it is over. */
    @Nullable Reconfiguration reconfiguration() {
        return reconfiguration;
    }

    /** Returns how many executors have moved to other cores so far. */
    int moves() {
        Reconfiguration current = reconfiguration;
        return current == null ? finalMoves : current.moves();
    }

    /** Returns the class loader of the topology's classes. */
    ClassLoader classLoader() {
        return classLoader;
    }

    Map<String, String> credentials() {
        return credentials;
    }

    /**
     * Replaces the credentials. The plugins receive them first; they are user code.
     *
     * @throws RuntimeException thrown by a plugin; the old credentials stay then
     */
    void setCredentials(Map<String, String> next) {
        WorkerCredentials current = credentialPlugins;
        if (current != null && !next.equals(credentials)) {
            current.update(next);
        }
        credentials = Map.copyOf(next);
    }

    /** Updates rate counters. Called every second by one thread. */
    void updateRateCounters() {
        WorkerEnvironment current = worker;
        if (current != null) {
            current.updateRateCounters();
        }
    }

    /** Closes what belongs to the worker, including its hooks, which are user code. */
    void closeWorker() {
        WorkerEnvironment current = worker;
        if (current == null) {
            return;
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            current.close();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Releases everything when the topology is over. */
    void release() {
        finalMoves = moves();
        reconfiguration = null;
        credentialPlugins = null;
        worker = null;
        classLoader = TopologyResources.class.getClassLoader();
    }
}
