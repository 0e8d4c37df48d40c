package io.eyewall.server.keeper;

import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The system properties of a server with topologies inside, which all of them share. Warns once for
 * each topology and property when a thread of a topology changes it, in the log of the server and
 * in the topology's log. Changes through the views {@code keySet()}, {@code entrySet()} and {@code
 * values()} are not detected. Any thread may call.
 */
final class SharedProperties extends Properties {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SharedProperties.class);

    /** A change that has already been reported. */
    private record Change(ThreadGroup topology, Object key) {}

    /** Receives changes of properties. */
    interface Listener {
        /**
         * Called by the topology's thread that has changed the property, while it holds the lock of
         * the properties.
         */
        void onChange(ThreadGroup topology, Object key);
    }

    private final transient Set<ThreadGroup> topologies = ConcurrentHashMap.newKeySet();
    private final transient Set<Change> reported = ConcurrentHashMap.newKeySet();
    private final transient Listener listener;

    SharedProperties(Properties properties, Listener listener) {
        this.listener = listener;
        properties.stringPropertyNames().forEach(key -> put(key, properties.getProperty(key)));
        putAll(properties); // also entries that are not strings
    }

    /** Reports changes by threads of a topology's group from now on. */
    static synchronized void startReporting(ThreadGroup topology) {
        Properties current = System.getProperties();
        SharedProperties shared;
        if (current instanceof SharedProperties known) {
            shared = known;
        } else { // this is the first topology, or a topology has replaced the properties
            shared = new SharedProperties(current, SharedProperties::logWarning);
            System.setProperties(shared);
        }
        shared.addTopology(topology);
    }

    /** Stops reporting changes of a topology that is over. */
    static synchronized void stopReporting(ThreadGroup topology) {
        if (System.getProperties() instanceof SharedProperties shared) {
            shared.removeTopology(topology);
        }
    }

    void addTopology(ThreadGroup topology) {
        topologies.add(topology);
    }

    void removeTopology(ThreadGroup topology) {
        topologies.remove(topology);
        reported.removeIf(change -> change.topology().equals(topology));
    }

    /**
     * Logs on new threads, because the caller holds locks, and because a thread's group decides to
     * which log its output goes.
     */
    private static void logWarning(ThreadGroup topology, Object key) {
        for (ThreadGroup group : new ThreadGroup[] {topology.getParent(), topology}) {
            Thread thread =
                    new Thread(group, () -> logWarning(topology.getName(), key), "eyewall-warn");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void logWarning(String topology, Object key) {
        LOG.warn(
                "{} has changed the system property '{}', which the server and all topologies inside"
                        + " it share; run the server without --in-process to give each its own",
                topology,
                key);
    }

    private void reportIfChanged(Object key, @Nullable Object before, @Nullable Object after) {
        if (Objects.equals(before, after)) {
            return;
        }
        for (ThreadGroup group = Thread.currentThread().getThreadGroup();
                group != null;
                group = group.getParent()) {
            if (topologies.contains(group)) {
                if (reported.add(new Change(group, key))) {
                    listener.onChange(group, key);
                }
                return;
            }
        }
    }

    // Methods of a map that change it; Properties.setProperty and load call put.

    @Override
    public synchronized @Nullable Object put(Object key, Object value) {
        @Nullable Object before = super.put(key, value);
        reportIfChanged(key, before, value);
        return before;
    }

    @Override
    public synchronized @Nullable Object remove(Object key) {
        @Nullable Object before = super.remove(key);
        reportIfChanged(key, before, null);
        return before;
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
        boolean removed = super.remove(key, value);
        reportIfChanged(key, removed ? value : null, null);
        return removed;
    }

    @Override
    public synchronized void putAll(Map<?, ?> properties) {
        properties.forEach(this::put);
    }

    @Override
    public synchronized void clear() {
        for (Object key : keySet().toArray()) {
            remove(key);
        }
    }

    @Override
    public synchronized @Nullable Object putIfAbsent(Object key, Object value) {
        @Nullable Object before = super.putIfAbsent(key, value);
        reportIfChanged(key, before, before == null ? value : before);
        return before;
    }

    @Override
    public synchronized @Nullable Object replace(Object key, Object value) {
        @Nullable Object before = super.replace(key, value);
        reportIfChanged(key, before, before == null ? null : value);
        return before;
    }

    @Override
    public synchronized boolean replace(Object key, Object before, Object after) {
        boolean replaced = super.replace(key, before, after);
        reportIfChanged(key, before, replaced ? after : before);
        return replaced;
    }

    @Override
    public synchronized void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
        for (Object key : keySet().toArray()) {
            put(key, function.apply(key, Objects.requireNonNull(get(key))));
        }
    }

    @Override
    public synchronized @Nullable Object computeIfAbsent(
            Object key, Function<? super Object, ?> function) {
        @Nullable Object before = get(key);
        @Nullable Object after = super.computeIfAbsent(key, function);
        reportIfChanged(key, before, after);
        return after;
    }

    @Override
    public synchronized @Nullable Object computeIfPresent(
            Object key, BiFunction<? super Object, ? super Object, ?> function) {
        @Nullable Object before = get(key);
        @Nullable Object after = super.computeIfPresent(key, function);
        reportIfChanged(key, before, after);
        return after;
    }

    @Override
    public synchronized @Nullable Object compute(
            Object key, BiFunction<? super Object, ? super @Nullable Object, ?> function) {
        @Nullable Object before = get(key);
        @Nullable Object after = super.compute(key, function);
        reportIfChanged(key, before, after);
        return after;
    }

    @Override
    public synchronized @Nullable Object merge(
            Object key, Object value, BiFunction<? super Object, ? super Object, ?> function) {
        @Nullable Object before = get(key);
        @Nullable Object after = super.merge(key, value, function);
        reportIfChanged(key, before, after);
        return after;
    }
}
