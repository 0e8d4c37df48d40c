package io.eyewall.toolkit.punctuation;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Aligns the snapshot markers of several senders: what a sender sends behind its marker waits until
 * all senders have sent theirs, so that the snapshot contains all that precedes the markers and
 * nothing else. After a rollback it drops what a sender sends until its rollback marker. Used by
 * one thread.
 *
 * @param <T> tuples
 */
final class SnapshotGate<T> {
    /** Receives tuples, and snapshots between them. */
    interface Listener<T> {
        /** A tuple, or a marker of another kind, that is next in order. */
        void onTuple(T tuple);

        /** All that precedes a snapshot has been delivered. */
        void onSnapshot(long number);

        /** A tuple is dropped, as it was sent before a rollback. */
        void onDropped(T tuple);
    }

    /** A tuple that waits; a snapshot marker if the number is not 0. */
    private record Queued<T>(long snapshot, T tuple) {}

    /** The state of one sender. */
    private static final class Sender<T> {
        /** The snapshot whose marker the sender has sent and others have not; 0: none. */
        private long ahead;

        private int epoch;
        private final Deque<Queued<T>> queued = new ArrayDeque<>();
    }

    private final Map<Integer, Sender<T>> senders = new HashMap<>();
    private final Listener<T> listener;
    private int epoch;

    /** Whether no sender is ahead and all are in this epoch, so that all tuples pass. */
    private boolean isOpen = true;

    SnapshotGate(Collection<Integer> tasks, Listener<T> listener) {
        this.listener = listener;
        tasks.forEach(task -> senders.put(task, new Sender<>()));
    }

    /** Returns whether all tuples pass. */
    boolean isOpen() {
        return isOpen;
    }

    /** Delivers, queues or drops a tuple that is no marker of a snapshot or rollback. */
    void receive(int task, T tuple) {
        if (isOpen) {
            listener.onTuple(tuple);
            return;
        }
        Sender<T> sender = senders.get(task);
        if (sender == null) {
            listener.onTuple(tuple);
        } else if (sender.epoch != epoch) {
            listener.onDropped(tuple);
        } else if (sender.ahead != 0) {
            sender.queued.add(new Queued<>(0, tuple));
        } else {
            listener.onTuple(tuple);
        }
    }

    /** Processes the marker of a snapshot; the caller acks it. */
    void receiveSnapshot(int task, long number, T marker) {
        Sender<T> sender = senders.get(task);
        if (sender == null || sender.epoch != epoch) {
            return;
        }
        if (sender.ahead != 0) {
            sender.queued.add(new Queued<>(number, marker));
            return;
        }
        sender.ahead = number;
        isOpen = false;
        align();
        updateOpen();
    }

    private void updateOpen() {
        isOpen = true;
        for (Sender<T> sender : senders.values()) {
            isOpen &= sender.ahead == 0 && sender.epoch == epoch;
        }
    }

    /** Processes the marker of a rollback: the sender is in that epoch from now on. */
    void receiveRollback(int task, int ofEpoch) {
        Sender<T> sender = senders.get(task);
        if (sender != null) {
            sender.epoch = ofEpoch;
            updateOpen();
        }
    }

    /**
     * Begins an epoch: drops all that waits, and what senders send until their rollback markers.
     */
    void rollBack(int newEpoch) {
        epoch = newEpoch;
        for (Sender<T> sender : senders.values()) {
            sender.ahead = 0;
            sender.queued.clear();
        }
        updateOpen();
    }

    /** Takes a snapshot whenever all senders have sent its marker, and releases what waited. */
    private void align() {
        long number = numberOfAll();
        while (number != 0) {
            // Senders may have left out a snapshot that was given up: those behind catch up.
            boolean isWhole = true;
            for (Sender<T> sender : senders.values()) {
                isWhole &= sender.ahead == number;
            }
            if (isWhole) {
                listener.onSnapshot(number);
            }
            int ofEpoch = epoch;
            for (Sender<T> sender : senders.values()) {
                if (isWhole || sender.ahead < number) {
                    release(sender);
                }
            }
            number = epoch == ofEpoch ? numberOfAll() : 0;
        }
    }

    /** Returns the highest number of all senders if each has sent a marker; else 0. */
    private long numberOfAll() {
        long highest = 0;
        for (Sender<T> sender : senders.values()) {
            if (sender.ahead == 0) {
                return 0;
            }
            highest = Math.max(highest, sender.ahead);
        }
        return highest;
    }

    /** Delivers what waits of a sender up to its next snapshot marker. */
    private void release(Sender<T> sender) {
        sender.ahead = 0;
        @Nullable Queued<T> next = sender.queued.poll();
        while (next != null && next.snapshot() == 0) {
            listener.onTuple(next.tuple());
            next = sender.queued.poll();
        }
        if (next != null) {
            sender.ahead = next.snapshot();
        }
    }
}
