package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.RecordingListener;
import io.eyewall.engine.fixture.TestParcel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Links are created when a core first sends to another one. */
@Timeout(60)
@NullUnmarked // unused parts are null
class CoreLinksTest {
    private static final int BATCH_SIZE = 4;

    private final List<Object> seen = new ArrayList<>();
    private int read;

    private static List<Core> cores(int count) {
        List<Core> cores = Core.create(count, BATCH_SIZE, 4, new ManualClock());
        cores.forEach(Core::driveByCaller);
        return cores;
    }

    private CrossCoreMessage item(int number) {
        return new TestParcel(() -> read++, () -> seen.add(number));
    }

    private static int links(List<Core> cores) {
        return cores.stream().mapToInt(Core::linkCount).sum();
    }

    private static void stepUntilIdle(List<Core> cores) {
        int idleRounds = 0;
        while (idleRounds < 2) {
            int work = cores.stream().mapToInt(Core::step).sum();
            idleRounds = work == 0 ? idleRounds + 1 : 0;
        }
    }

    private static List<Object> upTo(int count) {
        return new ArrayList<>(IntStream.range(0, count).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 4"})
    void aBusyCoreReadsABatchAheadOfItsFirstArrival(boolean busy, int readBefore) {
        List<Core> cores = cores(2);
        cores.get(0).send(cores.get(1), item(0));
        stepUntilIdle(cores); // the receiver knows the link
        seen.clear();
        if (busy) {
            cores.get(1).submit(() -> {});
            cores.get(1).step();
        }
        cores.get(0).send(cores.get(1), new TestParcel(() -> read++, () -> seen.add(read)));
        for (int i = 1; i < BATCH_SIZE; i++) {
            cores.get(0).send(cores.get(1), item(i));
        }
        cores.get(1).step();

        assertThat(seen).containsExactly(readBefore, 1, 2, 3);
    }

    @Test
    void createsOneLinkPerPairThatHasSent() {
        List<Core> cores = cores(64);
        assertThat(links(cores)).isZero();

        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 64; i++) {
                cores.get(i).send(cores.get((i + 1) % 64), item(i));
            }
            stepUntilIdle(cores);
            assertThat(links(cores)).isEqualTo(64);
        }
        assertThat(seen).hasSize(3 * 64);
    }

    /**
     * Sends 2 messages before the receiver knows of the link, 4 in a full batch, 100 in many steps.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, BATCH_SIZE, 3 * BATCH_SIZE + 1, 100})
    void deliversFirstMessagesInOrder(int count) {
        List<Core> cores = cores(2);
        for (int i = 0; i < count; i++) {
            cores.get(0).send(cores.get(1), item(i));
        }

        stepUntilIdle(cores);

        assertThat(seen).isEqualTo(upTo(count));
    }

    /**
     * A core that has finished tuples without room must not sleep without a limit: nothing would
     * wake it.
     */
    @Test
    void keepsFinishedTuplesThatFindNoRoom() {
        List<Core> cores = cores(2);
        RootTree tree = new RootTree(cores.get(0), null, 1, "default", "message", 0, 101);
        for (int i = 0; i < 100; i++) {
            cores.get(1).finish(tree, cores.get(0));
        }

        cores.get(1).step();
        assertThat(cores.get(1).links().haveUnsent()).isTrue();
        assertThat(cores.get(1).isCongested()).isFalse();
        stepUntilIdle(cores);

        assertThat(tree.openCount()).isEqualTo(1);
        assertThat(cores.get(1).links().haveUnsent()).isFalse();
    }

    /**
     * A core that finishes a tuple doesn't read its tree, so it may send it to the tree's former
     * owner.
     */
    @Test
    void forwardsAFinishedTupleToTheCoreThatItsMessageMovedTo() {
        List<Core> cores = cores(3);
        RecordingListener listener = new RecordingListener();
        RootTree tree = new RootTree(cores.get(0), listener, 1, "default", "message", 0, 2);
        tree.moveTo(cores.get(2), listener);

        cores.get(1).finish(tree, cores.get(0));
        cores.get(0).finish(tree, cores.get(0));
        assertThat(listener.completed).isEmpty();
        stepUntilIdle(cores);

        assertThat(listener.completed).containsExactly(tree);
        assertThat(listener.failLater).isEmpty();
        assertThat(listener.resetLater).isEmpty();
    }

    @Test
    void addsALinkAfterEarlierCommands() {
        List<Core> cores = cores(2);
        int commands = 10_000; // several steps of the receiver
        for (int i = 0; i < commands; i++) {
            cores.get(1).submit(() -> seen.add(-1));
        }
        for (int i = 0; i < 6; i++) {
            cores.get(0).send(cores.get(1), item(i));
        }
        cores.get(0).step();

        cores.get(1).step();
        assertThat(seen).isNotEmpty().containsOnly(-1);
        stepUntilIdle(cores);

        assertThat(seen.subList(commands, seen.size())).isEqualTo(upTo(6));
    }

