package io.eyewall.plugin.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts by task id. One thread adds; others may read at any time, and see for each count a value
 * that it had at some moment. Ids are at least 1, because 0 marks a free entry.
 */
final class TaskCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle TASK = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int FIRST_ENTRIES = 8;
    private static final int SPREAD = 0x9E3779B9; // 2^32 over the golden ratio

    private volatile Table table = new Table(FIRST_ENTRIES);
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
            int i = (task * SPREAD) >>> shift;
            while (tasks[i] != task && tasks[i] != 0) {
                i = (i + 1) & (tasks.length - 1);
            }
            return i;
        }
    }

    /** Receives counts. */
    @FunctionalInterface
    interface Reader {
        void count(int task, long count);
    }

    /** Adds one; called only by the writing thread. Hot path: LoadHookBenchmark. */
    void increment(int task) {
        Table now = table;
        int i = now.find(task);
        if (now.tasks[i] == task) {
            COUNT.setOpaque(now.counts, i, now.counts[i] + 1);
        } else {
            insert(task);
        }
    }

    private void insert(int task) {
        Table now = table;
        if (2 * (size + 1) > now.tasks.length) {
            Table next = new Table(2 * now.tasks.length);
            for (int i = 0; i < now.tasks.length; i++) {
                if (now.tasks[i] != 0) {
                    int to = next.find(now.tasks[i]);
                    next.counts[to] = now.counts[i];
                    next.tasks[to] = now.tasks[i];
                }
            }
            table = next;
            now = next;
        }
        int i = now.find(task);
        COUNT.setOpaque(now.counts, i, 1L);
        TASK.setRelease(now.tasks, i, task);
        size++;
    }

    /** Passes all counts to a reader; any thread may call. */
    void read(Reader reader) {
        Table now = table;
        for (int i = 0; i < now.tasks.length; i++) {
            int task = (int) TASK.getAcquire(now.tasks, i);
            if (task != 0) {
                reader.count(task, (long) COUNT.getOpaque(now.counts, i));
            }
        }
    }
}
