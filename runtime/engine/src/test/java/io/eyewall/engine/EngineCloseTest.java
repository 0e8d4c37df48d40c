package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing begins at one moment: what is submitted before ends, nothing is submitted after. */
@Timeout(120)
class EngineCloseTest {
    private final Engine engine = Engines.start(2);
    private final SubmitSettings settings =
            SubmitSettings.of(EngineCloseTest.class.getClassLoader());

    private static TopologyBuilder numbers(TestBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", TestSpout.numbers(Integer.MAX_VALUE), 1);
        builder.setBolt("bolt", bolt, 1).shuffleGrouping("spout");
        return builder;
    }

    /** Tells when it is read, and waits then. */
    private static final class Slow implements TestBolt.Code {
        private final Shared<CountDownLatch> reading;
        private final Shared<CountDownLatch> goOn;

        Slow(Shared<CountDownLatch> reading, Shared<CountDownLatch> goOn) {
            this.reading = reading;
            this.goOn = goOn;
        }

        @Override
        public void run(TestBolt bolt) {
            // what counts is that it is read
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            reading.get().countDown();
            try {
                Engines.await("go on", goOn.get());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    /** The common pool has but one thread on two processors. */
    private static void onOwnThread(Runnable command) {
        new Thread(command).start();
    }

    @Test
    void nothingIsSubmittedWhileItCloses() throws Exception {
        Shared<CountDownLatch> closing = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> goOn = Shared.of(new CountDownLatch(1));
        Engines.submit(
                engine,
                numbers(
                        TestBolt.relay()
                                .onCleanup(
                                        bolt -> {
                                            closing.get().countDown();
                                            Engines.await("go on", goOn.get());
                                        })));
        CompletableFuture<Void> closed =
                CompletableFuture.runAsync(engine::close, EngineCloseTest::onOwnThread);
        Engines.await("its topology is cleaned up", closing.get());

        assertThatThrownBy(() -> engine.submit(Plans.of(numbers(TestBolt.relay())), settings))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the engine is closed");

        goOn.get().countDown();
        closed.get(60, TimeUnit.SECONDS);
        assertThat(engine.topologies()).isEmpty();
    }

    @Test
    void whatIsBeingSubmittedWhenItClosesEndsWithTheOthers() throws Exception {
        Shared<CountDownLatch> reading = Shared.of(new CountDownLatch(1));
        Shared<CountDownLatch> goOn = Shared.of(new CountDownLatch(1));
        TestBolt bolt = TestBolt.relay().onPrepare(new Slow(reading, goOn));
        CompletableFuture<RunningTopology> submitted =
                CompletableFuture.supplyAsync(
                        () -> engine.submit(Plans.of(numbers(bolt)), settings),
                        EngineCloseTest::onOwnThread);
        Engines.await("it is being assembled", reading.get());

        CompletableFuture<Void> closed =
                CompletableFuture.runAsync(engine::close, EngineCloseTest::onOwnThread);
        Engines.until("closing has begun", this::isRefused);
        assertThat(closed).as("it waits for the submission").isNotDone();
        goOn.get().countDown();

        closed.get(60, TimeUnit.SECONDS);
        RunningTopology topology = submitted.get(60, TimeUnit.SECONDS);
        assertThat(topology.await(Engines.LIMIT)).as("ended").isTrue();
        assertThat(engine.topologies()).isEmpty();
    }

    private boolean isRefused() {
        try {
            Engines.kill(engine.submit(Plans.of(numbers(TestBolt.relay())), settings));
            return false;
        } catch (IllegalStateException e) {
            return true;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** On Storm a cleanup takes as long as it takes: files are written there. */
    @Test
    @Tag("complete")
    void aCleanupThatTakesItsTimeIsWaitedFor() throws Exception {
        Shared<CountDownLatch> cleanedUp = Shared.of(new CountDownLatch(1));
        Engines.submit(
                engine,
                numbers(
                        TestBolt.relay()
                                .onCleanup(
                                        bolt -> {
                                            TimeUnit.SECONDS.sleep(12);
                                            cleanedUp.get().countDown();
                                        })));

        engine.close();

        assertThat(cleanedUp.get().getCount()).isZero();
    }

    @Test
    void anInterruptedCallerStillEndsTheThreads() {
        Thread.currentThread().interrupt();

        engine.close();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        Engines.until("no threads", () -> Engines.threads().isEmpty());
    }
}
