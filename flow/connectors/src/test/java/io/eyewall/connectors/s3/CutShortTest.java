package io.eyewall.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.file.Compression;
import io.eyewall.toolkit.file.FileFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

/**
 * A server that dies within its answers, as one may that is killed: what came until then is not the
 * whole.
 */
class CutShortTest {
    private static final List<String> LINES =
            IntStream.range(0, 5).mapToObj(i -> "line " + i).toList();

    @Test
    void whatIsCutShortIsAskedForAgain() throws Exception {
        try (DyingServer server = new DyingServer(String.join("\n", LINES))) {
            S3Bucket bucket = S3Bucket.at(server.uri(), "lines", "key", "secret");
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    S3Source.of(
                                    bucket,
                                    "copy",
                                    "in/",
                                    FileFormat.lines("value", Compression.none()))
                            .untilEnd()
                            .build());
            builder.setBolt("see", new Collect("cut-short")).shuffleGrouping("in");
            Run.untilDrained(builder.createTopology(), "in");
            assertThat(Collect.firstsOf("cut-short")).hasSameElementsAs(LINES);
            assertThat(server.hasCutAll()).isTrue();
        }
    }

    /** Has one object. Each answer that says something is first cut at each of the places. */
    private static final class DyingServer implements AutoCloseable {
        private static final String FOUND =
                "<ListBucketResult><Contents><Key>in/0</Key></Contents>"
                        + "<IsTruncated>false</IsTruncated></ListBucketResult>";
        private static final String NOTHING = "<ListBucketResult></ListBucketResult>";

        private static final byte[] CONTINUE =
                "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        private final String object;
        private final ServerSocket socket;
        private final Thread thread;
        private final List<Integer> objectCuts;
        private final List<Integer> listingCuts;

        DyingServer(String object) throws IOException {
            this.object = object;
            objectCuts = cuts();
            listingCuts = cuts();
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            thread = new Thread(this::serve, "dying-server");
            thread.start();
        }

        /** Before the first byte, and behind a whole line; each costs a pause of the source. */
        private static List<Integer> cuts() {
            return new CopyOnWriteArrayList<>(List.of(0, 7));
        }

        String uri() {
            return "http://127.0.0.1:" + socket.getLocalPort();
        }

        boolean hasCutAll() {
            return objectCuts.isEmpty() && listingCuts.isEmpty();
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    answer(client);
                } catch (IOException e) {
                    // Who asks has gone, or it is closed.
                }
            }
        }

        private void answer(Socket client) throws IOException {
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(
                                    client.getInputStream(), StandardCharsets.US_ASCII));
            String request = String.valueOf(in.readLine());
            String header = request;
            while (header != null && !header.isEmpty()) {
                header = in.readLine();
            }
            if (request.startsWith("GET /lines/in/0 ")) {
                send(client, object, objectCuts);
            } else if (request.matches(".*start-after=in%2F[& ].*")) {
                send(client, FOUND, listingCuts);
            } else {
                if (request.startsWith("PUT ")) { // how far it is: one byte
                    client.getOutputStream().write(CONTINUE);
                    in.read();
                }
                send(client, NOTHING, new ArrayList<>());
            }
        }

        private static void send(Socket client, String content, List<Integer> cuts)
                throws IOException {
            int cut = cuts.isEmpty() ? content.length() : cuts.remove(0);
            String answer =
                    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
                            + content.length()
                            + "\r\n\r\n"
                            + content.substring(0, cut);
            client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void close() throws IOException {
            socket.close();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
