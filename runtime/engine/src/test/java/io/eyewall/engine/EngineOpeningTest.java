package io.eyewall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Engines;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Shared;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bolt whose prepare does not return: named, and waited for by the spouts. */
@Timeout(60)
class EngineOpeningTest {
    private final Engine engine = Engines.start(1, "eyewall.blocking.threshold.ms", 2);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch asked = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        engine.close();
    }

    private RunningTopology start() {
        Shared<CountDownLatch> mayGoOn = Shared.of(release);
        Shared<CountDownLatch> first = Shared.of(asked);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new TestSpout().onNext(s -> first.get().countDown()), 1);
        TestBolt hangs =
                new TestBolt()
                        .onPrepare(
                                b -> {
                                    if (b.context.getThisTaskIndex() == 1) {
                                        mayGoOn.get().await();
                                    }
                                });
        builder.setBolt("db", hangs, 1).setNumTasks(3).shuffleGrouping("spout");
        return engine.submit(Plans.of(builder), SubmitSettings.of(getClass().getClassLoader()));
    }

    @Test
    void namesTheTaskAndItsPlaceAndLetsSpoutsWait() throws Exception {
        RunningTopology topology = start();
        while (topology.openings().stream()
                .noneMatch(o -> o.elapsed().compareTo(Duration.ofMillis(300)) > 0)) {
            Thread.sleep(5);
        }

        TaskOpening opening = topology.openings().get(0);
        int task = topology.plan().component("db").taskIds().get(1);
        assertThat(opening.componentId()).isEqualTo("db");
        assertThat(opening.taskId()).isEqualTo(task);
        assertThat(opening.call()).isEqualTo("prepare");
        assertThat(opening.describe())
                .startsWith("prepare of 'db' task " + task + " for 0 s, at ")
                .contains(EngineOpeningTest.class.getName());
        assertThat(topology.awaitStarted(Duration.ZERO)).isFalse();
        assertThat(topology.status()).isEqualTo(TopologyStatus.STARTING);
        assertThat(asked.getCount()).as("first nextTuple is still to come").isEqualTo(1);

        release.countDown();
        Engines.await("the first nextTuple", asked);
        assertThat(topology.openings()).isEmpty();
        assertThat(topology.status()).isEqualTo(TopologyStatus.ACTIVE);
    }

    @Test
    void forgetsItWhenTheTopologyIsKilled() throws Exception {
        RunningTopology topology = start();
        while (topology.openings().isEmpty()) {
            Thread.sleep(5);
        }

        topology.kill(Duration.ZERO);

        assertThat(topology.await(Duration.ofSeconds(30))).isTrue();
        assertThat(topology.openings()).isEmpty();
        assertThat(asked.getCount()).isEqualTo(1);
    }
}
