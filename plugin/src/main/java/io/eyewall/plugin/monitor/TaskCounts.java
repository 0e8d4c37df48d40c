package io.eyewall.plugin.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts by task id. One thread adds; others may read at any time, and see each count as it was at
 * some moment. Ids are at least 1, as 0 marks a free entry.
 */
final class TaskCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle TASK = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int FIRST_ENTRIES = 8;
    private static final int SPREAD = 0x9E3779B9; // 2^32 over the golden ratio

    private volatile Table table = new Table(FIRST_ENTRIES);
    private int size;

    /** Open addressing; an entry's count is written before its task, which is never taken out. */
    private static final class Table {
        final int[] tasks;
        final long[] counts;
        final int shift;

        Table(int entries) {
            tasks = new int[entries];
            counts = new long[entries];
            shift = Integer.SIZE - Integer.numberOfTrailingZeros(entries);
        }

        /** The entry of a task, or the free one where it belongs. */
        int find(int task) {
            int i = (task * SPREAD) >>> shift;
            while (tasks[i] != task && tasks[i] != 0) {
                i = (i + 1) & (tasks.length - 1);
            }
            return i;
        }
    }

    /** Called for each count. */
    @FunctionalInterface
    interface Reader {
        void count(int task, long count);
    }

    /** Adds one. The writer's thread only. hot path: LoadHookBenchmark */
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

    /** Any thread. */
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
