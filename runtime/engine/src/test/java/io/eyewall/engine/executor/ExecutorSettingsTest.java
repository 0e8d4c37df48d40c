package io.eyewall.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.engine.memory.HeapShares;
import io.eyewall.topology.TopologyPlan;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.policy.IWaitStrategy;
import org.apache.storm.topology.TopologyBuilder;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // a null fails the test
class ExecutorSettingsTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    ExecutorSettingsTest() {
        builder.setSpout("spout", new TestSpout(), 1);
        builder.setBolt("bolt", new TestBolt(), 1)
                .shuffleGrouping("spout")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 4);
    }

    private ExecutorSettings of(String component, Object... keysAndValues) {
        TopologyPlan plan = Plans.of(builder, keysAndValues);
        return ExecutorSettings.parse(plan, plan.component(component));
    }

    /** A wait strategy of the user's own. */
    public static final class OwnWait implements IWaitStrategy {
        private boolean prepared;

        @Override
        public void prepare(Map<String, Object> conf, WaitSituation situation) {
            prepared = situation == WaitSituation.SPOUT_WAIT;
        }

        @Override
        public int idle(int idleCounter) {
            return idleCounter + 1;
        }
    }

    @Test
    void takesStormsDefaults() {
        ExecutorSettings spout = of("spout");

        assertThat(spout.acking()).isTrue();
        assertThat(spout.maxPendingPerTask()).isZero();
        assertThat(spout.messageTimeoutSecs()).isEqualTo(30);
        assertThat(spout.mailboxCapacity()).isEqualTo(1024);
        assertThat(spout.sampleEvery()).isEqualTo(128);
        assertThat(spout.dedicated()).isFalse();
        assertThat(spout.debug()).isFalse();
        assertThat(spout.alwaysSerialize()).isFalse();
        assertThat(spout.eventLoggers()).isFalse();
        assertThat(spout.tickSecs()).as("spouts get no ticks").isZero();
        assertThat(of("bolt").tickSecs()).isEqualTo(4);
        assertThat(of("bolt").messageTimeoutSecs()).as("only spouts time out").isZero();
        assertThat(of("__system").tickSecs()).isZero();
    }

    @Test
    void readsWhatIsSet() {
        ExecutorSettings spout =
                of(
                        "spout",
                        Config.TOPOLOGY_ACKER_EXECUTORS,
                        0,
                        Config.TOPOLOGY_MAX_SPOUT_PENDING,
                        7,
                        Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS,
                        3,
                        Config.TOPOLOGY_STATS_SAMPLE_RATE,
                        1.0,
                        Config.TOPOLOGY_DEBUG,
                        true,
                        Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE,
                        true,
                        Config.TOPOLOGY_EVENTLOGGER_EXECUTORS,
                        1,
                        "eyewall.executor.dedicated",
                        true);

        assertThat(spout.acking()).isFalse();
        assertThat(spout.maxPendingPerTask()).isEqualTo(7);
        assertThat(spout.messageTimeoutSecs()).isEqualTo(3);
        assertThat(spout.sampleEvery()).isEqualTo(1);
        assertThat(spout.debug()).isTrue();
        assertThat(spout.alwaysSerialize()).isTrue();
        assertThat(spout.eventLoggers()).isTrue();
        assertThat(spout.dedicated()).isTrue();
    }

    @Test
    void withoutMessageTimeoutsNothingTimesOut() {
        assertThat(of("spout", Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false).messageTimeoutSecs())
                .isZero();
    }

    @Test
    void theLesserOfTheTwoCapacitiesCounts() {
        String storms = Config.TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE;
        String ours = "eyewall.mailbox.capacity";

        assertThat(of("bolt", storms, 64).mailboxCapacity()).isEqualTo(64);
        assertThat(of("bolt", storms, 64, ours, 16).mailboxCapacity()).isEqualTo(16);
        assertThat(of("bolt", ours, 1_000_000).mailboxCapacity()).isEqualTo(32_768);
    }

    @Test
    void turnsStormsWaitStrategiesIntoDelays() {
        assertThat(of("spout").spoutWait()).isEqualTo(new SpoutWait(0, 1_000_000, true, null));
        assertThat(
                        of(
                                        "spout",
                                        Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT,
                                        3,
                                        Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT,
                                        4,
                                        Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS,
                                        5)
                                .spoutWait())
                .isEqualTo(new SpoutWait(7, 5_000_000, false, null));
        assertThat(
                        of(
                                        "spout",
                                        Config.TOPOLOGY_SPOUT_WAIT_STRATEGY,
                                        "org.apache.storm.policy.WaitStrategyPark",
                                        Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC,
                                        250)
                                .spoutWait())
                .isEqualTo(new SpoutWait(0, 250_000, false, null));
    }

    @Test
    void aWaitStrategyOfTheUsersOwnRunsOnItsOwnThread() {
        ExecutorSettings spout =
                of("spout", Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, OwnWait.class.getName());

        assertThat(spout.dedicated()).isTrue();
        assertThat(spout.spoutWait().custom()).isInstanceOf(OwnWait.class);
        assertThat(((OwnWait) spout.spoutWait().custom()).prepared).isTrue();
        assertThat(
                        of("bolt", Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, OwnWait.class.getName())
                                .dedicated())
                .isFalse();
    }

    @Test
    void namesAWaitStrategyThatCannotBeMade() {
        assertThatThrownBy(() -> of("spout", Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, "no.such.Wait"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("spout", "topology.spout.wait.strategy", "no.such.Wait");
    }

    /** Otherwise a rebalance of one component would replace the executors of all components. */
    @Test
    void staysTheSameHoweverManyExecutorsRunTheTasks() {
        builder.setBolt("wide", new TestBolt(), 64).shuffleGrouping("spout");
        TopologyPlan plan = Plans.of(builder);
        TopologyPlan narrow = plan.withExecutors(Map.of("wide", 2));

        assertThat(ExecutorSettings.parse(narrow, narrow.component("bolt")))
                .isEqualTo(ExecutorSettings.parse(plan, plan.component("bolt")));
        assertThat(ExecutorSettings.parse(plan, plan.component("bolt")).mailboxBytes())
                .isLessThan(HeapShares.mailbox());
    }
}
