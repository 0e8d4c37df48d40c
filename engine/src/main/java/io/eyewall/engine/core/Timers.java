package io.eyewall.engine.core;

import java.util.Arrays;

/**
 * What a core does later. For the core's own thread alone.
 *
 * <p>A timer that is cancelled is gone at once, with all that its command holds: a topology that
 * was killed must not stay until its timeouts are due. So every timer knows its place in the heap.
 */
public final class Timers {
    private static final int INITIAL_CAPACITY = 16;
    private static final int NOWHERE = -1;

    /** A timer that has been set; may be cancelled. */
    public final class Timer {
        private final long sequence;
        private final long periodNs;
        private final Runnable command;
        private long deadlineNs;
        private int place = NOWHERE;

        private Timer(long deadlineNs, long periodNs, Runnable command) {
            this.deadlineNs = deadlineNs;
            this.sequence = nextSequence++;
            this.periodNs = periodNs;
            this.command = command;
        }

        /** When it runs next, or was to run when it was cancelled, by the engine's clock. */
        public long deadlineNs() {
            return deadlineNs;
        }

        /** Whether it is to run, for the first time or again. */
        public boolean isSet() {
            return place != NOWHERE;
        }

        /** Never runs again; no effect if it has run, or has been cancelled. */
        public void cancel() {
            if (isSet()) {
                remove(this);
            }
        }

        /**
         * Runs next at another time, and periodically from there on. No effect if it is not to run.
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

    /** A binary heap: the children of i are 2i + 1 and 2i + 2, and none is before its parent. */
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

    /** How many are set. */
    public int count() {
        return count;
    }

    /**
     * Nanoseconds until the next timer is due: 0 if one is, {@code Long.MAX_VALUE} if none is set.
     */
    public long untilNextNs(long nowNs) {
        return count == 0 ? Long.MAX_VALUE : Math.max(0, heap[0].deadlineNs - nowNs);
    }

    /**
     * Runs what is due. A periodic timer that is late by several periods runs once.
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
        int place = timer.place;
        timer.place = NOWHERE;
        Timer last = heap[--count];
        heap[count] = null;
        if (last != timer) { // it fills the gap
            moveDown(last, place);
            moveUp(last, last.place);
        }
    }

    private void moveUp(Timer timer, int from) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) / 2;
            if (!timer.isBefore(heap[parent])) {
                break;
            }
            put(heap[parent], place);
            place = parent;
        }
        put(timer, place);
    }

    private void moveDown(Timer timer, int from) {
        int place = from;
        while (true) {
            int child = 2 * place + 1;
            if (child + 1 < count && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (child >= count || !heap[child].isBefore(timer)) {
                break;
            }
            put(heap[child], place);
            place = child;
        }
        put(timer, place);
    }

    private void put(Timer timer, int place) {
        heap[place] = timer;
        timer.place = place;
    }
}
