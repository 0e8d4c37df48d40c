package io.eyewall.engine.core;

import java.util.Arrays;

/**
 * The timers of one core. For the core's owner thread.
 *
 * <p>Cancelling a timer releases it at once, with all that its command refers to: a topology that
 * was killed must not stay in memory until its timeouts are due. So every timer knows its position
 * in the heap.
 */
public final class Timers {
    private static final int INITIAL_CAPACITY = 16;
    private static final int NOT_SET = -1;

    /** A timer that has been set and may be cancelled. */
    public final class Timer {
        private final long sequence;
        private final long periodNs;
        private final Runnable command;
        private long deadlineNs;
        private int position = NOT_SET;

        private Timer(long deadlineNs, long periodNs, Runnable command) {
            this.deadlineNs = deadlineNs;
            this.sequence = nextSequence++;
            this.periodNs = periodNs;
            this.command = command;
        }

        /**
         * Returns when the timer runs next, or was to run when it was cancelled, by the engine's
         * clock.
         */
        public long deadlineNs() {
            return deadlineNs;
        }

        /** Returns whether the timer will run, for the first time or again. */
        public boolean isSet() {
            return position != NOT_SET;
        }

        /** Cancels the timer; no effect if it has run or has been cancelled. */
        public void cancel() {
            if (isSet()) {
                remove(this);
            }
        }

        /**
         * Moves the next run to another time; a periodic timer continues from there. No effect if
         * the timer is not set.
         *
         * @param newDeadlineNs by the engine's clock
         */
        public void moveTo(long newDeadlineNs) {
            if (isSet()) {
                remove(this);
                deadlineNs = newDeadlineNs;
                add(this);
            }
        }

        private boolean isBefore(Timer other) {
            long byDeadline = deadlineNs - other.deadlineNs;
            return byDeadline != 0 ? byDeadline < 0 : sequence < other.sequence;
        }
    }

    /**
     * A binary heap: the children of i are 2i + 1 and 2i + 2, and no child is before its parent.
     */
    private Timer[] heap = new Timer[INITIAL_CAPACITY];

    private int count;
    private long nextSequence;

    /** Runs a command once, at a time of the engine's clock. */
    public Timer at(long deadlineNs, Runnable command) {
        return add(new Timer(deadlineNs, 0, command));
    }

    /** Runs a command every {@code periodNs} from one period after {@code nowNs}. */
    public Timer every(long nowNs, long periodNs, Runnable command) {
        return add(new Timer(nowNs + periodNs, periodNs, command));
    }

    /** Returns how many timers are set. */
    public int count() {
        return count;
    }

    /**
     * Returns the nanoseconds until the next timer is due: 0 if one is due, {@code Long.MAX_VALUE}
     * if none is set.
     */
    public long untilNextNs(long nowNs) {
        return count == 0 ? Long.MAX_VALUE : Math.max(0, heap[0].deadlineNs - nowNs);
    }

    /**
     * Runs the timers that are due. A periodic timer that is late by several periods runs once.
     *
     * @return how many ran
     */
    int fire(long nowNs) {
        int fired = 0;
        while (count > 0 && heap[0].deadlineNs - nowNs <= 0) {
            Timer next = heap[0];
            remove(next);
            if (next.periodNs > 0) {
                long late = nowNs - next.deadlineNs;
                next.deadlineNs += next.periodNs * (1 + late / next.periodNs);
                add(next);
            }
            next.command.run();
            fired++;
        }
        return fired;
    }

    private Timer add(Timer timer) {
        if (count == heap.length) {
            heap = Arrays.copyOf(heap, 2 * count);
        }
        moveUp(timer, count++);
        return timer;
    }

    private void remove(Timer timer) {
        int position = timer.position;
        timer.position = NOT_SET;
        Timer last = heap[--count];
        heap[count] = null;
        if (last != timer) { // the last timer fills the gap
            moveDown(last, position);
            moveUp(last, last.position);
        }
    }

    private void moveUp(Timer timer, int from) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) / 2;
            if (!timer.isBefore(heap[parent])) {
                break;
            }
            put(heap[parent], position);
            position = parent;
        }
        put(timer, position);
    }

    private void moveDown(Timer timer, int from) {
        int position = from;
        while (true) {
            int child = 2 * position + 1;
            if (child + 1 < count && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (child >= count || !heap[child].isBefore(timer)) {
                break;
            }
            put(heap[child], position);
            position = child;
        }
        put(timer, position);
    }

    private void put(Timer timer, int position) {
        heap[position] = timer;
        timer.position = position;
    }
}
