package io.eyewall.toolkit.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;

/**
 * Joins the values that a join receives after the end of its inputs. All of them are replays of
 * failed values; the two values of a pair are replayed one after the other, perhaps with a long
 * time between. Each value is paired with all values of the other side that were replayed within a
 * time. A value that has a partner is acked at the next end, but can still be paired with others; a
 * value without a partner is held meanwhile, and kept from timing out. Used by one thread.
 */
final class ReplayJoin {
    /** A value that was replayed. */
    private static final class Replayed {
        private final Object value;
        private final Tuple tuple;
        private final long arrivedMs;
        private boolean hasPartner;
        private boolean isAcked;

        private Replayed(Object value, Tuple tuple, long arrivedMs) {
            this.value = value;
            this.tuple = tuple;
            this.arrivedMs = arrivedMs;
        }

        private boolean hasValue(Object other) {
            return Arrays.deepEquals(new Object[] {value}, new Object[] {other});
        }
    }

    /** The replayed values of one key, by side. */
    private record Sides(List<Replayed> first, List<Replayed> second) {
        private Sides() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** Receives the results. */
    interface Listener {
        /**
         * Two values are a pair.
         *
         * @param anchors the tuples of the two values that are not acked
         */
        void onPair(Object first, Object second, List<Tuple> anchors);

        /** The tuple is done and can be acked. */
        void onDone(Tuple tuple);

        /** No partner of the tuple was replayed in time. */
        void onUnmatched(Tuple tuple);

        /** The tuple waits for a partner, and must not time out meanwhile. */
        void onWaiting(Tuple tuple);
    }

    private final Map<Object, Sides> sidesByKey = new HashMap<>();
    private final long partnerWaitMs;
    private final Listener listener;

    /**
     * @param partnerWaitMs how long a value waits for partners
     * @param listener receives the results
     */
    ReplayJoin(long partnerWaitMs, Listener listener) {
        this.partnerWaitMs = partnerWaitMs;
        this.listener = listener;
    }

    /**
     * Adds a value that was replayed, perhaps for the second time.
     *
     * @param isSecond whether the value belongs to the second side
     */
    void add(Object key, boolean isSecond, Object value, Tuple tuple, long nowMs) {
        Sides sides = sidesByKey.computeIfAbsent(key, absent -> new Sides());
        List<Replayed> ownSide = isSecond ? sides.second() : sides.first();
        ownSide.removeIf(replayed -> replayed.isAcked && replayed.hasValue(value));
        Replayed replayed = new Replayed(value, tuple, nowMs);
        for (Replayed other : isSecond ? sides.first() : sides.second()) {
            List<Tuple> anchors = other.isAcked ? List.of(tuple) : List.of(tuple, other.tuple);
            listener.onPair(
                    isSecond ? other.value : value, isSecond ? value : other.value, anchors);
            replayed.hasPartner = true;
            other.hasPartner = true;
        }
        ownSide.add(replayed);
    }

    /**
     * Ends a round of replays: the inputs have ended again, so that the values that have a partner
     * are done.
     */
    void endRound() {
        for (Sides sides : sidesByKey.values()) {
            ackPaired(sides.first());
            ackPaired(sides.second());
        }
    }

    private void ackPaired(List<Replayed> side) {
        for (Replayed replayed : side) {
            if (replayed.hasPartner) {
                ackOnce(replayed);
            }
        }
    }

    /**
     * Keeps waiting tuples from timing out, and gives up values that have waited too long. To be
     * called periodically, more often than messages time out.
     */
    void tick(long nowMs) {
        sidesByKey
                .values()
                .removeIf(
                        sides -> {
                            tick(nowMs, sides.first());
                            tick(nowMs, sides.second());
                            return sides.first().isEmpty() && sides.second().isEmpty();
                        });
    }

    private void tick(long nowMs, List<Replayed> side) {
        for (Replayed replayed : side) {
            if (nowMs - replayed.arrivedMs >= partnerWaitMs) {
                giveUp(replayed);
            } else if (!replayed.isAcked) {
                listener.onWaiting(replayed.tuple);
            }
        }
        side.removeIf(replayed -> nowMs - replayed.arrivedMs >= partnerWaitMs);
    }

    private void giveUp(Replayed replayed) {
        if (replayed.hasPartner) {
            ackOnce(replayed);
        } else {
            listener.onUnmatched(replayed.tuple);
        }
    }

    private void ackOnce(Replayed replayed) {
        if (!replayed.isAcked) {
            replayed.isAcked = true;
            listener.onDone(replayed.tuple);
        }
    }
}
