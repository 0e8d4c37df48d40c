package io.eyewall.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SharedPropertiesTest {
    private final ThreadGroup one = new ThreadGroup("topology one");
    private final ThreadGroup other = new ThreadGroup("topology other");
    private final List<String> changes = new ArrayList<>();
    private final SharedProperties properties =
            new SharedProperties(
                    present(), (group, key) -> changes.add(group.getName() + ": " + key));

    private static Properties present() {
        Properties present = new Properties();
        present.setProperty("kept", "1");
        present.setProperty("own", "1");
        return present;
    }

    private static void run(ThreadGroup group, Runnable code) throws InterruptedException {
        Thread thread = new Thread(group, code);
        thread.start();
        thread.join();
    }

    /** Ways to change properties; each changes {@code own}, and none {@code kept}. */
    private static Map<String, Consumer<Properties>> ways() {
        Map<String, Consumer<Properties>> ways = new LinkedHashMap<>();
        ways.put("setProperty", p -> p.setProperty("own", "2"));
        ways.put("put", p -> p.put("own", 2));
        ways.put("remove", p -> p.remove("own"));
        ways.put("remove a value", p -> p.remove("own", "1"));
        ways.put("putAll", p -> p.putAll(Map.of("own", "2", "kept", "1")));
        ways.put("load", SharedPropertiesTest::load);
        ways.put("putIfAbsent", p -> p.putIfAbsent("own too", "2"));
        ways.put("replace", p -> p.replace("own", "2"));
        ways.put("replace a value", p -> p.replace("own", "1", "2"));
        ways.put("replaceAll", p -> p.replaceAll((k, v) -> k.equals("own") ? "2" : v));
        ways.put("computeIfAbsent", p -> p.computeIfAbsent("own too", k -> "2"));
        ways.put("computeIfPresent", p -> p.computeIfPresent("own", (k, v) -> "2"));
        ways.put("compute", p -> p.compute("own", (k, v) -> "2"));
        ways.put("merge", p -> p.merge("own", "2", (a, b) -> "2"));
        return ways;
    }

    private static void load(Properties properties) {
        try {
            properties.load(new StringReader("own = 2\nkept = 1\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> eachWayToChangeAPropertyIsNoticed() {
        return ways().entrySet().stream()
                .map(way -> DynamicTest.dynamicTest(way.getKey(), () -> isNoticed(way.getValue())));
    }

    private static void isNoticed(Consumer<Properties> way) throws InterruptedException {
        SharedPropertiesTest fresh = new SharedPropertiesTest();
        Properties plain = present();
        way.accept(plain);

        fresh.properties.addTopology(fresh.one);
        run(fresh.one, () -> way.accept(fresh.properties));

        assertThat(fresh.changes).singleElement().asString().matches("topology one: own( too)?");
        assertThat(fresh.properties).isEqualTo(plain);
    }

    @Test
    void whatChangesNothingIsNotReported() throws Exception {
        properties.addTopology(one);
        run(
                one,
                () -> {
                    properties.setProperty("own", "1");
                    properties.remove("none");
                    properties.remove("own", "2");
                    properties.putIfAbsent("own", "2");
                    properties.replace("none", "2");
                    properties.replace("own", "2", "3");
                    properties.computeIfAbsent("own", key -> "2");
                    properties.computeIfPresent("none", (key, value) -> "2");
                    assertThat(properties.getProperty("own")).isEqualTo("1");
                });
        assertThat(changes).isEmpty();
        assertThat(properties).isEqualTo(present());
    }

    @Test
    void eachTopologyAndPropertyIsReportedOnce() throws Exception {
        properties.addTopology(one);
        properties.addTopology(other);
        Runnable sets =
                () -> {
                    properties.setProperty("own", Thread.currentThread().getName());
                    properties.setProperty("new", Thread.currentThread().getName());
                };
        run(new ThreadGroup(one, "a pool of the topology's"), sets);
        run(one, sets);
        run(other, sets);
        run(new ThreadGroup("nobody's"), sets);
        assertThat(changes)
                .containsExactly(
                        "topology one: own",
                        "topology one: new",
                        "topology other: own",
                        "topology other: new");

        properties.removeTopology(one);
        run(one, sets);
        assertThat(changes).hasSize(4);
        properties.addTopology(one);
        run(one, sets);
        assertThat(changes).hasSize(6);
    }

    @Test
    void allThatIsClearedIsReported() throws Exception {
        properties.addTopology(one);
        run(one, properties::clear);
        assertThat(properties).isEmpty();
        assertThat(changes).containsExactlyInAnyOrder("topology one: own", "topology one: kept");
    }

    /** They have what the others had, and stay when another topology comes. */
    @Test
    void takesThePlaceOfTheProcessProperties() throws Exception {
        Properties before = System.getProperties();
        try {
            SharedProperties.startReporting(one);
            Properties shared = System.getProperties();
            assertThat(shared).isInstanceOf(SharedProperties.class).isEqualTo(before);
            assertThat(System.getProperty("java.home")).isEqualTo(before.get("java.home"));
            SharedProperties.startReporting(other);
            assertThat(System.getProperties()).isSameAs(shared);
            SharedProperties.stopReporting(one);
            SharedProperties.stopReporting(other);
        } finally {
            System.setProperties(before);
        }
    }
}
