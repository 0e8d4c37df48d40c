package io.eyewall.toolkit.punctuation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings the markers of several senders together: a window ends when all have sent its marker, or
 * their end. What comes from a sender that is ahead of another one waits until that has sent its
 * marker, too. So everything before a marker, of all senders, comes before it.
 *
 * <p>A marker's number says that all windows up to it have ended: one that was lost is made good by
 * the next, and numbers may leave gaps, as times do. For one thread.
 *
 * @param <T> tuples
 */
final class MarkerGate<T> {
    /** Told in order. */
    interface Listener<T> {
        /** A tuple that belongs to the present window. */
        void onTuple(T tuple);

        /** All senders have sent this window's marker. */
        void onWindow(long number);

        /**
         * All senders have sent their end, or have sent it again, or one insists on its own: the
         * others have nothing to send again.
         *
         * @param markers those that were not given to this method before
         * @param number of the last of them
         */
        void onFinal(List<T> markers, long number);

        /** This end is superseded by a later one of the same sender. */
        void onSuperseded(T marker);

        /** A sender has sent its end for the first time. */
        void onEnded(int task);
    }

    /** What waits. */
    private record Waiting<T>(@Nullable Marker marker, long number, T tuple) {}

    /** One sender. */
    private static final class Sender<T> {
        /** The last window that it ended. */
        private long ended = Long.MIN_VALUE;

        private boolean hasEnded;

        /** Its marker of the end, until all have sent theirs, and likewise when it comes again. */
        private @Nullable T held;

        private final Deque<Waiting<T>> waiting = new ArrayDeque<>();
    }

    private final Map<Integer, Sender<T>> senders = new HashMap<>();
    private final Listener<T> listener;

    /** The last window that all have ended. */
    private long ended = Long.MIN_VALUE;

    private int endsMissing;
    private boolean somebodyWaits;

    /**
     * @param tasks that send markers; of others tuples pass
     */
    MarkerGate(Collection<Integer> tasks, Listener<T> listener) {
        this.listener = listener;
        tasks.forEach(task -> senders.put(task, new Sender<>()));
        endsMissing = senders.size();
    }

    /** Whether a tuple of that sender may pass, which it nearly always may. */
    boolean isOpenFor(int task) {
        return !somebodyWaits || !isAhead(senders.get(task));
    }

    private boolean isAhead(@Nullable Sender<T> sender) {
        return sender != null && !sender.hasEnded && sender.ended > ended;
    }

    /** A tuple has come. */
    void tuple(int task, T tuple) {
        Sender<T> sender = senders.get(task);
        if (sender != null && isAhead(sender)) {
            sender.waiting.add(new Waiting<>(null, 0, tuple));
        } else {
            listener.onTuple(tuple);
        }
    }

    /** A marker has come; of a task that is no sender it is left alone. */
    void marker(int task, Marker marker, long number, T tuple) {
        Sender<T> sender = senders.get(task);
        if (sender == null) {
            return;
        }
        if (isAhead(sender)) {
            sender.waiting.add(new Waiting<>(marker, number, tuple));
            return;
        }
        take(task, sender, marker, number, tuple);
        goOn();
    }

    private void take(int task, Sender<T> sender, Marker marker, long number, T tuple) {
        if (marker == Marker.WINDOW) {
            sender.ended = Math.max(sender.ended, number);
            somebodyWaits |= sender.ended > ended;
            return;
        }
        boolean again = endsMissing == 0;
        if (!sender.hasEnded) {
            sender.hasEnded = true;
            endsMissing--;
            listener.onEnded(task);
        }
        if (sender.held != null) {
            listener.onSuperseded(sender.held);
        }
        sender.held = tuple;
        if (endsMissing == 0 && (!again || Punctuation.isInsistent(number) || haveAllSentIt())) {
            listener.onFinal(takeHeld(), number);
        }
    }

    /** What fails at the end comes again from all senders whose tuples it was made of. */
    private boolean haveAllSentIt() {
        return senders.values().stream().allMatch(sender -> sender.held != null);
    }

    private List<T> takeHeld() {
        List<T> all = new ArrayList<>();
        for (Sender<T> sender : senders.values()) {
            if (sender.held != null) {
                all.add(sender.held);
                sender.held = null;
            }
        }
        return all;
    }

    /** Ends windows as long as all have, and lets those go on who waited for it. */
    private void goOn() {
        while (somebodyWaits && endsMissing > 0) {
            long least = Long.MAX_VALUE;
            for (Sender<T> sender : senders.values()) {
                least = sender.hasEnded ? least : Math.min(least, sender.ended);
            }
            if (least <= ended) {
                return;
            }
            ended = least;
            listener.onWindow(ended);
            somebodyWaits = false;
            senders.forEach(this::release);
            for (Sender<T> sender : senders.values()) {
                somebodyWaits |= isAhead(sender);
            }
        }
    }

    private void release(int task, Sender<T> sender) {
        while (!isAhead(sender) && !sender.waiting.isEmpty()) {
            Waiting<T> next = sender.waiting.remove();
            if (next.marker() == null) {
                listener.onTuple(next.tuple());
            } else {
                take(task, sender, next.marker(), next.number(), next.tuple());
            }
        }
    }
}
