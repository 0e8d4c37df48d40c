package io.eyewall.local.drpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that slow clients lose their connection, by HTTP and by Thrift. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
class DrpcSlowClientTest {
    private static final long PATIENCE_MS = 1500;
    private static final byte[] FRAME_LENGTH = {0, 0, 1, 0};

    private AttackedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new AttackedServer(PATIENCE_MS);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** Sends byte after byte until the connection is closed; returns all received bytes. */
    private static String dribble(RawClient client, String begin, String bytes) throws Exception {
        client.send(begin);
        AtomicBoolean ended = new AtomicBoolean();
        Thread sender =
                new Thread(
                        () -> {
                            try {
                                for (int i = 0; !ended.get(); i++) {
                                    client.send((byte) bytes.charAt(i % bytes.length()));
                                    Thread.sleep(20);
                                }
                            } catch (IOException | InterruptedException e) {
                                // the server has closed the connection
                            }
                        });
        sender.start();
        try {
            return client.readToEnd();
        } finally {
            ended.set(true);
            sender.join();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aHeaderByteByByte() throws Exception {
        try (RawClient client = server.http()) {
            assertThat(dribble(client, "GET /drpc/echo/x HTTP/1.1\r\nX: ", "abc"))
                    .startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aBodyByteByByte() throws Exception {
        try (RawClient client = server.http()) {
            String head =
                    "POST /drpc/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n";
            assertThat(dribble(client, head, "abc")).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oneThatSendsNothing() throws Exception {
        try (RawClient client = server.http()) {
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oneThatStopsAfterARequest() throws Exception {
        try (RawClient client = server.http()) {
            client.send("GET /drpc/echo/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("x!");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oneThatWaitsForItsAnswerMayBeSlow() throws Exception {
        try (RawClient client = server.http()) {
            client.send(
                    "GET /drpc/never/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            try (RawClient slow = server.http()) {
                slow.readToEnd(); // at least for as long as patience lasts
            }
            String id = server.service().fetchRequest("never").get_request_id();
            server.service().result(id, "late");
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("late");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oneThatNeverReadsItsAnswer() throws Exception {
        try (RawClient client = server.http()) {
            client.send("GET /drpc/long/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertClosedUnread(client);
        }
        assertThat(server.echoByHttp()).startsWith("HTTP/1.1 200 ");
    }

    /** Sending fails some time after the server has closed the connection. */
    private static void assertClosedUnread(RawClient client) throws Exception {
        while (true) {
            try {
                client.send("x");
            } catch (IOException e) {
                return;
            }
            Thread.sleep(50);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aFrameByteByByteByThrift() throws Exception {
        for (RawClient client : new RawClient[] {server.thrift(), server.invocations()}) {
            try (client) {
                assertThat(dribble(client.send(FRAME_LENGTH), "", "abc")).isEmpty();
            }
        }
        assertThat(server.echoByThrift()).isEqualTo("x!");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oneThatNeverReadsItsAnswerByThrift() throws Exception {
        try (RawClient client = server.thrift()) {
            client.send(ThriftFrames.execute("long", "x"));
            assertClosedUnread(client);
        }
        assertThat(server.echoByThrift()).isEqualTo("x!");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oneWithoutRequestsStaysByThrift() throws Exception {
        try (RawClient idle = server.thrift();
                RawClient slow = server.http()) {
            slow.readToEnd(); // for as long as patience lasts
            idle.send(ThriftFrames.execute("echo", "x"));
            assertThat(ThriftFrames.answer(idle)).isEqualTo("x!");
        }
    }
}