    @Test
    void deliversOverLinksCreatedAtASafepoint() {
        List<Core> cores = cores(3);
        Core first = cores.get(0);
        Core second = cores.get(1);
        Core third = cores.get(2);
        third.submit( // last in the first round; sends to a core that is earlier in it
                () ->
                        third.send(
                                first,
                                new TestParcel(
                                        () -> {
                                            seen.add(0);
                                            first.send(second, item(1));
                                        })));

        Safepoint.settle(cores);

        assertThat(seen).containsExactly(0, 1);
        assertThat(links(cores)).isEqualTo(2);
    }

    @Test
    void aCongestedLinkDoesNotDelayAnother() {
        List<Core> cores = cores(3);
        for (int i = 0; i < 10 * BATCH_SIZE; i++) { // 4 batches fit
            cores.get(0).send(cores.get(1), new TestParcel(() -> {}));
        }
        assertThat(cores.get(0).isCongested()).isTrue();
        cores.get(0).send(cores.get(2), item(0));

        cores.get(0).step();
        cores.get(2).step();

        assertThat(cores.get(0).isCongested()).isTrue();
        assertThat(seen).containsExactly(0);
        stepUntilIdle(cores);
        assertThat(cores.get(0).isCongested()).isFalse();
    }

    /**
     * Without a wake-up each sleep would end by itself after 20 microseconds, and cost almost as
     * much.
     */
    @Test
    void aCoreThatWaitsForRoomSleepsUntilItIsWoken() throws Exception {
        List<Core> cores = Core.create(2, BATCH_SIZE, 4, Clock.SYSTEM);
        CoreGroup group = new CoreGroup(cores, 10_000, 0, 0, (core, e) -> {});
        CountDownLatch room = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(100);
        Core sender = cores.get(0);
        group.start();
        try {
            sender.submit(
                    () -> {
                        for (int i = 0; i < 100; i++) { // 16 fit
                            sender.send(cores.get(1), new TestParcel(() -> arrive(room, arrived)));
                        }
                    });
            while (!sender.isParked() || !sender.links().haveUnsent()) {
                Thread.onSpinWait();
            }
            long slept = sender.metrics().sleeps();
            long beganNs = System.nanoTime();
            long elapsedMs;
            do {
                Thread.onSpinWait();
                elapsedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
            } while (elapsedMs < 100);
            long sleeps = sender.metrics().sleeps() - slept;
            room.countDown();

            assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(sleeps).isLessThanOrEqualTo(elapsedMs + 10);
        } finally {
            room.countDown();
            group.stop();
        }
    }

    private static void arrive(CountDownLatch room, CountDownLatch arrived) {
        try {
            room.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        arrived.countDown();
    }

    /**
     * Numbers sent from one core to another, on the sender's thread, and checked on the receiver's.
     */
    private static final class Sequence {
        private final Core from;
        private final Core to;
        private final int last;
        private final Phaser arrived;
        private final AtomicReference<String> wrong;
        private int sent;
        private int received;

        Sequence(Core from, Core to, int last, Phaser arrived, AtomicReference<String> wrong) {
            this.from = from;
            this.to = to;
            this.last = last;
            this.arrived = arrived;
            this.wrong = wrong;
            arrived.register();
        }

        /** A command of the sending core: sends a few at a time, so that the core also receives. */
        void sendSome() {
            for (int i = 0; i < 7 && sent < last; i++) {
                int number = sent++;
                from.send(to, new TestParcel(() -> onArrival(number)));
            }
            if (sent < last) {
                from.submit(this::sendSome);
            }
        }

        private void onArrival(int number) {
            if (number != received) {
                wrong.set(number + " instead of " + received);
            }
            if (++received == last) {
                arrived.arriveAndDeregister();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void createsLinksWhileOthersCarryTuples(int count) throws Exception {
        List<Core> cores = Core.create(count, BATCH_SIZE, 4, Clock.SYSTEM);
        AtomicReference<Throwable> defect = new AtomicReference<>();
        AtomicReference<String> wrong = new AtomicReference<>();
        Phaser arrived = new Phaser(1);
        CoreGroup group = new CoreGroup(cores, 10_000, 0, 0, (core, e) -> defect.set(e));
        List<Sequence> sequences = new ArrayList<>();
        for (Core from : cores) {
            for (Core to : cores) {
                if (from != to) {
                    sequences.add(new Sequence(from, to, 2_000, arrived, wrong));
                }
            }
        }
        group.start();
        try {
            for (Sequence sequence : sequences) {
                CountDownLatch begun = new CountDownLatch(1);
                sequence.from.submit(
                        () -> {
                            sequence.sendSome();
                            begun.countDown();
                        });
                begun.await(); // the next link is created while this one carries tuples
            }
            arrived.awaitAdvanceInterruptibly(arrived.arrive(), 30, TimeUnit.SECONDS);
        } finally {
            group.stop();
        }

        assertThat(defect.get()).isNull();
        assertThat(wrong.get()).isNull();
        assertThat(links(cores)).isEqualTo(count * (count - 1));
    }
}
