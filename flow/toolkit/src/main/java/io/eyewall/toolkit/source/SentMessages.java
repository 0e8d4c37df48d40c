package io.eyewall.toolkit.source;

import java.util.List;
import java.util.function.Consumer;

/**
 * The messages that a source has sent and that not both of the two newest whole snapshots contain:
 * it may have to send them again. Used by the spout's thread.
 */
interface SentMessages {
    /** Begins with a snapshot that contains all that was sent before. */
    void begin(long snapshot);

    /** Records that a message is being sent. */
    void onSend(InFlightMessage message);

    /** Records that a message was read which the snapshot at the start of the process contains. */
    void onSkip(InFlightMessage message);

    /** Records that a snapshot contains all that was sent so far. */
    void onMarker(long snapshot);

    /**
     * Releases the messages that a snapshot contains.
     *
     * @param done receives each message that was in memory
     */
    void release(long snapshot, Consumer<InFlightMessage> done);

    /**
     * Forgets what was sent after a snapshot.
     *
     * @return the messages to send again, in their order, without those that the reader reads again
     */
    List<InFlightMessage> rollBack(long snapshot);

    /** Makes the reader go back if it has to; to be called while it is connected. */
    void rewindIfDue() throws Exception;

    /** Returns the number of messages that wait for snapshots. */
    int count();

    /** Returns whether so many messages are in memory that a snapshot is wanted before its time. */
    boolean areMany();

    /** Returns whether so many messages are in memory that the source stops reading. */
    boolean areTooMany();
}
