package io.eyewall.toolkit.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Keeps sent messages in memory, for readers that can't go back. Used by the spout's thread. */
final class HeldMessages implements SentMessages {
    /** The part of the heap for messages that a source holds. */
    private static final int HEAP_PARTS = 8;

    /** The usual size of a message. */
    private static final int BYTES_PER_MESSAGE = 400;

    private static final long MIN_HELD = 20_000;
    private static final long MAX_HELD = 1_000_000;

    private final int maxHeld;

    /** The messages that snapshots contain, the oldest first. */
    private final Deque<Segment> segments = new ArrayDeque<>();

    /** The messages that were sent after the last snapshot marker, in their order. */
    private List<InFlightMessage> sinceMarker = new ArrayList<>();

    /**
     * The messages that were read again and that the snapshot at the start of the process contains.
     * They may be read long after that, when markers of further snapshots have been sent; but none
     * of these snapshots may be whole, and a rollback to the first one must not send them.
     */
    private List<InFlightMessage> skipped = new ArrayList<>();

    private int held;

    /** The messages between the markers of two snapshots; the later one has the number. */
    private record Segment(long snapshot, List<InFlightMessage> messages) {}

    /**
     * @param tasks number of tasks of the source, which share the memory
     */
    HeldMessages(int tasks) {
        long fitting = Runtime.getRuntime().maxMemory() / HEAP_PARTS / BYTES_PER_MESSAGE / tasks;
        maxHeld = (int) Math.max(MIN_HELD, Math.min(MAX_HELD, fitting));
    }

    @Override
    public void begin(long snapshot) {
        segments.add(new Segment(snapshot, new ArrayList<>()));
    }

    @Override
    public void onSend(InFlightMessage message) {
        sinceMarker.add(message);
        held++;
    }

    @Override
    public void onSkip(InFlightMessage message) {
        skipped.add(message);
        held++;
    }

    @Override
    public void onMarker(long snapshot) {
        segments.add(new Segment(snapshot, sinceMarker));
        sinceMarker = new ArrayList<>();
    }

    @Override
    public void release(long snapshot, Consumer<InFlightMessage> done) {
        List<InFlightMessage> contained = skipped; // in all snapshots of this process
        skipped = new ArrayList<>();
        held -= contained.size();
        contained.forEach(done);
        while (!segments.isEmpty() && segments.getFirst().snapshot() <= snapshot) {
            List<InFlightMessage> messages = segments.removeFirst().messages();
            held -= messages.size();
            messages.forEach(done);
        }
    }

    @Override
    public List<InFlightMessage> rollBack(long snapshot) {
        List<InFlightMessage> again = new ArrayList<>();
        for (Segment segment : segments) {
            if (segment.snapshot() > snapshot) {
                again.addAll(segment.messages());
            }
        }
        segments.removeIf(segment -> segment.snapshot() > snapshot);
        again.addAll(sinceMarker);
        sinceMarker = new ArrayList<>();
        held -= again.size();
        return again;
    }

    @Override
    public void rewindIfDue() {
        // The messages are here.
    }

    @Override
    public int count() {
        return held;
    }

    @Override
    public boolean areMany() {
        return held >= maxHeld / 2;
    }

    @Override
    public boolean areTooMany() {
        return held >= maxHeld;
    }
}
