package io.eyewall.local.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.StormConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.testing.FixedBatchSpout;
import org.apache.storm.trident.topology.state.RotatingTransactionalState;
import org.apache.storm.trident.topology.state.TransactionalState;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the state through Storm's own client. */
@Timeout(60)
class CoordinationTest {
    @SuppressWarnings("NullAway.Init") // JUnit's
    @TempDir
    Path folder;

    private static StormTopology trident() {
        @SuppressWarnings("unchecked")
        FixedBatchSpout spout = new FixedBatchSpout(new Fields("word"), 1, new Values("a"));
        TridentTopology topology = new TridentTopology();
        topology.newStream("words", spout);
        return topology.build();
    }

    private static Map<String, Object> configured(
            Coordination coordination, String name, Map<String, Object> more) {
        Map<String, Object> conf = new HashMap<>(StormConf.localMode());
        conf.putAll(more);
        conf.putAll(coordination.addressFor(name, conf, trident()));
        return conf;
    }

    private Map<String, Object> onDisk() {
        return Map.of("eyewall.state.dir", folder.toString());
    }

    @Test
    void isWhatStormsClientExpects() {
        try (Coordination coordination = new Coordination()) {
            Map<String, Object> conf = configured(coordination, "topology", Map.of());
            TransactionalState state = TransactionalState.newUserState(conf, "words");

            assertThat(state.getData("none")).isNull();
            assertThat(state.list("none")).isEmpty();
            state.setData("a", Map.of("offset", 12));
            state.setData("a/b", 1);
            state.setData("a/b", 2);
            state.setData("a/c", null);
            state.delete("a/c");
            state.delete("a/c"); // that it is gone is only logged
            assertThat(state.getData("a")).isEqualTo(Map.of("offset", 12));
            assertThat(state.getData("a/b")).isEqualTo(2);
            assertThat(state.list("a")).containsExactly("b");
            state.close();
        }
    }

    @Test
    void keepsStreamsApartAndSharesThemWithinTheCluster() {
        try (Coordination coordination = new Coordination()) {
            Map<String, Object> conf = configured(coordination, "one", Map.of());
            TransactionalState words = TransactionalState.newUserState(conf, "words");
            TransactionalState others = TransactionalState.newUserState(conf, "others");
            TransactionalState coordinator = TransactionalState.newCoordinatorState(conf, "words");
            words.setData("tx", 1);

            assertThat(others.getData("tx")).isNull();
            assertThat(coordinator.getData("tx")).isNull();
            Map<String, Object> again = configured(coordination, "two", Map.of());
            TransactionalState shared = TransactionalState.newUserState(again, "words");
            assertThat(shared.getData("tx")).isEqualTo(1);
            List.of(words, others, coordinator, shared).forEach(TransactionalState::close);
        }
    }

    @Test
    void goesOnFromTheFolder() {
        try (Coordination coordination = new Coordination()) {
            TransactionalState state =
                    TransactionalState.newUserState(
                            configured(coordination, "topology", onDisk()), "words");
            RotatingTransactionalState rotating = new RotatingTransactionalState(state, "p0");
            for (long txid = 1; txid <= 5; txid++) {
                rotating.overrideState(txid, "offset " + txid);
            }
            rotating.cleanupBefore(4);
            state.close();
        }
        try (Coordination coordination = new Coordination()) {
            TransactionalState state =
                    TransactionalState.newUserState(
                            configured(coordination, "topology", onDisk()), "words");
            RotatingTransactionalState rotating = new RotatingTransactionalState(state, "p0");
            assertThat(rotating.getState(3)).isNull();
            assertThat(rotating.getState(4)).isEqualTo("offset 4");
            assertThat(rotating.getLastState()).isEqualTo("offset 5");

            TransactionalState other =
                    TransactionalState.newUserState(
                            configured(coordination, "another", onDisk()), "words");
            assertThat(other.list("p0")).isEmpty();
            state.close();
            other.close();
        }
    }

    @Test
    void refusesAFolderThatIsInUse() {
        try (Coordination first = new Coordination();
                Coordination second = new Coordination()) {
            configured(first, "topology", onDisk());
            assertThatThrownBy(() -> configured(second, "topology", onDisk()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("topology", folder.toString(), "in use");
        }
    }

    /** Adds a topology in standby. */
    private void standBy(Coordination coordination, String name) {
        Map<String, Object> conf = new HashMap<>(StormConf.localMode());
        conf.putAll(onDisk());
        coordination.addressFor(name, conf, trident(), true);
    }

    @Test
    void opensNothingAfterItWasClosed() {
        Coordination coordination = new Coordination();
        standBy(coordination, "topology");
        coordination.close();

        coordination.openStandbyStates();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void opensTheOthersWhenAFolderThatCouldNotBeUsedCan() throws IOException {
        try (Coordination coordination = new Coordination()) {
            standBy(coordination, "first");
            standBy(coordination, "second");
            Path inTheWay = Files.writeString(folder.resolve("second"), "a file");
            assertThatThrownBy(coordination::openStandbyStates)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("topology 'second'");
            Files.delete(inTheWay);

            coordination.openStandbyStates();

            assertThat(folder.resolve("first/transactional/nodes.log")).exists();
            assertThat(folder.resolve("second/transactional/nodes.log")).exists();
        }
    }

    @Test
    void refusesATopologyWhoseLogWasEmptied() throws IOException {
        try (Coordination coordination = new Coordination()) {
            configured(coordination, "topology", onDisk());
        }
        Files.write(folder.resolve("topology/transactional/nodes.log"), new byte[0]);

        try (Coordination coordination = new Coordination()) {
            assertThatThrownBy(() -> configured(coordination, "topology", onDisk()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("topology 'topology'", folder.toString(), "empty");
        }
    }

    @Test
    void leavesAZooKeeperAloneThatTheUserNames() {
        try (Coordination coordination = new Coordination()) {
            Map<String, Object> conf =
                    Map.of(Config.TRANSACTIONAL_ZOOKEEPER_SERVERS, List.of("zoo.example"));
            assertThat(coordination.addressFor("topology", conf, trident())).isEmpty();
        }
    }

    @Test
    void isNotThereForWhatIsNotTrident() {
        try (Coordination coordination = new Coordination()) {
            StormTopology plain = new TopologyBuilder().createTopology();
            assertThat(coordination.addressFor("topology", Map.of(), plain)).isEmpty();
        }
    }
}
