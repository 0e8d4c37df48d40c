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
 * Aligns the markers of several senders: a window ends when each sender has sent its marker, or has
 * ended. Tuples of a sender that is ahead of another one wait until the other has sent its marker,
 * too. So all tuples that precede a marker, from all senders, are delivered before it.
 *
 * <p>A marker's number means that all windows up to it have ended. The next marker therefore makes
 * up for a lost one, and numbers may have gaps, as times do. Used by one thread.
 *
 * @param <T> tuples
 */
final class MarkerGate<T> {
    /** Receives tuples and markers in the aligned order. */
    interface Listener<T> {
        /** A tuple of the current window. */
        void onTuple(T tuple);

        /** All senders have sent this window's marker. */
        void onWindow(long number);

        /**
         * The stream has ended, or has ended again after replays: all senders have sent their end
         * marker, or one sender's repeated marker is insistent because the other senders have
         * nothing to send again.
         *
         * @param markers end markers that were not passed to this method before
         * @param number number of the last of them
         */
        void onFinal(List<T> markers, long number);

        /** A later end marker of the same sender supersedes the given one. */
        void onSuperseded(T marker);

        /** A sender has sent its end marker for the first time. */
        void onEnded(int task);
    }

    /**
     * A tuple, or a marker if {@code marker} is not null, that waits because its sender is ahead.
     */
    private record Waiting<T>(@Nullable Marker marker, long number, T tuple) {}

    /** The state of one sender. */
    private static final class Sender<T> {
        /** The number of the last window that the sender has ended. */
        private long ended = Long.MIN_VALUE;

        private boolean hasEnded;

        /**
         * The sender's end marker, held until all senders have sent theirs; again after a replay.
         */
        private @Nullable T held;

        private final Deque<Waiting<T>> waiting = new ArrayDeque<>();
    }

    private final Map<Integer, Sender<T>> senders = new HashMap<>();
    private final Listener<T> listener;

    /** The number of the last window that all senders have ended. */
    private long ended = Long.MIN_VALUE;

    private int endsMissing;
    private boolean isAnyAhead;

    /**
     * @param tasks tasks that send markers; tuples of other tasks pass at once
     */
    MarkerGate(Collection<Integer> tasks, Listener<T> listener) {
        this.listener = listener;
        tasks.forEach(task -> senders.put(task, new Sender<>()));
        endsMissing = senders.size();
    }

    /** Returns whether a tuple of this sender may pass at once, which is nearly always so. */
    boolean isOpenFor(int task) {
        return !isAnyAhead || !isAhead(senders.get(task));
    }

    private boolean isAhead(@Nullable Sender<T> sender) {
        return sender != null && !sender.hasEnded && sender.ended > ended;
    }

    /** Delivers a tuple, or queues it if its sender is ahead. */
    void tuple(int task, T tuple) {
        Sender<T> sender = senders.get(task);
        if (sender != null && isAhead(sender)) {
            sender.waiting.add(new Waiting<>(null, 0, tuple));
        } else {
            listener.onTuple(tuple);
        }
    }

    /** Processes a marker; ignores markers of tasks that are not senders. */
    void marker(int task, Marker marker, long number, T tuple) {
        Sender<T> sender = senders.get(task);
        if (sender == null) {
            return;
        }
        if (isAhead(sender)) {
            sender.waiting.add(new Waiting<>(marker, number, tuple));
            return;
        }
        apply(task, sender, marker, number, tuple);
        endWindows();
    }

    private void apply(int task, Sender<T> sender, Marker marker, long number, T tuple) {
        if (marker == Marker.WINDOW) {
            sender.ended = Math.max(sender.ended, number);
            isAnyAhead |= sender.ended > ended;
            return;
        }
        boolean isRepeated = endsMissing == 0;
        if (!sender.hasEnded) {
            sender.hasEnded = true;
            endsMissing--;
            listener.onEnded(task);
        }
        if (sender.held != null) {
            listener.onSuperseded(sender.held);
        }
        sender.held = tuple;
        if (endsMissing == 0
                && (!isRepeated || Punctuation.isInsistent(number) || haveAllSentEnd())) {
            listener.onFinal(removeHeld(), number);
        }
    }

    /**
     * Returns whether every sender's end marker is held: a failed tuple at the end comes again from
     * all senders of whose tuples it was made.
     */
    private boolean haveAllSentEnd() {
        return senders.values().stream().allMatch(sender -> sender.held != null);
    }

    private List<T> removeHeld() {
        List<T> all = new ArrayList<>();
        for (Sender<T> sender : senders.values()) {
            if (sender.held != null) {
                all.add(sender.held);
                sender.held = null;
            }
        }
        return all;
    }

    /** Ends windows while all senders have ended them, and releases the tuples that waited. */
    private void endWindows() {
        while (isAnyAhead && endsMissing > 0) {
            long least = Long.MAX_VALUE;
            for (Sender<T> sender : senders.values()) {
                least = sender.hasEnded ? least : Math.min(least, sender.ended);
            }
            if (least <= ended) {
                return;
            }
            ended = least;
            listener.onWindow(ended);
            isAnyAhead = false;
            senders.forEach(this::release);
            for (Sender<T> sender : senders.values()) {
                isAnyAhead |= isAhead(sender);
            }
        }
    }

    private void release(int task, Sender<T> sender) {
        while (!isAhead(sender) && !sender.waiting.isEmpty()) {
            Waiting<T> next = sender.waiting.remove();
            if (next.marker() == null) {
                listener.onTuple(next.tuple());
            } else {
                apply(task, sender, next.marker(), next.number(), next.tuple());
            }
        }
    }
}
