package io.eyewall.toolkit.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;

/**
 * Joins the values that a join receives after the end of its inputs. All of them are replays of
 * failed values; the two values of a pair are replayed one after the other, perhaps much later.
 * Each value is joined with all values of the other side that were replayed within a time. A value
 * that was joined is acked at the next end, but can still be joined with others; a value without a
 * partner is held meanwhile, and kept from timing out. Used by one thread.
 */
final class JoinAgain {
    /** A value that has come again. */
    private static final class Back {
        private final Object value;
        private final Tuple tuple;
        private final long sinceMs;
        private boolean hasMet;
        private boolean isAcked;

        private Back(Object value, Tuple tuple, long sinceMs) {
            this.value = value;
            this.tuple = tuple;
            this.sinceMs = sinceMs;
        }

        private boolean is(Object other) {
            return Arrays.deepEquals(new Object[] {value}, new Object[] {other});
        }
    }

    /** The values of one key. */
    private record Sides(List<Back> first, List<Back> second) {
        private Sides() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Receives the results. */
    interface Listener {
        /**
         * Two values meet.
         *
         * @param anchors their tuples that are not acked
         */
        void onPair(Object first, Object second, List<Tuple> anchors);

        /** The tuple is done and can be acked. */
        void onDone(Tuple tuple);

        /** No partner of the tuple has come in time. */
        void onUnmatched(Tuple tuple);

        /** The tuple waits and must not time out meanwhile. */
        void onWaiting(Tuple tuple);
    }

    private final Map<Object, Sides> keys = new HashMap<>();
    private final long patienceMs;
    private final Listener listener;

    /**
     * @param patienceMs how long a value waits to be met
     * @param listener receives the results
     */
    JoinAgain(long patienceMs, Listener listener) {
        this.patienceMs = patienceMs;
        this.listener = listener;
    }

    /** Adds a value that has come again, perhaps for the second time. */
    void add(Object key, boolean isSecond, Object value, Tuple tuple, long nowMs) {
        Sides sides = keys.computeIfAbsent(key, absent -> new Sides());
        List<Back> mine = isSecond ? sides.second() : sides.first();
        mine.removeIf(back -> back.isAcked && back.is(value));
        Back back = new Back(value, tuple, nowMs);
        for (Back other : isSecond ? sides.first() : sides.second()) {
            List<Tuple> anchors = other.isAcked ? List.of(tuple) : List.of(tuple, other.tuple);
            listener.onPair(
                    isSecond ? other.value : value, isSecond ? value : other.value, anchors);
            back.hasMet = true;
            other.hasMet = true;
        }
        mine.add(back);
    }

    /**
     * Reports that all tuples replayed so far have arrived: values that have met others are done.
     */
    void end() {
        for (Sides sides : keys.values()) {
            end(sides.first());
            end(sides.second());
        }
    }

    private void end(List<Back> side) {
        for (Back back : side) {
            if (back.hasMet) {
                done(back);
            }
        }
    }

    /**
     * Keeps waiting tuples from timing out and gives up old ones. To be called periodically, more
     * often than messages time out.
     */
    void tick(long nowMs) {
        keys.values()
                .removeIf(
                        sides -> {
                            tick(nowMs, sides.first());
                            tick(nowMs, sides.second());
                            return sides.first().isEmpty() && sides.second().isEmpty();
                        });
    }

    private void tick(long nowMs, List<Back> side) {
        for (Back back : side) {
            if (nowMs - back.sinceMs >= patienceMs) {
                end(back);
            } else if (!back.isAcked) {
                listener.onWaiting(back.tuple);
            }
        }
        side.removeIf(back -> nowMs - back.sinceMs >= patienceMs);
    }

    private void end(Back back) {
        if (back.hasMet) {
            done(back);
        } else {
            listener.onUnmatched(back.tuple);
        }
    }

    private void done(Back back) {
        if (!back.isAcked) {
            back.isAcked = true;
            listener.onDone(back.tuple);
        }
    }
}
