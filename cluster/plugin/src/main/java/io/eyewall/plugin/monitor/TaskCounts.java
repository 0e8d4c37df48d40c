package io.eyewall.plugin.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts by task id. One thread adds; other threads may read at any time, and read for each task a
 * value that its count had at some moment. Ids are at least 1, because 0 marks a free entry.
 */
final class TaskCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle TASK = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int INITIAL_ENTRIES = 8;

    /** 2^32 divided by the golden ratio, by which Fibonacci hashing spreads adjacent ids. */
    private static final int HASH_MULTIPLIER = 0x9E3779B9;

    private volatile Table table = new Table(INITIAL_ENTRIES);
    private int size;

    /**
     * A hash table with open addressing. An entry's count is written before its task, and tasks are
     * never removed.
     */
    private static final class Table {
        final int[] tasks;
        final long[] counts;
        final int shift;

        Table(int entries) {
            tasks = new int[entries];
            counts = new long[entries];
            shift = Integer.SIZE - Integer.numberOfTrailingZeros(entries);
        }

        /** Returns the entry of a task, or the free entry to store it in. */
        int find(int task) {
            int i = (task * HASH_MULTIPLIER) >>> shift;
            while (tasks[i] != task && tasks[i] != 0) {
                i = (i + 1) & (tasks.length - 1);
            }
            return i;
        }
    }

    /** Receives counts. */
    @FunctionalInterface
    interface CountConsumer {
        void accept(int task, long count);
    }

    /**
     * Adds one to a task's count; called only by the writing thread. On the hot path: see {@code
     * LoadHookBenchmark}.
     */
    void increment(int task) {
        Table current = table;
        int i = current.find(task);
        if (current.tasks[i] == task) {
            COUNT.setOpaque(current.counts, i, current.counts[i] + 1);
        } else {
            insert(task);
        }
    }

    private void insert(int task) {
        Table current = table;
        if (2 * (size + 1) > current.tasks.length) {
            Table next = new Table(2 * current.tasks.length);
            for (int i = 0; i < current.tasks.length; i++) {
                if (current.tasks[i] != 0) {
                    int to = next.find(current.tasks[i]);
                    next.counts[to] = current.counts[i];
                    next.tasks[to] = current.tasks[i];
                }
            }
            table = next;
            current = next;
        }
        int i = current.find(task);
        COUNT.setOpaque(current.counts, i, 1L);
        TASK.setRelease(current.tasks, i, task);
        size++;
    }

    /** Passes the count of each task to a consumer; any thread may call. */
    void forEach(CountConsumer consumer) {
        Table current = table;
        for (int i = 0; i < current.tasks.length; i++) {
            int task = (int) TASK.getAcquire(current.tasks, i);
            if (task != 0) {
                consumer.accept(task, (long) COUNT.getOpaque(current.counts, i));
            }
        }
    }
}
