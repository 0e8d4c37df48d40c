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
 * Aligns the markers of several senders: a window ends when each sender has sent the window's
 * marker, or has ended. Tuples of a sender that is ahead of another sender wait until the other one
 * has sent the marker, too. So all tuples that precede a marker, from all senders, are delivered
 * before it.
 *
 * <p>A marker's number says that all windows up to it have ended. Therefore a lost marker is made
 * up for by the next one, and numbers may have gaps, as times do. Used by one thread.
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
    record Queued<T>(@Nullable Marker marker, long number, T tuple) {}

    /** The state of one sender. */
    private static final class Sender<T> {
        /** The number of the last window that the sender has ended. */
        private long endedWindow = Long.MIN_VALUE;

        /** Whether the sender has sent an end marker. */
        private boolean hasEnded;

        /**
         * The sender's end marker, which is held until all senders have sent theirs; null if there
         * is none. A repeated end marker is held in the same way.
         */
        private @Nullable T heldEnd;

        private final Deque<Queued<T>> queued = new ArrayDeque<>();
    }

    private final Map<Integer, Sender<T>> senders = new HashMap<>();
    private final Listener<T> listener;

    /** The number of the last window that all senders have ended. */
    private long endedWindow = Long.MIN_VALUE;

    /** How many senders have not sent an end marker yet. */
    private int sendersNotEnded;

    private boolean isAnySenderAhead;

    /**
     * @param tasks tasks that send markers; tuples of other tasks pass at once
     */
    MarkerGate(Collection<Integer> tasks, Listener<T> listener) {
        this.listener = listener;
        tasks.forEach(task -> senders.put(task, new Sender<>()));
        sendersNotEnded = senders.size();
    }

    /**
     * The state of a sender in a snapshot.
     *
     * @param endedWindow number of the last window that the sender has ended
     * @param queued tuples and markers that wait because the sender is ahead, in their order
     */
    record SenderState<T>(long endedWindow, List<Queued<T>> queued) {}

    /** Returns the state of each sender, without the ends, which senders send again. */
    Map<Integer, SenderState<T>> state() {
        Map<Integer, SenderState<T>> states = new HashMap<>();
        senders.forEach(
                (task, sender) ->
                        states.put(
                                task,
                                new SenderState<>(
                                        sender.endedWindow,
                                        sender.queued.stream()
                                                .filter(each -> each.marker() != Marker.FINAL)
                                                .toList())));
        return states;
    }

    /** Returns the number of the last window that all senders have ended. */
    long endedWindow() {
        return endedWindow;
    }

    /**
     * Restores the state of a new gate; ignores tasks that are not senders.
     *
     * @param window number of the last window that all senders had ended
     */
    void restore(long window, Map<Integer, SenderState<T>> states) {
        endedWindow = window;
        states.forEach(
                (task, state) -> {
                    Sender<T> sender = senders.get(task);
                    if (sender != null) {
                        sender.endedWindow = state.endedWindow();
                        sender.queued.addAll(state.queued());
                        isAnySenderAhead |= isAhead(sender);
                    }
                });
    }

    /** Returns whether a tuple of this sender may pass at once, which is nearly always the case. */
    boolean isOpenFor(int task) {
        return !isAnySenderAhead || !isAhead(senders.get(task));
    }

    private boolean isAhead(@Nullable Sender<T> sender) {
        return sender != null && !sender.hasEnded && sender.endedWindow > endedWindow;
    }

    /** Delivers a tuple, or queues it if its sender is ahead. */
    void receiveTuple(int task, T tuple) {
        Sender<T> sender = senders.get(task);
        if (sender != null && isAhead(sender)) {
            sender.queued.add(new Queued<>(null, 0, tuple));
        } else {
            listener.onTuple(tuple);
        }
    }

    /** Processes a marker; ignores markers of tasks that are not senders. */
    void receiveMarker(int task, Marker marker, long number, T tuple) {
        Sender<T> sender = senders.get(task);
        if (sender == null) {
            return;
        }
        if (isAhead(sender)) {
            sender.queued.add(new Queued<>(marker, number, tuple));
            return;
        }
        process(task, sender, marker, number, tuple);
        endCompleteWindows();
    }

    /** Processes a marker of a sender that is not ahead. */
    private void process(int task, Sender<T> sender, Marker marker, long number, T tuple) {
        if (marker == Marker.WINDOW) {
            sender.endedWindow = Math.max(sender.endedWindow, number);
            isAnySenderAhead |= sender.endedWindow > endedWindow;
            return;
        }
        boolean isRepeated = sendersNotEnded == 0;
        if (!sender.hasEnded) {
            sender.hasEnded = true;
            sendersNotEnded--;
            listener.onEnded(task);
        }
        if (sender.heldEnd != null) {
            listener.onSuperseded(sender.heldEnd);
        }
        sender.heldEnd = tuple;
        if (sendersNotEnded == 0
                && (!isRepeated || Punctuation.isInsistent(number) || haveAllSentEnd())) {
            listener.onFinal(removeHeldEnds(), number);
        }
    }

    /**
     * Returns whether an end marker of every sender is held. After the end, a tuple that was
     * computed from tuples of several senders and failed is replayed by all of these senders.
     */
    private boolean haveAllSentEnd() {
        return senders.values().stream().allMatch(sender -> sender.heldEnd != null);
    }

    private List<T> removeHeldEnds() {
        List<T> ends = new ArrayList<>();
        for (Sender<T> sender : senders.values()) {
            if (sender.heldEnd != null) {
                ends.add(sender.heldEnd);
                sender.heldEnd = null;
            }
        }
        return ends;
    }

    /**
     * Ends the windows that all senders have ended, and releases the tuples that waited for that.
     */
    private void endCompleteWindows() {
        while (isAnySenderAhead && sendersNotEnded > 0) {
            long endedByAll = Long.MAX_VALUE;
            for (Sender<T> sender : senders.values()) {
                endedByAll =
                        sender.hasEnded ? endedByAll : Math.min(endedByAll, sender.endedWindow);
            }
            if (endedByAll <= endedWindow) {
                return;
            }
            endedWindow = endedByAll;
            listener.onWindow(endedWindow);
            isAnySenderAhead = false;
            senders.forEach(this::release);
            for (Sender<T> sender : senders.values()) {
                isAnySenderAhead |= isAhead(sender);
            }
        }
    }

    /** Processes the queued tuples and markers of a sender until it is ahead again. */
    private void release(int task, Sender<T> sender) {
        while (!isAhead(sender) && !sender.queued.isEmpty()) {
            Queued<T> next = sender.queued.remove();
            if (next.marker() == null) {
                listener.onTuple(next.tuple());
            } else {
                process(task, sender, next.marker(), next.number(), next.tuple());
            }
        }
    }
}
