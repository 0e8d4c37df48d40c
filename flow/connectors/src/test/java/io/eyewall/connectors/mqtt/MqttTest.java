package io.eyewall.connectors.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import io.eyewall.connectors.server.MqttServer;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Encoder;
import io.eyewall.toolkit.source.Incoming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MqttTest {
    @Test
    void everyMessageComesThroughThoughNobodyListensAtFirst(@TempDir Path folder) throws Exception {
        try (MqttServer server = new MqttServer(folder)) {
            server.start();
            StormTopology copy = copy(server);
            MqttMessages messages = new MqttMessages(server.uri());
            Run.topology(
                    copy,
                    () -> {
                        // Until both tasks are subscribed, messages may go to nobody.
                        Await.until(
                                "subscribed",
                                () -> {
                                    messages.publish("in/first", "first");
                                    return Collect.firstsOf("mqtt").contains("first");
                                });
                        messages.publish("in/bad", new byte[] {(byte) 0xff});
                        Await.until("a dead letter", () -> !Collect.of("mqtt-dead").isEmpty());
                    });
            List<Object> expected = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                expected.add("message " + i);
                messages.publish("in/" + i, "message " + i);
            }
            Run.topology(
                    copy,
                    () ->
                            Await.until(
                                    "what came between the runs",
                                    () -> Collect.firstsOf("mqtt").containsAll(expected)));
            messages.close();
            assertThat(Collect.of("mqtt-dead").get(0).get(0)).asString().startsWith("not UTF-8");
            assertThat(Set.copyOf(Collect.firstsOf("mqtt"))).hasSize(301);
            assertThat(Collect.of("mqtt")).contains(List.of("message 7", "out/in/7"));
        }
    }

    /** A broker that says how much it takes, and one that answers by a code that MQTT has not. */
    @ParameterizedTest
    @ValueSource(strings = {"max_packet_size 1000\n", "message_size_limit 500\n"})
    void whatIsTooLargeIsADeadLetter(String settings, @TempDir Path folder) throws Exception {
        refuses(settings, folder, "x", "y".repeat(2000));
    }

    @Test
    void aTopicThatIsForbiddenIsADeadLetter(@TempDir Path folder) throws Exception {
        Path allowed = Files.writeString(folder.resolve("allowed"), "topic readwrite x\n");
        refuses("acl_file " + allowed + "\n", folder, "forbidden", "13");
    }

    private static void refuses(String settings, Path folder, String topic, String value)
            throws Exception {
        try (MqttServer server = new MqttServer(folder, settings)) {
            server.start();
            String name = "mqtt-refused-" + folder.getFileName();
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("in", Generator.of(n -> List.of("", ""), "topic", "value").build());
            builder.setBolt(
                            "out",
                            MqttSink.toTopicOf(server.uri(), "out", Encoder.field("topic"))
                                    .batch(16, Duration.ofHours(1))
                                    .build())
                    .globalGrouping("in");
            builder.setBolt("dead", new Collect(name)).shuffleGrouping("out", DeadLetters.STREAM);
            try (MqttReceived received = new MqttReceived(server.uri(), "x");
                    TopologyTestDriver driver =
                            TopologyTestDriver.of(builder.createTopology()).feeding("in").start()) {
                for (int i = 0; i < 16; i++) {
                    driver.spout("in").emit(i == 13 ? topic : "x", i == 13 ? value : "" + i);
                }
                driver.runUntilIdle();
                assertThat(driver.pending()).isEmpty();
                Await.until("15", () -> Set.copyOf(received.texts()).size() == 15);
                // Twice at most: the broker may have ended the connection once with all of them.
                assertThat(received.texts()).hasSizeLessThan(30);
            }
            assertThat(Collect.of(name)).hasSize(1);
        }
    }

    /** From one topic to another by MQTT, and from there to the test. */
    private static StormTopology copy(MqttServer server) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in", MqttSource.of(server.uri(), "copy-in", "in/#").withTopic().build(), 2);
        builder.setBolt(
                        "out",
                        MqttSink.toTopicOf(
                                        server.uri(),
                                        "copy-out",
                                        tuple -> ("out/" + tuple.getString(1)).getBytes(UTF_8))
                                .build())
                .shuffleGrouping("in");
        builder.setSpout(
                "copies", MqttSource.of(server.uri(), "copies", "out/#").withTopic().build());
        builder.setBolt("seen", new Collect("mqtt")).shuffleGrouping("copies");
        builder.setBolt("dead", new Collect("mqtt-dead")).shuffleGrouping("in", DeadLetters.STREAM);
        return builder.createTopology();
    }

    /** As mosquitto 2.0 does with what was under way when a process was killed. */
    @Test
    void aSessionGoesOnThoughTheBrokerSendsMoreAtOnceThanItIsTold(@TempDir Path folder)
            throws Exception {
        int atOnce = 10;
        int count = 100;
        try (MqttServer server = new MqttServer(folder)) {
            server.start();
            MqttReader first = reader(server, atOnce);
            first.open();
            MqttMessages messages = new MqttMessages(server.uri());
            for (int i = 0; i < count; i++) {
                messages.publish("in", "message " + i);
            }
            messages.close();
            List<Incoming> underWay = new ArrayList<>();
            Await.until(
                    "as many as may be are under way",
                    () -> underWay.addAll(first.poll()) && underWay.size() >= atOnce);
            first.close();

            MqttReader second = reader(server, atOnce);
            Set<Object> seen = new HashSet<>();
            AtomicBoolean open = new AtomicBoolean();
            Await.until(
                    "all",
                    () -> {
                        if (!open.get()) {
                            second.open();
                            open.set(true);
                        }
                        open.set(readSome(second, seen));
                        return seen.size() == count;
                    });
            second.close();
        }
    }

    /** As a broker that keeps nothing on disk does when it starts again. */
    @Test
    void aSessionThatTheBrokerHasForgottenIsBegunAnew(@TempDir Path folder) throws Exception {
        try (MqttServer server = new MqttServer(folder)) {
            server.start();
            MqttReader reader = reader(server, 10);
            reader.open();
            server.kill();
            Files.deleteIfExists(folder.resolve("mosquitto.db"));
            server.start();
            reader.close();
            Set<Object> seen = new HashSet<>();
            reader.open();
            try (MqttMessages messages = new MqttMessages(server.uri())) {
                messages.publish("in", "after");
                Await.until("it", () -> readSome(reader, seen) && seen.contains("after"));
            }
            reader.close();
        }
    }

    /** Others the broker holds back; memory has its limit. */
    @Test
    void whatNobodyHoldsBackIsDroppedWhenTooMuchWaits() throws Exception {
        MqttReader reader = reader("tcp://127.0.0.1:1", 10); // it is never opened
        Mqtt5PublishBuilder.Complete message = Mqtt5Publish.builder().topic("in");
        for (int i = 0; i < MqttReader.MAX_QUEUED + 500; i++) {
            reader.onPublish(message.qos(MqttQos.AT_MOST_ONCE).build());
        }
        reader.onPublish(message.qos(MqttQos.AT_LEAST_ONCE).build());
        int read = 0;
        for (int i = 0; i < MqttReader.MAX_QUEUED; i += 1000) {
            read += reader.poll().size();
        }
        assertThat(read).isEqualTo(MqttReader.MAX_QUEUED);
        assertThat(reader.poll()).as("the one of QoS 1").hasSize(1);
    }

    private static MqttReader reader(MqttServer server, int atOnce) {
        return reader(server.uri(), atOnce);
    }

    private static MqttReader reader(String uri, int atOnce) {
        return new MqttReader(
                new MqttConnection(uri), "reader", "in", Decoder.text("value"), false, atOnce);
    }

    /** False if the connection is lost. */
    private static boolean readSome(MqttReader reader, Set<Object> seen) throws Exception {
        try {
            for (Incoming each : reader.poll()) {
                seen.addAll(each.values());
                reader.done(each);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void saysWhatIsNoAddress() {
        assertThatThrownBy(() -> MqttSource.of("localhost:1883", "name", "#"))
                .hasMessage(
                        "expected tcp://HOST[:PORT] or ssl://HOST[:PORT], not 'localhost:1883'");
    }
}
