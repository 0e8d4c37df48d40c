package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.IdleTasklet;
import io.eyewall.engine.fixture.ManualClock;
import io.eyewall.engine.fixture.TestParcel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CoreTest {
    private final ManualClock clock = new ManualClock();
    private final List<Core> cores = Core.create(2, 4, 4, clock);
    private final Core core = cores.get(0);
    private final Core other = cores.get(1);
    private final List<Object> seen = new ArrayList<>();

    CoreTest() {
        cores.forEach(Core::driveByCaller);
    }

    /** A tasklet that counts its slices, and stays ready a given number of times. */
    private static class CountingTasklet extends IdleTasklet {
        int slices;
        int more;

        CountingTasklet(Core on) {
            super(on);
        }

        @Override
        protected int runSlice() {
            slices++;
            if (more-- > 0) {
                core().makeReady(this);
            }
            return 1;
        }

        @Override
        public String toString() {
            return "tasklet";
        }
    }

    private CrossCoreMessage item(int number) {
        return new TestParcel(() -> seen.add(number));
    }

    @Test
    void anIdleStepDoesNothing() {
        assertThat(core.step()).isZero();
    }

    @Test
    void runsCommandsInOrder() {
        core.submit(() -> seen.add(1));
        core.submit(() -> seen.add(2));

        assertThat(core.step()).isEqualTo(2);
        assertThat(seen).containsExactly(1, 2);
        assertThat(core.step()).isZero();
    }

    /** A command may be a later emit of the same task. */
    @Test
    void runsRemaindersOfALostThreadsEmitsBeforeCommands() {
        core.submit(() -> seen.add(3));
        core.emits.begin(() -> seen.add(1));
        core.emits.begin(() -> seen.add(2));

        core.forgetStack();
        core.step();

        assertThat(seen).containsExactly(1, 2, 3);
    }

    @Test
    void aCommandSubmittedByACommandRunsAfterThoseThatWait() {
        core.submit(
                () -> {
                    seen.add(1);
                    core.submit(() -> seen.add(3));
                });
        core.submit(() -> seen.add(2));

        while (core.step() > 0) {
            assertThat(seen).hasSizeLessThanOrEqualTo(3);
        }
        assertThat(seen).containsExactly(1, 2, 3);
    }

    @Test
    void aStepIsBoundedHoweverManyCommandsWait() {
        for (int i = 0; i < 100_000; i++) {
            core.submit(() -> seen.add("x"));
        }

        core.step();

        assertThat(seen).hasSizeBetween(1, 10_000);
    }

    @Test
    void aHurriedStepLeavesCommandsToTheNextStep() {
        core.submit(() -> core.blame(core.stepNumber()));
        core.submit(() -> seen.add("next step"));

        core.step();
        assertThat(seen).isEmpty();
        core.step();
        assertThat(seen).containsExactly("next step");
    }

    @Test
    void settlingRunsAllCommandsHoweverHurriedTheStep() {
        core.submit(
                () -> {
                    core.blame(core.stepNumber());
                    core.submit(() -> seen.add("submitted"));
                    Safepoint.settle(cores);
                    assertThat(seen).containsExactly("waited", "submitted");
                });
        core.submit(() -> seen.add("waited"));

        core.step();

        assertThat(seen).containsExactly("waited", "submitted");
    }

    /**
     * A tasklet that makes calls while it may, up to a limit per slice; each call runs {@link
     * #inCall}.
     */
    private final class CallingTasklet extends CountingTasklet {
        private final String name;
        private final int most;
        Runnable inCall = () -> {};

        CallingTasklet(String name, int most) {
            super(core);
            this.name = name;
            this.most = most;
        }

        @Override
        protected int runSlice() {
            int calls = 0;
            while (calls < most && core.mayContinue()) {
                inCall.run();
                seen.add(name);
                calls++;
            }
            more = 1; // for ever
            super.runSlice();
            return calls;
        }
    }

    @Test
    void aSliceThatLastsTooLongEndsAfterTheCurrentCall() {
        CallingTasklet rude = new CallingTasklet("rude", 256);
        rude.inCall = () -> core.blame(core.stepNumber());
        core.makeReady(rude);

        core.step();

        assertThat(seen).containsExactly("rude");
    }

    @Test
    void aTaskletBehindALongSliceIsFirstInTheNextStep() {
        CallingTasklet first = new CallingTasklet("first", 1);
        CallingTasklet second = new CallingTasklet("second", 1);
        provedQuick(first, second);
        first.inCall = () -> core.blame(core.stepNumber());

        core.step();
        assertThat(seen).containsExactly("first");
        core.step();
        assertThat(seen).containsExactly("first", "second", "first");
    }

    @Test
    void aQuickTaskletGetsASliceBetweenAnyTwoSlowOnes() {
        CallingTasklet quick = new CallingTasklet("quick", 1);
        CallingTasklet slow = new CallingTasklet("slow", 1);
        CallingTasklet slower = new CallingTasklet("slower", 1);
        provedQuick(quick, slow, slower);
        slow.inCall = () -> clock.advance(Duration.ofMillis(30));
        slower.inCall = () -> clock.advance(Duration.ofMillis(80));
        for (CallingTasklet rude : List.of(slow, slower)) {
            Runnable takesItsTime = rude.inCall;
            rude.inCall =
                    () -> {
                        takesItsTime.run();
                        core.blame(core.stepNumber());
                    };
        }
        for (int step = 0; step < 4; step++) {
            core.step(); // finds out who is slow
        }
        seen.clear();

        for (int step = 0; step < 4; step++) {
            core.step();
        }

        assertThat(seen)
                .containsExactly(
                        "quick", "slow", "quick", "slower", "quick", "slow", "quick", "slower");
    }

    @Test
    void aTaskletThatStaysQuickGetsASliceInEveryStepAgain() {
        CallingTasklet once = new CallingTasklet("once", 1);
        CallingTasklet rude = new CallingTasklet("rude", 1);
        provedQuick(once, rude);
        rude.inCall = () -> core.blame(core.stepNumber());
        once.inCall = () -> core.blame(core.stepNumber());
        core.step();
        once.inCall = () -> {};
        for (int step = 0; step < 100; step++) {
            core.step();
        }
        seen.clear();

        core.step();
        core.step();

        assertThat(seen).containsExactly("once", "rude", "once", "rude");
    }

    @Test
    void aTaskletWithoutAProcessorForAWhileStaysQuick() {
        CallingTasklet quick = new CallingTasklet("quick", 1);
        CallingTasklet slow = new CallingTasklet("slow", 1);
        CallingTasklet slower = new CallingTasklet("slower", 1);
        provedQuick(quick, slow, slower);
        slow.inCall =
                () -> {
                    clock.advance(Duration.ofMillis(30));
                    core.blame(core.stepNumber());
                };
        slower.inCall = slow.inCall;
        for (int step = 0; step < 4; step++) {
            core.step(); // finds out who is slow
        }
        quick.inCall = core::askToHurry;
        core.step();
        quick.inCall = () -> {};
        seen.clear();

        core.step();
        core.step();

        assertThat(seen).hasSize(4).startsWith("quick").element(2).isEqualTo("quick");
    }

    @Test
    void putsArrivalsThatTakeTooLongIntoMailboxes() {
        provedQuick(new CallingTasklet("any", 1)); // from then on its class loader is known
        List<Boolean> directly = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            other.send(
                    core,
                    new TestParcel(
                            () -> {
                                directly.add(core.mayCallDirectly(CoreBlockReasons.OF_SINKS));
                                core.blame(core.stepNumber());
                            }));
        }
        other.step();

        core.step();

        assertThat(directly).containsExactly(true, false, false);
    }

    /** Gives tasklets their first slice, after which they are known to be quick. */
    private void provedQuick(CallingTasklet... tasklets) {
        for (CallingTasklet tasklet : tasklets) {
            core.makeReady(tasklet);
        }
        core.step();
        core.step();
        seen.clear();
    }

    @Test
    void givesEveryReadyTaskletOneSlicePerStep() {
        CountingTasklet busy = new CountingTasklet(core);
        CountingTasklet quiet = new CountingTasklet(core);
        busy.more = 100;
        core.makeReady(busy);
        core.makeReady(busy); // a second request changes nothing
        core.makeReady(quiet);

        core.step();
        assertThat(busy.slices).isEqualTo(1);
        assertThat(quiet.slices).isEqualTo(1);
        core.step();
        assertThat(busy.slices).isEqualTo(2);
        assertThat(quiet.slices).isEqualTo(1);
    }

    @Test
    void firesTimersByItsClock() {
        core.timers().at(clock.nanoTime() + 1_000_000, () -> seen.add("due"));

        core.step();
        assertThat(seen).isEmpty();
        clock.advance(Duration.ofMillis(1));
        core.step();
        assertThat(seen).containsExactly("due");
    }

    @Test
    void handsOverWhatIsStagedAtTheEndOfItsStep() {
        core.send(other, item(1));
        other.step();
        assertThat(seen).isEmpty();

        core.step();
        other.step();
        assertThat(seen).containsExactly(1);
    }

    @Test
    void keepsTheOrderOfMessagesThroughCongestion() {
        List<Object> sent = new ArrayList<>();
        for (int i = 0; i < 100; i++) { // 25 batches; 4 fit
            core.send(other, item(i));
            sent.add(i);
        }

        assertThat(core.isCongested()).isTrue();
        for (int i = 0; i < 100; i++) {
            core.step();
            other.step();
        }
        assertThat(core.isCongested()).isFalse();
        assertThat(seen).isEqualTo(sent);
    }

    @Test
    void aCongestedCoreReceivesButRunsNoTasklet() {
        CountingTasklet tasklet = new CountingTasklet(core);
        for (int i = 0; i < 100; i++) {
            core.send(other, item(-1));
        }
        core.makeReady(tasklet);
        other.send(core, item(7));
        other.step(); // receives all that is in flight; core still has more

        core.step();
        assertThat(seen).contains(7);
        assertThat(tasklet.slices).isZero();
        for (int i = 0; i < 100; i++) {
            other.step();
            core.step();
        }
        assertThat(tasklet.slices).isEqualTo(1);
    }

    @Test
    void aCongestedCoreCallsOnlyTaskletsThatSendNothing() {
        for (int i = 0; i < 100; i++) {
            core.send(other, item(-1));
        }

        assertThat(core.mayCallDirectly(CoreBlockReasons.OF_SENDERS)).isFalse();
        assertThat(core.mayCallDirectly(CoreBlockReasons.OF_SINKS)).isTrue();
    }

    /** A batch holds 4 tuples. */
    @Test
    void endsSlicesWhenABatchIsFull() {
        CallingTasklet first = new CallingTasklet("first", 5);
        CallingTasklet second = new CallingTasklet("second", 100);
        provedQuick(first, second);
        first.inCall = () -> core.send(other, item(1));
        second.inCall = first.inCall;

        core.step();
        assertThat(seen).containsExactly("first", "first", "first", "first");
        assertThat(core.isCongested()).isFalse();
        seen.clear();
        other.step();
        seen.clear();

        core.step();
        assertThat(seen)
                .as("the one behind goes first")
                .containsExactly("second", "second", "second", "second");
    }

    @Test
    void continuesASliceThatSendsFewTuples() {
        CallingTasklet tasklet = new CallingTasklet("any", 100);
        provedQuick(tasklet);
        AtomicInteger calls = new AtomicInteger();
        tasklet.inCall =
                () -> {
                    if (calls.incrementAndGet() <= 3) {
                        core.send(other, item(1));
                    }
                };

        core.step();

        assertThat(seen).hasSize(100);
    }

    @Test
    void aSlowTaskletGetsItsSliceHoweverMuchQuickOnesHaveSent() {
        CallingTasklet quick = new CallingTasklet("quick", 100);
        CallingTasklet slow = new CallingTasklet("slow", 1);
        provedQuick(quick);
        quick.inCall = () -> core.send(other, item(1));
        core.makeReady(slow); // nothing is known of it

        core.step();

        assertThat(seen).hasSize(5).endsWith("quick", "slow");
    }

    @Test
    void isBusyAfterTenMillisecondsWithHardlyAnIdleMoment() {
        CountingTasklet tasklet = new CountingTasklet(core);
        tasklet.more = 1_000;
        core.step(); // idle
        core.makeReady(tasklet);
        for (int ms = 0; ms < 10; ms++) {
            core.step();
            assertThat(core.isBusy()).isFalse();
            clock.advance(Duration.ofMillis(1));
        }

        core.step();
        assertThat(core.isBusy()).isTrue();
        assertThat(core.isBusySeenFromOutside()).isTrue();

        tasklet.more = 0;
        for (int ms = 0; ms <= 10; ms++) {
            core.step();
            clock.advance(Duration.ofMillis(1));
        }
        core.step();
        assertThat(core.isBusy()).isFalse();
        assertThat(core.isBusySeenFromOutside()).isFalse();
    }

    @Test
    void isNotBusyWhileItSleepsForLackOfWork() {
        CountingTasklet tasklet = new CountingTasklet(core);
        tasklet.more = 1_000;
        core.makeReady(tasklet);
        for (int ms = 0; ms <= 11; ms++) {
            core.step();
            clock.advance(Duration.ofMillis(1));
        }
        assertThat(core.isBusySeenFromOutside()).isTrue();

        core.park(1);

        assertThat(core.isBusySeenFromOutside()).isFalse();
    }

    /** A core can't do more until the others have received what it has for them. */
    @Test
    void isBusyWhileItsLinkIsFull() {
        core.step();
        while (!core.isCongested()) {
            core.send(other, item(1));
            core.step();
        }
        for (int ms = 0; ms <= 11; ms++) {
            core.step();
            clock.advance(Duration.ofMillis(1));
        }
        core.park(1);

        assertThat(core.isBusySeenFromOutside()).isTrue();
    }

    @Test
    void commandsMayNotCallDirectly() {
        core.submit(() -> seen.add(core.mayCallDirectly(CoreBlockReasons.OF_SINKS)));
        core.step();

        assertThat(seen).containsExactly(false);
        assertThat(core.mayCallDirectly(CoreBlockReasons.OF_SENDERS)).isTrue();
    }

    /**
     * Arrivals would call user code, and after a command nothing checks whether the thread has lost
     * the core.
     */
    @Test
    void commandsAfterASafepointMayNotCallDirectlyEither() {
        core.submit(
                () -> {
                    core.settle(); // as a rebalance does, on its own thread
                    core.submit(() -> seen.add(core.mayCallDirectly(CoreBlockReasons.OF_SINKS)));
                });
        core.step();

        assertThat(seen).containsExactly(false);
        assertThat(core.mayCallDirectly(CoreBlockReasons.OF_SENDERS)).isTrue();
    }

    /**
     * The watcher withdraws a core before it knows whether the thread is still in user code. The
     * thread may be back in the engine by then; it must wait for the decision and not conclude that
     * it has lost the core, because the watcher gives the core back.
     */
    @Test
    void aThreadWhoseCoreIsWithdrawnWaitsForTheDecision() throws Exception {
        CoreOwner owner = core.owner();
        Thread driving = Thread.currentThread();
        AtomicReference<Thread.State> asked = new AtomicReference<>();
        CountDownLatch withdrawn = new CountDownLatch(1);
        Thread watcher =
                new Thread(
                        () -> {
                            synchronized (core.ownerLock()) {
                                core.setOwner(null);
                                withdrawn.countDown();
                                long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
                                while (driving.getState() != Thread.State.BLOCKED
                                        && System.nanoTime() < deadlineNs) {
                                    Thread.onSpinWait();
                                }
                                asked.set(driving.getState());
                                core.setOwner(owner); // the call had ended
                            }
                        });
        watcher.start();
        withdrawn.await();

        CoreOwner answer = core.owner();

        watcher.join();
        assertThat(answer).isSameAs(owner);
        assertThat(asked.get()).isEqualTo(Thread.State.BLOCKED);
    }

    /**
     * As above, in the middle of a batch: a core that is given back must continue to have an owner.
     */
    @Test
    void receivesAWholeBatchWhenTheCoreIsWithdrawnAndGivenBack() throws Exception {
        CoreOwner owner = core.owner();
        Thread driving = Thread.currentThread();
        CountDownLatch withdrawn = new CountDownLatch(1);
        Thread watcher =
                new Thread(
                        () -> {
                            synchronized (core.ownerLock()) {
                                core.setOwner(null);
                                withdrawn.countDown();
                                long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
                                while (driving.getState() != Thread.State.BLOCKED
                                        && System.nanoTime() < deadlineNs) {
                                    Thread.onSpinWait();
                                }
                                core.setOwner(owner);
                            }
                        });
        other.send(
                core,
                new TestParcel(
                        () -> {
                            watcher.start();
                            try {
                                withdrawn.await();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }));
        other.send(core, item(2));
        other.step();

        assertThat(core.step()).isEqualTo(3); // takes in the link, and both
        assertThat(seen).containsExactly(2);
        watcher.join();
    }
}
