package io.eyewall.cli.nimbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.cli.submit.UpdateClient;
import io.eyewall.server.nimbus.NimbusPort;
import io.eyewall.server.nimbus.NimbusSettings;
import io.eyewall.server.nimbus.UpdateRequest;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.thrift.TApplicationException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Nimbus that has no room for a jar says so in a line, not in a stack trace. */
class RefusalsTest {
    private static final String WHY = "the jar can't be kept; make room";

    private final AtomicInteger port = new AtomicInteger();
    private final NimbusClient.LocalOverride before = // puts back what was there
            new NimbusClient.LocalOverride(NimbusTarget.proxy(this::answer));
    private NimbusPort full;

    @BeforeEach
    void listen() throws Exception {
        full =
                NimbusPort.listen(
                        NimbusSettings.loopback(0), 1 << 20, NimbusTarget.proxy(this::answer));
        port.set(full.port());
    }

    @AfterEach
    void close() throws Exception {
        before.close();
        full.close();
    }

    private @Nullable Object answer(Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "getLeader" -> {
                NimbusSummary leader = new NimbusSummary();
                leader.set_host("127.0.0.1");
                leader.set_port(port.get());
                leader.set_isLeader(true);
                leader.set_version("2.8.3");
                leader.set_uptime_secs(1);
                yield leader;
            }
            case "uploadChunk" -> throw new IllegalStateException(WHY);
            default -> throw new UnsupportedOperationException(method.getName());
        };
    }

    private NimbusTarget target() {
        return NimbusTarget.create(new NimbusAddress("127.0.0.1", port.get()));
    }

    /** As Storm's submitter does, which wraps what it meets with. */
    private static void upload() {
        try (NimbusClient client = NimbusClient.Builder.withConf(Utils.readStormConfig()).build()) {
            Nimbus.Iface nimbus = client.getClient();
            nimbus.uploadChunk("here", ByteBuffer.allocate(1));
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    @Test
    void aSubmissionSaysWhy() {
        List<String> said = new ArrayList<>();
        NimbusTarget nimbus = target();
        nimbus.install(name -> {}, said::add);

        assertThatThrownBy(RefusalsTest::upload)
                .hasCauseInstanceOf(TApplicationException.class)
                .satisfies(thrown -> assertThat(nimbus.resultsFromRefusal(thrown)).isTrue());
        assertThat(said)
                .singleElement()
                .asString()
                .contains(nimbus + " refuses: ", WHY)
                .doesNotContain("\n");
        assertThat(nimbus.hasRefused()).isTrue();
    }

    @Test
    void soDoesAnUpdate() {
        UpdateRequest request = new UpdateRequest(Set.of(), Set.of(), false, 1, 1);
        UpdateClient client = new UpdateClient(target(), "words", request, text -> {});
        client.install();

        assertThatThrownBy(RefusalsTest::upload).hasCauseInstanceOf(TApplicationException.class);
        assertThat(client.refusal()).startsWith("topology 'words' is not updated: ").contains(WHY);
    }
}
