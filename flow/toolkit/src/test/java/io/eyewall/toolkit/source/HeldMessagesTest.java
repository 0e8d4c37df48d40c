package io.eyewall.toolkit.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.progress.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldMessagesTest {
    private final HeldMessages held = new HeldMessages(1);
    private final List<InFlightMessage> done = new ArrayList<>();

    private static InFlightMessage message(long offset) {
        return new InFlightMessage(
                new Incoming() {
                    @Override
                    public Position position() {
                        return new Position("source", offset, 0);
                    }

                    @Override
                    public List<Object> values() {
                        return List.of(offset);
                    }

                    @Override
                    public String text() {
                        return String.valueOf(offset);
                    }
                });
    }

    /** They were read when the marker of a snapshot had been sent that never became whole. */
    @Test
    void aRollbackDoesNotSendWhatTheSnapshotAtTheStartContains() {
        held.begin(5);
        held.onMarker(6);
        InFlightMessage skipped = message(1);
        held.onSkip(skipped);
        InFlightMessage sent = message(2);
        held.onSend(sent);

        assertThat(held.rollBack(5)).containsExactly(sent);
        assertThat(held.count()).isEqualTo(1);
        held.release(5, done::add);
        assertThat(done).containsExactly(skipped);
        assertThat(held.count()).isZero();
    }

    @Test
    void messagesAreReleasedWhenTheirSnapshotIsOldEnough() {
        held.begin(0);
        InFlightMessage first = message(1);
        InFlightMessage second = message(2);
        held.onSend(first);
        held.onMarker(1);
        held.onSend(second);
        held.onMarker(2);
        held.release(0, done::add);
        assertThat(done).isEmpty();
        held.release(1, done::add);
        assertThat(done).containsExactly(first);
        assertThat(held.rollBack(1)).containsExactly(second);
        assertThat(held.count()).isZero();
    }
}
