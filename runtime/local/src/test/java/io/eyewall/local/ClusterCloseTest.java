package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a cluster that several threads close, including user code and interrupted threads. */
@Timeout(60)
class ClusterCloseTest {
    private static CountDownLatch executed = new CountDownLatch(0);
    private static CountDownLatch cleaning = new CountDownLatch(0);
    private static CountDownLatch cleanedUp = new CountDownLatch(0);
    private static Runnable cleanUp = () -> {};
    private static CountDownLatch starting = new CountDownLatch(0);
    private static CountDownLatch goOn = new CountDownLatch(0);

    private LocalCluster cluster;

    static final class CleanedBolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            executed.countDown();
        }

        @Override
        public void cleanup() {
            cleaning.countDown();
            cleanUp.run();
            cleanedUp.countDown();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @BeforeEach
    void submit() throws Exception {
        executed = new CountDownLatch(1);
        cleaning = new CountDownLatch(1);
        cleanedUp = new CountDownLatch(1);
        cleanUp = () -> {};
        cluster = new LocalCluster();
        TopologyBuilder builder = TestTopologies.numbers("cluster-close", 1_000);
        builder.setBolt("cleaned", new CleanedBolt()).shuffleGrouping("numbers");
        cluster.submitTopology("closing", Map.of(), builder.createTopology());
        await(executed);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoeverComesSecondWaitsForTheFirst() throws Exception {
        goOn = new CountDownLatch(1);
        cleanUp = () -> await(goOn);
        Thread first = new Thread(cluster::close);
        first.start();
        await(cleaning);
        Thread second = new Thread(cluster::close);
        second.start();

        Recorder.await(
                "the second waits, or has gone on",
                () -> second.getState() == Thread.State.WAITING || !second.isAlive());
        assertThat(second.isAlive()).isTrue();
        assertThat(cleanedUp.getCount()).isEqualTo(1);

        goOn.countDown();
        first.join();
        second.join();
        assertThat(cleanedUp.getCount()).isZero();
    }

    /** A hook with a slow start, which is part of the submission. */
    static final class SlowHook extends BaseWorkerHook {
        private static final long serialVersionUID = 1L;

        @Override
        public void start(Map<String, Object> conf, WorkerUserContext context) {
            starting.countDown();
            await(goOn);
        }
    }

    private static StormTopology slow() {
        TopologyBuilder builder = TestTopologies.numbers("slow-submission", 1);
        builder.addWorkerHook(new SlowHook());
        return builder.createTopology();
    }

    /** Submits a topology whose user code is slow. */
    private Thread submitSlow() throws InterruptedException {
        starting = new CountDownLatch(1);
        goOn = new CountDownLatch(1);
        Thread submission =
                new Thread(
                        () -> {
                            try {
                                cluster.submitTopology("slow", Map.of(), slow());
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        submission.start();
        await(starting);
        return submission;
    }

    @Test
    void nobodyElseWaitsForASubmissionThatTakesItsTime() throws Exception {
        Thread submission = submitSlow();

        assertThatThrownBy(() -> cluster.submitTopology("slow", Map.of(), slow()))
                .isInstanceOf(AlreadyAliveException.class);
        assertThat(cluster.isTopologyNameAllowed("slow")).isFalse();
        StormTopology other = TestTopologies.numbers("other", 1).createTopology();
        cluster.submitTopology("other", Map.of(), other);
        assertThat(cluster.getTopologySummaries())
                .extracting(TopologySummary::get_name)
                .containsExactly("closing", "other");

        goOn.countDown();
        submission.join();
        assertThat(cluster.getTopologySummaries())
                .extracting(TopologySummary::get_name)
                .contains("slow");
        cluster.close();
    }

    @Test
    void closingBeginsWhileOneIsSubmitted() throws Exception {
        Thread submission = submitSlow();
        Thread close = new Thread(cluster::close);
        close.start();

        await(cleanedUp);
        assertThatThrownBy(() -> cluster.submitTopology("late", Map.of(), slow()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");

        goOn.countDown();
        submission.join();
        close.join();
        assertThat(cluster.getTopologySummaries()).isEmpty();
    }

    @Test
    void userCodeThatComesSecondGoesOn() {
        cleanUp = cluster::close;

        cluster.close();

        assertThat(cleanedUp.getCount()).isZero();
    }

    @Test
    void tasksAreCleanedUpForOneWhoWasInterruptedBefore() {
        Thread.currentThread().interrupt();

        cluster.close();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(cleanedUp.getCount()).isZero();
    }

    @Test
    void aTopologyIsCleanedUpForOneWhoWasInterruptedBefore() {
        TopologyBuilder builder = TestTopologies.numbers("topology-close", 1);
        TopologyHandle topology =
                Eyewall.start("interrupted close", Map.of(), builder.createTopology());
        Thread.currentThread().interrupt();

        topology.close();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(topology.status().isOver()).isTrue();
        cluster.close();
    }
}
