package io.eyewall.local;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * Values that components of test topologies have recorded, by a key of the test. It is static,
 * because components are copied by serialization. Any thread may call.
 */
public final class Recorder {
    private static final Map<String, Queue<Object>> RECORDED = new ConcurrentHashMap<>();

    private Recorder() {}

    /** Adds a value. */
    public static void add(String key, Object seen) {
        RECORDED.computeIfAbsent(key, k -> new ConcurrentLinkedQueue<>()).add(seen);
    }

    /** Returns the values so far, in order. */
    public static List<Object> seen(String key) {
        return List.copyOf(RECORDED.getOrDefault(key, new ConcurrentLinkedQueue<>()));
    }

    /** Waits until a condition holds; fails after 10 s. */
    public static void await(String what, BooleanSupplier condition) {
        await(10, what, condition);
    }

    /** Waits until a condition holds; fails after some seconds. */
    public static void await(int secs, String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(secs).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("not within " + secs + " s: " + what);
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted while waiting for: " + what, e);
            }
        }
    }
}
