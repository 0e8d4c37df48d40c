package io.eyewall.topology.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.topology.config.ConfigKey.Scope;
import io.eyewall.topology.config.ConfigKey.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigKeysTest {
    @ParameterizedTest
    @CsvSource({
        "eyewall.core.dedicated,eyewall.executor.dedicated",
        "eyewall.executor.dedicate,eyewall.executor.dedicated",
        "eyewall.cors,eyewall.core",
        "eyewall.corez,eyewall.core",
        "eyewall.coress,eyewall.cores",
        "eyewall.batchsize,eyewall.batch.size",
        "eyewall.mailbox.size,eyewall.batch.size",
        "eyewall.blocking.threshold,eyewall.blocking.threshold.ms",
        "eyewall.spout.call,eyewall.spout.calls",
        "eyewall.,eyewall.core",
    })
    void namesTheNearestKey(String unknown, String nearest) {
        assertThat(ConfigKeys.nearest(unknown)).isEqualTo(nearest);
        assertThatThrownBy(
                        () -> ConfigKeys.check(Map.of(unknown, 1), Scope.TOPOLOGY, "topology 't'"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "topology 't': unknown configuration key '"
                                + unknown
                                + "'; did you mean '"
                                + nearest
                                + "'?");
    }

    @Property(tries = 200)
    void oneTypingErrorNeverHidesTheKeyThatWasMeant(
            @ForAll @IntRange(max = 99) int which, @ForAll @IntRange(min = 8, max = 40) int where) {
        ConfigKey key = ConfigKeys.all().get(which % ConfigKeys.all().size());
        String name = key.name();
        int at = Math.min(where, name.length() - 1);
        String typo = name.substring(0, at) + '#' + name.substring(at + 1);

        String nearest = ConfigKeys.nearest(typo);

        // "eyewall.core#" is one edit from both core and cores
        assertThat(nearest.equals(name) || (name.equals("eyewall.cores") && typo.endsWith("core#")))
                .as("%s for %s", nearest, typo)
                .isTrue();
    }

    @Test
    void leavesForeignKeysAlone() {
        Map<String, Object> conf = new HashMap<>();
        conf.put("topology.workers", "not a number");
        conf.put("eyewallet", 1);
        conf.put(null, 1);

        assertThatCode(() -> ConfigKeys.check(conf, Scope.COMPONENT, "x"))
                .doesNotThrowAnyException();
    }

    @Test
    void keepsEachScopeToItsPlaces() {
        for (ConfigKey key : ConfigKeys.all()) {
            Object value =
                    switch (key.type()) {
                        case BOOLEAN -> true;
                        case INTEGER -> key.min();
                        case TEXT -> "x";
                        case NAMES -> List.of("x", "y");
                        case HOSTS -> Map.of("spout", "x", "bolt", List.of("x", "y"));
                    };
            Map<String, Object> conf = Map.of(key.name(), value);

            assertThatCode(() -> ConfigKeys.check(conf, Scope.ENGINE, "daemon"))
                    .doesNotThrowAnyException();
            assertThatCode(() -> ConfigKeys.check(conf, Scope.TOPOLOGY, "topology"))
                    .doesNotThrowAnyException();
            if (key.scope() == Scope.COMPONENT) {
                assertThatCode(() -> ConfigKeys.check(conf, Scope.COMPONENT, "component"))
                        .doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> ConfigKeys.check(conf, Scope.COMPONENT, "component 'c'"))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContainingAll(
                                "component 'c'",
                                key.name(),
                                key.scope() == Scope.ENGINE ? "engine" : "topology");
            }
        }
    }

    @Test
    void acceptsTheEndsOfEveryRangeAndNothingBeyond() {
        for (ConfigKey key : ConfigKeys.all()) {
            if (key.type() != Type.INTEGER) {
                continue;
            }
            assertThat(key.parse(key.min(), "x")).isEqualTo(key.min());
            assertThat(key.parse(key.max(), "x")).isEqualTo(key.max());
            for (long outside : new long[] {key.min() - 1, key.max() + 1, Long.MAX_VALUE}) {
                assertThatThrownBy(() -> key.parse(outside, "engine configuration"))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContainingAll(
                                "engine configuration",
                                key.name(),
                                String.valueOf(outside),
                                String.valueOf(key.min()),
                                String.valueOf(key.max()));
            }
        }
    }

    @Test
    void everyDefaultIsInItsRange() {
        for (ConfigKey key : ConfigKeys.all()) {
            if (key.defaultValue() != null) {
                assertThat(key.parse(key.defaultValue(), "x")).isEqualTo(key.defaultValue());
            }
        }
    }

    @Test
    void readsNumbersAsYamlJsonAndCommandLinesWriteThem() {
        ConfigKey key = ConfigKeys.BATCH_SIZE;

        for (Object value : new Object[] {7, 7L, (short) 7, 7.0, "7"}) {
            assertThat(key.parse(value, "x")).isEqualTo(7L);
        }
        for (Object value :
                new Object[] {
                    7.5,
                    "7.0",
                    " 7",
                    "",
                    "seven",
                    true,
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    "99999999999999999999",
                    Map.of(),
                    'x'
                }) {
            assertThatThrownBy(() -> key.parse(value, "x"))
                    .as("%s", value)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll("eyewall.batch.size", "whole number");
        }
    }

    @Test
    void refusesADoubleThatIsNoLong() {
        assertThatThrownBy(() -> ConfigKeys.BATCH_SIZE.parse(1e300, "x"))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void readsBooleans() {
        ConfigKey key = ConfigKeys.DEDICATED;

        assertThat(key.parse(true, "x")).isEqualTo(true);
        assertThat(key.parse("false", "x")).isEqualTo(false);
        for (Object value : new Object[] {"TRUE", "yes", 1, ""}) {
            assertThatThrownBy(() -> key.parse(value, "component 'c'"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll("component 'c'", "true or false");
        }
    }

    @Test
    void readsText() {
        ConfigKey key = ConfigKeys.STATE_DIR;

        assertThat(ConfigKeys.textValue(key, Map.of(key.name(), "/var/x"), "x"))
                .isEqualTo("/var/x");
        assertThat(ConfigKeys.textValue(key, Map.of(), "x")).isNull();
        for (Object value : new Object[] {"", " ", 1, true}) {
            assertThatThrownBy(() -> key.parse(value, "topology 't'"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll("topology 't'", "eyewall.state.dir", "text");
        }
    }

    @Test
    void readsNamesAndHosts() {
        ConfigKey names = key("eyewall.in.network");
        ConfigKey hosts = key("eyewall.pinned");

        assertThat(names.parse("count", "x")).isEqualTo("count");
        assertThat(names.parse(List.of("a", "b"), "x")).isEqualTo(List.of("a", "b"));
        assertThat(hosts.parse(Map.of("spout", "host1"), "x")).isEqualTo(Map.of("spout", "host1"));
        for (Object value : new Object[] {"", 1, List.of(1), Map.of("a", "b")}) {
            assertThatThrownBy(() -> names.parse(value, "topology 't'"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll("topology 't'", "eyewall.in.network", "list of names");
        }
        for (Object value : new Object[] {"host1", List.of("host1"), Map.of("spout", 1)}) {
            assertThatThrownBy(() -> hosts.parse(value, "topology 't'"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContainingAll("topology 't'", "eyewall.pinned", "map of components");
        }
    }

    private static ConfigKey key(String name) {
        return ConfigKeys.find(name).orElseThrow();
    }

    @Test
    void fallsBackToTheDefaultOrTheComputedValue() {
        Map<String, Object> nulls = new HashMap<>();
        nulls.put("eyewall.cores", null);
        nulls.put("eyewall.executor.dedicated", null);

        assertThat(ConfigKeys.intValue(ConfigKeys.CORES, nulls, 3, "x")).isEqualTo(3);
        assertThat(ConfigKeys.intValue(ConfigKeys.CORES, Map.of("eyewall.cores", "5"), 3, "x"))
                .isEqualTo(5);
        assertThat(ConfigKeys.intValue(ConfigKeys.BATCH_SIZE, Map.of(), 3, "x")).isEqualTo(128);
        assertThat(ConfigKeys.booleanValue(ConfigKeys.DEDICATED, nulls, "x")).isFalse();
        assertThatCode(() -> ConfigKeys.check(nulls, Scope.TOPOLOGY, "x"))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAKeyThatIsNotOurs() {
        assertThatThrownBy(
                        () -> new ConfigKey("storm.x", Scope.ENGINE, Type.INTEGER, 1L, 0, 1, "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("storm.x", "eyewall.");
    }

    @Test
    void findsEveryKeyByItsName() {
        assertThat(ConfigKeys.all()).extracting(ConfigKey::name).isSorted().isNotEmpty();
        for (ConfigKey key : ConfigKeys.all()) {
            assertThat(ConfigKeys.find(key.name())).containsSame(key);
        }
        assertThat(ConfigKeys.find("eyewall.nothing")).isEmpty();
    }
}
