package io.eyewall.engine.spout;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.acking.PendingTrees;
import io.eyewall.engine.acking.RootListener;
import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.fixture.RecordingListener;
import io.eyewall.engine.mailbox.Ring;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // parts that the test does not need are null
class InFlightMessagesTest {
    private final PendingTrees pending = new PendingTrees();
    private final Ring<RootTree> completed = new Ring<>();
    private final InFlightMessages messages = new InFlightMessages(pending, completed);

    private static RootTree tree(RootListener listener) {
        return new RootTree(null, listener, 1, "default", "message", 0, 1);
    }

    @Test
    void countsAMessageOnceAtEveryPlaceUntilItsSpoutWasTold() {
        RootTree tree = tree(new RecordingListener());

        messages.onForeignEmit();
        assertThat(messages.upperBound()).as("arriving").isOne();
        messages.onArrived(tree);
        assertThat(messages.upperBound()).as("pending").isOne();
        messages.onCompleted(tree);
        assertThat(messages.upperBound()).as("completed").isOne();
        assertThat(messages.handOver()).isSameAs(tree);
        assertThat(messages.upperBound()).as("handed over").isOne();
        messages.onDelivered();
        assertThat(messages.upperBound()).isZero();
    }

    @Test
    void countsMessagesThatBeginAndAreToldOnTheCore() {
        RootTree tree = tree(new RecordingListener());

        pending.add(tree);
        assertThat(messages.upperBound()).isOne();
        messages.onCompleted(tree);
        completed.poll();

        assertThat(messages.upperBound()).isZero();
    }

    @Test
    void overlooksNoneThatIsTimingOut() {
        int[] seenAtItsEnd = new int[1];
        RootListener listener =
                new RecordingListener() {
                    @Override
                    public void onComplete(RootTree ended) {
                        seenAtItsEnd[0] = messages.upperBound();
                        messages.onCompleted(ended);
                    }
                };
        pending.add(tree(listener));
        pending.rotate(0, 1);

        pending.rotate(1, 2);

        assertThat(seenAtItsEnd).containsExactly(1);
        assertThat(messages.upperBound()).isOne();
        assertThat(pending.size()).isZero();
    }
}
