package io.eyewall.toolkit.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts sent messages and remembers up to which offsets snapshots contain them, for a reader that
 * can go back. Used by the spout's thread.
 */
final class ReadAgainMessages implements SentMessages {
    private final RewindableReader reader;
    private final Supplier<Map<String, Long>> sentOffsets;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private int sinceMarker;
    private int count;

    /** The offsets to which the reader has to go back; null: it has not. */
    private @Nullable Map<String, Long> rewindTo;

    /** The offsets up to which a snapshot contains messages, and how many are new in it. */
    private record Segment(long snapshot, int messages, Map<String, Long> offsets) {}

    /**
     * @param sentOffsets returns the offsets up to which messages were sent, by source of positions
     */
    ReadAgainMessages(RewindableReader reader, Supplier<Map<String, Long>> sentOffsets) {
        this.reader = reader;
        this.sentOffsets = sentOffsets;
    }

    @Override
    public void begin(long snapshot) {
        Map<String, Long> offsets = sentOffsets.get();
        segments.add(new Segment(snapshot, 0, offsets));
        rewindTo = offsets;
    }

    @Override
    public void onSend(InFlightMessage message) {
        sinceMarker++;
        count++;
    }

    @Override
    public void onSkip(InFlightMessage message) {
        // The reader was not asked for it.
    }

    @Override
    public void onMarker(long snapshot) {
        segments.add(new Segment(snapshot, sinceMarker, sentOffsets.get()));
        sinceMarker = 0;
    }

    @Override
    public void release(long snapshot, Consumer<InFlightMessage> done) {
        Segment released = null;
        while (!segments.isEmpty() && segments.getFirst().snapshot() <= snapshot) {
            released = segments.removeFirst();
            count -= released.messages();
        }
        if (released != null) {
            reader.release(released.offsets());
        }
    }

    @Override
    public List<InFlightMessage> rollBack(long snapshot) {
        while (!segments.isEmpty() && segments.getLast().snapshot() > snapshot) {
            count -= segments.removeLast().messages();
        }
        count -= sinceMarker;
        sinceMarker = 0;
        rewindTo = sentOffsets.get();
        return List.of();
    }

    @Override
    public void rewindIfDue() throws Exception {
        if (rewindTo != null) {
            reader.rewind(rewindTo);
            rewindTo = null;
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public boolean areMany() {
        return false;
    }

    @Override
    public boolean areTooMany() {
        return false;
    }
}
