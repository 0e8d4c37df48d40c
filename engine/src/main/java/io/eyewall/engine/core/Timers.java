package io.eyewall.engine.core;

import java.util.PriorityQueue;

/** What a core does later. For the core's own thread alone. */
public final class Timers {
    /** A timer that has been set; may be cancelled. */
    public static final class Timer implements Comparable<Timer> {
        private final long sequence;
        private final long periodNs;
        private final Runnable command;
        private long deadlineNs;
        private boolean cancelled;

        private Timer(long deadlineNs, long sequence, long periodNs, Runnable command) {
            this.deadlineNs = deadlineNs;
            this.sequence = sequence;
            this.periodNs = periodNs;
            this.command = command;
        }

        /** When it runs next, or was to run when it was cancelled, by the engine's clock. */
        public long deadlineNs() {
            return deadlineNs;
        }

        /** Never runs again; dropped when its time comes. */
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Timer other) {
            int byDeadline = Long.compare(deadlineNs - other.deadlineNs, 0);
            return byDeadline != 0 ? byDeadline : Long.compare(sequence, other.sequence);
        }
    }

    private final PriorityQueue<Timer> queue = new PriorityQueue<>();
    private long sequence;

    /** Runs a command once, at a time of the engine's clock. */
    public Timer at(long deadlineNs, Runnable command) {
        return add(new Timer(deadlineNs, sequence++, 0, command));
    }

    /** Runs a command every {@code periodNs} from one period after {@code nowNs}. */
    public Timer every(long nowNs, long periodNs, Runnable command) {
        return add(new Timer(nowNs + periodNs, sequence++, periodNs, command));
    }

    private Timer add(Timer timer) {
        queue.add(timer);
        return timer;
    }

    /**
     * Nanoseconds until the next timer is due: 0 if one is, {@code Long.MAX_VALUE} if none is set.
     */
    public long untilNextNs(long nowNs) {
        Timer next = queue.peek();
        return next == null ? Long.MAX_VALUE : Math.max(0, next.deadlineNs - nowNs);
    }

    /**
     * Runs what is due. A periodic timer that is late by several periods runs once.
     *
     * @return how many ran
     */
    int fire(long nowNs) {
        int fired = 0;
        Timer next;
        while ((next = queue.peek()) != null && next.deadlineNs - nowNs <= 0) {
            queue.poll();
            if (next.cancelled) {
                continue;
            }
            if (next.periodNs > 0) {
                long late = nowNs - next.deadlineNs;
                next.deadlineNs += next.periodNs * (1 + late / next.periodNs);
                queue.add(next);
            }
            next.command.run();
            fired++;
        }
        return fired;
    }
}
