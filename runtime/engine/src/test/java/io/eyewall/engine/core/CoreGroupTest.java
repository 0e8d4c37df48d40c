package io.eyewall.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.IdleTasklet;
import io.eyewall.engine.fixture.Thrown;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cores with threads, and no tasklets. */
@Timeout(60)
class CoreGroupTest {
    private static final String THREAD = "eyewall-core-0";

    private final List<Core> cores = Core.create(2, 128, 32, Clock.SYSTEM);
    private final BlockingQueue<Throwable> defects = new LinkedBlockingQueue<>();
    private final CoreGroup group =
            new CoreGroup(cores, 20_000, 0, 10_000_000, (core, defect) -> defects.add(defect));

    @BeforeEach
    void start() {
        group.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        group.stop();
    }

    private Thread thread() {
        return cores.get(0).owner().thread();
    }

    /** The core sleeps without a limit, so that only work can wake it. */
    private boolean isParked() {
        return thread().getState() == Thread.State.WAITING;
    }

    private long sleeps() {
        return cores.get(0).metrics().sleeps();
    }

    @Test
    void aCoreWithoutWorkSleepsUntilWorkIsSubmitted() throws Exception {
        Engines.until(
                "asleep", () -> isParked() && sleeps() > 0); // no longer the owner of its core
        long sleeps = sleeps();

        CountDownLatch ran = new CountDownLatch(1);
        cores.get(0).submit(ran::countDown);

        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        Engines.until("asleep again", () -> isParked() && sleeps() > sleeps);
    }

    @Test
    void aCoreWithATimerSleepsUntilItIsDue() {
        CountDownLatch ran = new CountDownLatch(1);
        Core core = cores.get(0);
        core.submit(() -> core.timers().at(core.nowNs() + 1_000_000, ran::countDown));

        Engines.until("the timer ran", () -> ran.getCount() == 0);
        Engines.until("parked", this::isParked);
    }

    @Test
    void aSleepingCoreCanBeStopped() throws Exception {
        Engines.until("parked", this::isParked);
        Thread thread = thread();

        group.stop();

        assertThat(thread.getName()).isEqualTo(THREAD);
        assertThat(thread.isAlive()).isFalse();
    }

    private void awaitCommand(Core core) throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        core.submit(ran::countDown);
        Engines.await("a command of core " + core.index(), ran);
    }

    @ParameterizedTest
    @EnumSource
    void reportsADefectAndContinuesTheCore(Thrown thrown) throws Exception {
        Thread before = thread();

        cores.get(0).submit(thrown::raise);

        assertThat(defects.poll(30, TimeUnit.SECONDS)).isNotNull();
        awaitCommand(cores.get(0));
        awaitCommand(cores.get(1));
        before.join();
        assertThat(thread().getName()).isEqualTo(THREAD);
        assertThat(defects).isEmpty();
    }

    @Test
    void clearsAnInterruptBeforeTheNextStep() throws Exception {
        Engines.until("parked", this::isParked);

        thread().interrupt();

        Engines.until("parked again", () -> isParked() && !thread().isInterrupted());
        awaitCommand(cores.get(0));
        assertThat(defects).isEmpty();
    }

    @Test
    void aFreshThreadInheritsNoThreadLocalsOfItsPredecessor() throws Exception {
        ThreadLocal<String> local = new ThreadLocal<>();
        Thread before = thread();
        cores.get(0).submit(() -> local.set("user code's"));
        awaitCommand(cores.get(0));

        group.renewThreads();

        before.join();
        AtomicReference<String> seen = new AtomicReference<>("not run");
        cores.get(0).submit(() -> seen.set(local.get()));
        awaitCommand(cores.get(0));
        assertThat(seen.get()).isNull();
        assertThat(thread().getName()).isEqualTo(THREAD);
        assertThat(group.replacements()).as("blocked threads").isZero();
    }

    /**
     * A watcher that observes without a pause takes each step for too long, hand-overs included. On
     * a processor of its own it hardly ever releases the lock that a hand-over needs.
     */
    @Test
    void theWatcherDoesNotReturnACoreToAThreadThatHandedItOver() throws Exception {
        List<Core> watched = Core.create(1, 128, 32, Clock.SYSTEM);
        CoreGroup hasty = new CoreGroup(watched, 0, 0, 1, (core, defect) -> defects.add(defect));
        hasty.start();
        try {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            for (int i = 0; i < 2_000 && System.nanoTime() - endNs < 0; i++) {
                hasty.renewThreads();
                awaitCommand(watched.get(0));
            }
        } finally {
            hasty.stop();
        }
        assertThat(defects).isEmpty();
    }

    /** A tasklet that blocks, and that throws when the watcher takes the core away from it. */
    private final class Blocking extends IdleTasklet {
        private final Thrown thrown;
        private final CountDownLatch released = new CountDownLatch(1);
        private final CountDownLatch away = new CountDownLatch(1);

        Blocking(Thrown thrown) {
            super(cores.get(0));
            this.thrown = thrown;
        }

        @Override
        protected int runSlice() {
            CoreOwner own = core().owner();
            startRunning();
            own.callUser(number());
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    // user code that continues to wait
                }
            }
            return own.toEngine(core()) ? 1 : Core.LOST;
        }

        @Override
        protected void onAway(Thread thread, boolean offender) {
            super.onAway(thread, offender);
            away.countDown();
            thrown.raise();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theWatcherSurvivesAnyThrowable(Thrown thrown) throws Exception {
        for (int times = 1; times <= 2; times++) {
            Blocking tasklet = new Blocking(thrown);
            cores.get(0).submit(() -> cores.get(0).makeReady(tasklet));

            Engines.await("the watcher", tasklet.away);

            awaitCommand(cores.get(0));
            assertThat(defects.poll(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(group.replacements()).isEqualTo(times);
            tasklet.released.countDown();
        }
    }

    @Test
    void anInterruptedWatcherStillWatches() throws Exception {
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("eyewall-watcher"))
                .forEach(Thread::interrupt);
        Blocking tasklet = new Blocking(Thrown.ERROR);
        cores.get(0).submit(() -> cores.get(0).makeReady(tasklet));

        Engines.await("the watcher", tasklet.away);
        tasklet.released.countDown();
    }
}
