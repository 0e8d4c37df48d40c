package io.eyewall.server.worker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.Standby.Holds;
import io.eyewall.local.StormConf;
import io.eyewall.server.store.UpdateNote;
import io.eyewall.topology.TopologyPlan;
import io.eyewall.topology.TopologyPlanner;
import io.eyewall.topology.config.ConfigException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.testing.TestWordCounter;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

/** State belongs to tasks. */
class StateMovesTest {
    private static final Map<String, Holds> HOLDS =
            Map.of("count", Holds.STATE, "words", Holds.STATE, "other", Holds.NOTHING);

    private static TopologyPlan plan(int counts, Map<String, Object> own) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new TestWordSpout(), 1);
        builder.setBolt("count", new TestWordCounter(), counts).shuffleGrouping("words");
        builder.setBolt("other", new TestWordCounter(), 1).shuffleGrouping("words");
        Map<String, Object> conf = new HashMap<>(own);
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, 0);
        return TopologyPlanner.plan(
                "words", "words-1-2", StormConf.service(), conf, builder.createTopology());
    }

    private static UpdateNote note(TopologyPlan before, Set<String> moved, boolean withoutState) {
        Map<String, List<Integer>> tasks = new HashMap<>();
        before.components().forEach((id, of) -> tasks.put(id, of.taskIds()));
        return new UpdateNote("words-1-1", true, tasks, Set.of(), moved, withoutState, 1, 1);
    }

    private static Map<String, Object> onDisk() {
        return Map.of(
                Config.TOPOLOGY_STATE_PROVIDER, "io.eyewall.state.RocksDbKeyValueStateProvider");
    }

    @Test
    void otherTasksAreRefusedUnlessThatIsWanted() throws Exception {
        TopologyPlan before = plan(2, onDisk());
        TopologyPlan now = plan(3, onDisk());

        assertThatThrownBy(() -> StateMoves.check(now, HOLDS, note(before, Set.of(), false)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'count' from")
                .hasMessageContaining("'words' from")
                .hasMessageContaining("--moved")
                .hasMessageContaining("--without-state");
        assertThatCode(
                        () ->
                                StateMoves.check(
                                        now, HOLDS, note(before, Set.of("count", "words"), false)))
                .doesNotThrowAnyException();
        assertThatCode(() -> StateMoves.check(now, HOLDS, note(before, Set.of(), true)))
                .doesNotThrowAnyException();
        assertThatCode(() -> StateMoves.check(before, HOLDS, note(before, Set.of(), false)))
                .doesNotThrowAnyException();
    }

    @Test
    void whatEndsWithTheProcessDoesNotCount() throws Exception {
        TopologyPlan before = plan(2, Map.of());
        assertThatCode(
                        () ->
                                StateMoves.check(
                                        plan(3, Map.of()), HOLDS, note(before, Set.of(), false)))
                .doesNotThrowAnyException();
    }
}
