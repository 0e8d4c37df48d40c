package io.eyewall.local.drpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.storm.thrift.protocol.TMessageType;
import org.apache.storm.thrift.protocol.TType;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests attacks on the Thrift ports other than by slowness: other clients must still be served. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class DrpcThriftAttackTest {
    private static final long AN_HOUR_MS = 3_600_000;

    private AttackedServer server;
    private List<Callable<RawClient>> ports;

    @BeforeEach
    void start() throws Exception {
        server = new AttackedServer(AN_HOUR_MS);
        ports = List.of(server::thrift, server::invocations);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private void assertServes() throws Exception {
        assertThat(server.echoByThrift()).isEqualTo("x!");
    }

    /**
     * Checks that each port closes the connection without an answer, and still serves other
     * clients.
     */
    private void assertEnded(byte[] bytes) throws Exception {
        for (Callable<RawClient> port : ports) {
            try (RawClient client = port.call()) {
                client.sendWhileTaken(bytes, 1);
                assertThat(client.readToEnd()).isEmpty();
            }
        }
        assertServes();
    }

    private static byte[] length(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 20) + 1, 0x47455420})
    void anAbsurdFrameLengthEndsTheConnectionAtOnce(int length) throws Exception {
        assertEnded(length(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 1 << 20, (1 << 20) + 1})
    void aTextLongerThanItsFrameEndsTheConnection(int length) throws Exception {
        assertEnded(ThriftFrames.frame(ThriftFrames.messageWithNameOf(length)));
    }

    @Test
    void structuresWithinStructuresWithoutEndDoNotStopIt() throws Exception {
        ByteBuffer nested = ByteBuffer.allocate(1 << 20);
        nested.putInt(0x80010000 | TMessageType.CALL).putInt(1).put((byte) '?').putInt(0);
        while (nested.remaining() >= 3) {
            nested.put(TType.STRUCT).putShort((short) 1);
        }
        byte[] frame = ThriftFrames.frame(Arrays.copyOf(nested.array(), nested.position()));
        for (int i = 0; i < 20; i++) { // more often than there are threads
            for (Callable<RawClient> port : ports) {
                try (RawClient client = port.call()) {
                    client.sendWhileTaken(frame, 1);
                    client.readToEnd();
                }
            }
        }
        assertServes();
    }

    @Test
    void aListThatClaimsMoreElementsThanItHas() throws Exception {
        ByteBuffer message = ByteBuffer.allocate(64);
        message.putInt(0x80010000 | TMessageType.CALL).putInt(7).put("execute".getBytes(UTF_8));
        message.putInt(0).put(TType.LIST).putShort((short) 9).put(TType.BOOL);
        message.putInt(Integer.MAX_VALUE);
        try (RawClient client = server.thrift()) {
            client.send(ThriftFrames.frame(Arrays.copyOf(message.array(), message.position())));
            client.readToEnd();
        }
        assertServes();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 100})
    void moreHalfOpenConnectionsThanMayBeDoNotStopIt(int bytes) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        byte[] half = Arrays.copyOf(length(1000), bytes);
        try {
            for (int i = 0; i < 2 * AttackedServer.CONNECTIONS; i++) {
                for (Callable<RawClient> port : ports) {
                    clients.add(port.call().send(half));
                }
                if (i % 10 == 0) {
                    assertServes();
                }
            }
            assertServes();
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aClientThatHangsUpTakesItsRequestBack() throws Exception {
        for (int i = 0; i < 2 * AttackedServer.CONNECTIONS; i++) {
            try (RawClient client = server.thrift()) {
                client.send(ThriftFrames.execute("never", "x"));
                String id = "";
                while (id.isEmpty()) {
                    id = server.service().fetchRequest("never").get_request_id();
                }
            }
        }
        assertServes();
    }

    @Test
    void answersOneRequestAfterTheOther() throws Exception {
        try (RawClient client = server.thrift()) {
            for (int i = 0; i < 40; i++) {
                client.send(ThriftFrames.execute("echo", "a" + i));
            }
            for (int i = 0; i < 40; i++) {
                assertThat(ThriftFrames.answer(client)).isEqualTo("a" + i + "!");
            }
        }
    }

    @Test
    void anUnknownMethodIsAnsweredAndTheConnectionGoesOn() throws Exception {
        try (RawClient client = server.thrift()) {
            byte[] other = ThriftFrames.execute("echo", "x");
            other[Integer.BYTES * 3] = 'E'; // of "execute"
            client.send(other);
            int length = ByteBuffer.wrap(client.read(Integer.BYTES)).getInt();
            assertThat(new String(client.read(length), UTF_8)).contains("Invalid method name");
            client.send(ThriftFrames.execute("echo", "y"));
            assertThat(ThriftFrames.answer(client)).isEqualTo("y!");
        }
    }

    @Test
    void bytesThatAreUnderWayAreBoundedForAllTogether() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 30; i++) { // 30 of almost 1 MiB, where 16 MiB are allowed
                RawClient client = server.thrift();
                clients.add(client);
                client.send(length(1 << 20));
                client.sendWhileTaken(new byte[1000 << 10], 1);
            }
            int ended = 0;
            for (int i = clients.size() - 1; i >= 20; i--) {
                assertThat(clients.get(i).readToEnd()).isEmpty();
                ended++;
            }
            assertThat(ended).isEqualTo(10);
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        assertServes();
    }
}
