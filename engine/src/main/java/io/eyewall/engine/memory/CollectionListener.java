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
 * Tells a {@link HeapPressure} of each garbage collection of this process, until it is closed. The
 * JVM keeps a listener as long as it is registered, and with it the class loader of the engine: one
 * that is not closed keeps a topology's classes in memory after its end.
 */
public final class CollectionListener implements NotificationListener, AutoCloseable {
    private final HeapPressure pressure;
    private final List<MemoryPoolMXBean> oldGenerations;

    private CollectionListener(HeapPressure pressure, List<MemoryPoolMXBean> oldGenerations) {
        this.pressure = pressure;
        this.oldGenerations = oldGenerations;
    }

    /** Listens to all collectors from now on. */
    public static CollectionListener open() {
        return open(HeapPressure.ofProcess());
    }

    /**
     * @param pressure is told
     */
    static CollectionListener open(HeapPressure pressure) {
        CollectionListener listener =
                new CollectionListener(
                        pressure,
                        ManagementFactory.getMemoryPoolMXBeans().stream()
                                .filter(CollectionListener::isOldGeneration)
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

    /** Only where objects grow old do JVMs support a threshold for what is used. */
    private static boolean isOldGeneration(MemoryPoolMXBean pool) {
        return pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported();
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        oldGenerations.forEach(old -> pressure.collected(old.getCollectionUsage()));
    }

    /** Stops listening. A second call does nothing. */
    @Override
    public void close() {
        for (NotificationEmitter each : emitters()) {
            try {
                each.removeNotificationListener(this);
            } catch (ListenerNotFoundException e) {
                return; // closed before
            }
        }
    }
}
