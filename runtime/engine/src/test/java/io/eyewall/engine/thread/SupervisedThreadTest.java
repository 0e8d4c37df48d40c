package io.eyewall.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Thrown;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@NullUnmarked // fields are set before each test
class SupervisedThreadTest {
    private final AtomicInteger rounds = new AtomicInteger();
    private SupervisedThread thread;

    @AfterEach
    void stop() throws InterruptedException {
        thread.stop();
        thread.thread().interrupt(); // the thread may be waiting for work
        thread.thread().join();
    }

    private SupervisedThread start(SupervisedThread.Work work) {
        thread = new SupervisedThread("supervised", work);
        thread.start();
        return thread;
    }

    @ParameterizedTest
    @EnumSource
    void continuesWhateverARoundThrows(Thrown thrown) throws Exception {
        CountDownLatch after = new CountDownLatch(1);
        start(
                () -> {
                    if (rounds.incrementAndGet() <= 3) {
                        thrown.raise();
                    }
                    after.countDown();
                    LockSupport.park();
                    return true;
                });

        Engines.await("a round after three that threw", after);
        assertThat(thread.thread().isAlive()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void callsTheHandlerUntilItReturns(Thrown thrown) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Throwable> cause = new AtomicReference<>();
        thread =
                new SupervisedThread(
                        "supervised",
                        () -> {
                            rounds.incrementAndGet();
                            throw new IllegalStateException("a defect");
                        },
                        0,
                        defect -> {
                            cause.set(defect);
                            if (asked.incrementAndGet() <= 3) {
                                thrown.raise();
                            }
                            return false;
                        });
        thread.start();
        thread.thread().join();

        assertThat(asked).hasValue(4);
        assertThat(cause.get()).hasMessage("a defect");
        assertThat(rounds).as("it was not to go on").hasValue(1);
    }

    @Test
    void anInterruptEndsOneRoundAtMost() throws Exception {
        BlockingQueue<Integer> work = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> done = new LinkedBlockingQueue<>();
        start(
                () -> {
                    rounds.incrementAndGet();
                    done.add(work.take());
                    return true;
                });
        work.add(1);
        assertThat(done.poll(30, TimeUnit.SECONDS)).isEqualTo(1);

        thread.thread().interrupt();
        work.add(2);

        assertThat(done.poll(30, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(rounds.get()).as("rounds").isLessThanOrEqualTo(4);
    }

    @Test
    void anUnhandledInterruptDoesNotMakeItSpin() throws Exception {
        BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
        start(
                () -> {
                    LockSupport.park();
                    interrupted.add(Thread.currentThread().isInterrupted());
                    return true;
                });

        Engines.until("parked", () -> thread.thread().getState() == Thread.State.WAITING);
        thread.thread().interrupt();
        assertThat(interrupted.poll(30, TimeUnit.SECONDS)).isTrue();
        LockSupport.unpark(thread.thread());

        assertThat(interrupted.poll(30, TimeUnit.SECONDS)).as("in the next round").isFalse();
    }

    @Test
    void endsWhenItIsStopped() throws Exception {
        start(
                () -> {
                    rounds.incrementAndGet();
                    LockSupport.park();
                    return true;
                });
        Engines.until("at work", () -> rounds.get() > 0);

        thread.stop();
        thread.thread().join();

        assertThat(thread.isStopped()).isTrue();
    }

    @Test
    void endsWithItsWork() throws Exception {
        start(() -> false).thread().join();
    }

    @Test
    void inheritsNothingFromItsCreator() throws Exception {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("the maker's");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        AtomicReference<String> seen = new AtomicReference<>("not run");
        AtomicReference<ClassLoader> loader = new AtomicReference<>();
        try (URLClassLoader makers = new URLClassLoader(new URL[0], before)) {
            Thread.currentThread().setContextClassLoader(makers);
            start(
                            () -> {
                                seen.set(local.get());
                                loader.set(Thread.currentThread().getContextClassLoader());
                                return false;
                            })
                    .thread()
                    .join();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }

        assertThat(seen.get()).isNull();
        assertThat(loader.get()).isSameAs(SupervisedThread.class.getClassLoader());
        assertThat(thread.thread().isDaemon()).isTrue();
    }
}
