package io.eyewall.engine.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked // a missing value fails the test
class LinkSendersTest {
    private static final int RECEIVERS = 5;

    /** Returns all items that wait in a link, in order. */
    private static List<Object> receive(LinkReceiver receiver) {
        List<Object> items = new ArrayList<>();
        Object[] batch;
        while ((batch = receiver.poll()) != null) {
            Arrays.stream(batch).filter(Objects::nonNull).forEach(items::add);
        }
        return items;
    }

    @Test
    void hasNoLinkUntilItIsCreated() {
        LinkSenders<Integer> senders = new LinkSenders<>(RECEIVERS, 4, 4);
        assertThat(senders.linkTo(3)).isNull();
        assertThat(senders.count()).isZero();

        Link<Integer> link = senders.connect(3, () -> {});

        assertThat(senders.linkTo(3)).isSameAs(link.sender());
        assertThat(senders.linkTo(2)).isNull();
        assertThat(senders.count()).isEqualTo(1);
    }

    @Test
    void aFlushReportsEachReceiverOnce() {
        LinkSenders<Integer> senders = new LinkSenders<>(RECEIVERS, 4, 4);
        for (int to = 0; to < RECEIVERS; to++) {
            senders.connect(to, () -> {});
        }
        senders.linkTo(1).stage(10);
        senders.linkTo(4).stage(40);
        List<Integer> told = new ArrayList<>();

        assertThat(senders.flush()).isTrue();
        assertThat(senders.endFlush(told::add)).isFalse();
        assertThat(told).containsExactlyInAnyOrder(1, 4);

        told.clear();
        assertThat(senders.flush()).isFalse();
        assertThat(senders.endFlush(told::add)).isFalse();
        assertThat(told).isEmpty();
    }

    @Test
    void handsOverLaterWhatHasNoRoom() {
        LinkSenders<Integer> senders = new LinkSenders<>(RECEIVERS, 1, 4);
        LinkReceiver receiver = senders.connect(2, () -> {}).receiver();
        for (int i = 0; i < 6; i++) {
            senders.linkTo(2).stage(i);
        }
        senders.flush();
        assertThat(senders.endFlush(to -> {})).as("still congested").isTrue();
        assertThat(receiver.poll()).containsExactly(0);
        List<Integer> told = new ArrayList<>();

        assertThat(senders.flush()).isTrue();
        assertThat(senders.endFlush(told::add)).as("one more has to wait").isTrue();
        assertThat(told).containsExactly(2);
        assertThat(receive(receiver)).containsExactly(1, 2, 3, 4);
        assertThat(senders.flush()).isTrue();
        assertThat(senders.endFlush(told::add)).isFalse();
        assertThat(receive(receiver)).containsExactly(5);
    }

    /**
     * Operations: 0 to 4 stage an item for that receiver; 5 flushes; 6 to 10 receive what waits for
     * receiver 0 to 4.
     */
    @Property(tries = 500)
    void handsOverAllItemsInOrderToTheirReceivers(
            @ForAll @IntRange(min = 1, max = 5) int batchSize,
            @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 10) Integer> operations) {
        LinkSenders<Integer> senders = new LinkSenders<>(RECEIVERS, batchSize, 2);
        LinkReceiver[] receivers = new LinkReceiver[RECEIVERS];
        List<List<Object>> sent = new ArrayList<>();
        List<List<Object>> received = new ArrayList<>();
        for (int i = 0; i < RECEIVERS; i++) {
            sent.add(new ArrayList<>());
            received.add(new ArrayList<>());
        }
        int next = 0;
        for (int operation : operations) {
            if (operation < RECEIVERS) {
                if (senders.linkTo(operation) == null) {
                    receivers[operation] = senders.connect(operation, () -> {}).receiver();
                }
                senders.linkTo(operation).stage(next);
                sent.get(operation).add(next++);
            } else if (operation == RECEIVERS) {
                flushAndCheck(senders, receivers);
            } else if (receivers[operation - RECEIVERS - 1] != null) {
                int from = operation - RECEIVERS - 1;
                received.get(from).addAll(receive(receivers[from]));
            }
        }
        boolean unsent = true;
        while (unsent) {
            senders.flush();
            unsent = senders.endFlush(to -> {});
            for (int i = 0; i < RECEIVERS; i++) {
                if (receivers[i] != null) {
                    received.get(i).addAll(receive(receivers[i]));
                }
            }
        }
        assertThat(received).isEqualTo(sent);
    }

    private static void flushAndCheck(LinkSenders<Integer> senders, LinkReceiver[] receivers) {
        List<Integer> told = new ArrayList<>();
        boolean sent = senders.flush();
        boolean unsent = senders.endFlush(told::add);

        assertThat(sent).isEqualTo(!told.isEmpty());
        assertThat(told).doesNotHaveDuplicates();
        boolean congested = false;
        for (int i = 0; i < RECEIVERS; i++) {
            if (receivers[i] != null) {
                assertThat(senders.linkTo(i).hasUnsent())
                        .isEqualTo(senders.linkTo(i).isCongested());
                congested |= senders.linkTo(i).isCongested();
            }
        }
        assertThat(unsent).isEqualTo(congested);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 64, 127, 128})
    void arraysAreAboutAsLongAsUsualBatches(int count) {
        Link<Integer> link = new LinkSenders<Integer>(1, 128, 32).connect(0, () -> {});
        Object[] batch = {};
        for (int flush = 0; flush < 2; flush++) {
            for (int i = 0; i < count; i++) {
                link.sender().stage(i);
            }
            link.sender().flush();
            batch = link.receiver().poll();
        }

        assertThat(batch).hasSize(Math.min(count + 1, 128));
    }

    @Test
    void arraysShrinkWhenFewerItemsCome() {
        Link<Integer> link = new LinkSenders<Integer>(1, 128, 32).connect(0, () -> {});
        for (int i = 0; i < 128; i++) {
            link.sender().stage(i);
        }
        int length = link.receiver().poll().length;
        assertThat(length).isEqualTo(128);

        for (int flush = 0; flush < 40; flush++) {
            link.sender().stage(flush);
            link.sender().flush();
            int now = link.receiver().poll().length;
            assertThat(now).isLessThanOrEqualTo(length);
            length = now;
        }
        assertThat(length).isEqualTo(2);
    }
}
