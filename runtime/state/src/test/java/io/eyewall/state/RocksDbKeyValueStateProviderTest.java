package io.eyewall.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.topology.config.ConfigKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.state.Serializer;
import org.apache.storm.state.StateFactory;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // JUnit sets the folder; states without tuples need no context
class RocksDbKeyValueStateProviderTest {
    @TempDir Path folder;

    /** Reverses texts, so that its effect is visible on disk. */
    public static final class Backwards implements Serializer<String> {
        private static final long serialVersionUID = 1;

        @Override
        public byte[] serialize(String text) {
            return new StringBuilder(text).reverse().toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String deserialize(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.UTF_8);
            return new StringBuilder(text).reverse().toString();
        }
    }

    @Test
    void itsKeysAreThoseOfTheConfiguration() {
        assertThat(StateSettings.DIR_KEY).isEqualTo(ConfigKeys.STATE_DIR.name());
        assertThat(StateSettings.SYNC_KEY).isEqualTo(ConfigKeys.STATE_SYNC.name());
        assertThat(ConfigKeys.STATE_SYNC.defaultValue()).isEqualTo(true);
    }

    @Test
    void stormFindsItByItsName() {
        Map<String, Object> conf = States.conf(folder);
        conf.put(Config.TOPOLOGY_STATE_PROVIDER, RocksDbKeyValueStateProvider.class.getName());

        assertThat(StateFactory.getState("a-1", conf, null))
                .isInstanceOf(RocksDbKeyValueState.class);
        assertThat(folder.resolve("t").resolve("rocksdb").resolve("CURRENT")).exists();
    }

    @Test
    void saysWhatIsMissing() {
        Map<String, Object> conf = States.conf(folder);
        conf.remove(StateSettings.DIR_KEY);

        assertThatThrownBy(() -> open(conf))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll("topology 't'", "eyewall.state.dir is not set", "set it");
        conf.remove(Config.TOPOLOGY_NAME);
        assertThatThrownBy(() -> open(conf))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("topology.name is not set");
    }

    @Test
    void refusesAFolderThatIsAFile() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Map<String, Object> conf = States.conf(file);

        assertThatThrownBy(() -> open(conf))
                .isInstanceOf(StateException.class)
                .hasMessageContainingAll(file.toString(), "can't be opened", "eyewall.state.dir");
    }

    @Test
    void usesTheSerializersThatItsConfigurationNames() {
        Map<String, Object> conf = States.conf(folder);
        String backwards = Backwards.class.getName();
        conf.put(
                Config.TOPOLOGY_STATE_PROVIDER_CONFIG,
                "{\"keySerializerClass\":\"%s\",\"valueSerializerClass\":\"%s\"}"
                        .formatted(backwards, backwards));
        KeyValueState<String, String> state = open(conf);

        state.put("key", "value");
        state.commit();

        assertThat(state.get("key")).isEqualTo("value");
        StateTable table =
                new StateTable(
                        TopologyStore.forFolder(StateSettings.parse(conf).folder()), "a-1", false);
        assertThat(table.getCommitted("yek".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("eulav".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void registersTheClassesThatItsConfigurationNames() {
        Map<String, Object> conf = States.conf(folder);
        conf.put(
                Config.TOPOLOGY_STATE_PROVIDER_CONFIG,
                "{\"keyClass\":\"java.lang.String\",\"valueClass\":\"java.util.ArrayList\"}");
        KeyValueState<String, List<String>> state = open(conf);

        state.put("key", new java.util.ArrayList<>(List.of("a", "b")));

        assertThat(state.get("key")).containsExactly("a", "b");
    }

    @Test
    void refusesWhatItDoesNotUnderstandInItsConfiguration() {
        Map<String, Object> conf = States.conf(folder);
        for (String wrong :
                List.of(
                        "{\"valueClas\":\"x\"}",
                        "[1]",
                        "{",
                        "{\"keySerializerClass\":\"java.lang.Missing\"}",
                        "{\"keySerializerClass\":\"java.lang.Integer\"}")) {
            conf.put(Config.TOPOLOGY_STATE_PROVIDER_CONFIG, wrong);
            assertThatThrownBy(() -> open(conf)).as(wrong).isInstanceOf(StateException.class);
        }
        conf.put(Config.TOPOLOGY_STATE_PROVIDER_CONFIG, "{\"valueClas\":\"x\"}");
        assertThatThrownBy(() -> open(conf))
                .hasMessageContainingAll("topology 't'", "[valueClas]", "valueClass");
    }

    @Test
    void objectsChangedAfterPutStayAsTheyWerePut() {
        KeyValueState<String, List<String>> state = open(States.conf(folder));
        List<String> list = new java.util.ArrayList<>(List.of("a"));
        state.put("key", list);

        list.add("b");

        assertThat(state.get("key")).containsExactly("a");
    }

    @SuppressWarnings("unchecked")
    private static <V> KeyValueState<String, V> open(Map<String, Object> conf) {
        return (KeyValueState<String, V>)
                new RocksDbKeyValueStateProvider().newState("a-1", conf, null);
    }
}
