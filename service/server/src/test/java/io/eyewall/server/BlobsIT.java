package io.eyewall.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.ServedTopology;
import io.eyewall.server.app.BlobReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.thrift.TException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blobs of a server, in the processes of its topologies. */
@Timeout(300)
class BlobsIT {
    private final Path temp;

    BlobsIT(@TempDir Path temp) {
        this.temp = temp;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Nimbus.Iface nimbus, String session, String text) throws TException {
        nimbus.uploadBlobChunk(session, bytes(text));
        nimbus.finishBlobUpload(session);
    }

    private void awaitRead(String text) throws Exception {
        for (String each : new String[] {"localised", "asked"}) {
            Path file = temp.resolve(each);
            Await.until(
                    each + " " + text,
                    () -> Files.exists(file) && Files.readString(file).equals(text));
        }
    }

    private static int crashes(EyewallServer server) {
        return ((ServedTopology) server.nimbus().runningTopologies().get(0)).crashes().count();
    }

    @ParameterizedTest(name = "inside: {0}")
    @ValueSource(booleans = {false, true})
    void aTopologyFindsBlobsOfTheServer(boolean inside) throws Exception {
        try (ServerFolder folder = new ServerFolder(temp.resolve("state"));
                EyewallServer server = inside ? folder.startInside() : folder.start()) {
            Nimbus.Iface nimbus = server.nimbus();
            SettableBlobMeta meta = new SettableBlobMeta(new ArrayList<>());
            write(nimbus, nimbus.beginCreateBlob("a-blob", meta), "first");
            String jar = nimbus.beginFileUpload();
            nimbus.uploadChunk(
                    jar, ByteBuffer.wrap(Files.readAllBytes(TestJars.of(temp, BlobReader.class))));
            nimbus.finishFileUpload(jar);

            BlobReader.submit(nimbus, "reader", jar, temp.toString());

            awaitRead("first");
            write(nimbus, nimbus.beginUpdateBlob("a-blob"), "second");
            awaitRead("second");
            assertThat(server.nimbus().runningTopologies().get(0).errors()).isEmpty();
            if (!inside) {
                nimbus.deleteBlob("a-blob");
                Path localised = temp.resolve("localised");
                folder.worker(0).destroyForcibly();
                Await.until("the process is gone", () -> crashes(server) == 1);
                Files.delete(localised);
                Await.until(
                        "its next one has the blob",
                        () ->
                                Files.exists(localised)
                                        && Files.readString(localised).equals("second"));
            }
            KillOptions now = new KillOptions();
            now.set_wait_secs(0);
            nimbus.killTopologyWithOpts("reader", now);
            Await.until("removed", () -> folder.topologies().isEmpty());
        }
        assertThat(Files.exists(Path.of("local.txt"))).isFalse(); // in the server's own folder
    }
}
