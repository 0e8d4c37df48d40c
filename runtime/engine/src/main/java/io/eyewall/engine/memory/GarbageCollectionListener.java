package io.eyewall.engine.memory;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;

/**
 * Reports each garbage collection of this process to a {@link HeapPressure}, until it is closed.
 * The JVM holds a listener as long as it is registered, and with it the class loader of the engine:
 * a listener that is not closed keeps a topology's classes in memory after the topology's end.
 */
public final class GarbageCollectionListener implements NotificationListener, AutoCloseable {
    private final HeapPressure pressure;
    private final List<MemoryPoolMXBean> oldGenerations;

    private GarbageCollectionListener(
            HeapPressure pressure, List<MemoryPoolMXBean> oldGenerations) {
        this.pressure = pressure;
        this.oldGenerations = oldGenerations;
    }

    /** Registers a new listener with all garbage collectors. */
    public static GarbageCollectionListener open() {
        return open(HeapPressure.ofProcess());
    }

    /**
     * Registers a new listener with all garbage collectors.
     *
     * @param pressure receives the collections
     */
    static GarbageCollectionListener open(HeapPressure pressure) {
        GarbageCollectionListener listener =
                new GarbageCollectionListener(
                        pressure,
                        ManagementFactory.getMemoryPoolMXBeans().stream()
                                .filter(GarbageCollectionListener::isOldGeneration)
                                .collect(Collectors.toList()));
        emitters().forEach(each -> each.addNotificationListener(listener, null, null));
        return listener;
    }

    private static List<NotificationEmitter> emitters() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(NotificationEmitter.class::isInstance)
                .map(NotificationEmitter.class::cast)
                .collect(Collectors.toList());
    }

    /** Returns whether a pool is an old generation: JVMs support a usage threshold only there. */
    private static boolean isOldGeneration(MemoryPoolMXBean pool) {
        return pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported();
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        oldGenerations.forEach(old -> pressure.onCollection(old.getCollectionUsage()));
    }

    /** Stops listening. A second call does nothing. */
    @Override
    public void close() {
        for (NotificationEmitter each : emitters()) {
            try {
                each.removeNotificationListener(this);
            } catch (ListenerNotFoundException e) {
                return; // already closed
            }
        }
    }
}
