package io.eyewall.local.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the blobs that a topology gets by {@code topology.blobstore.map}. */
@NullUnmarked // contexts are handed over by a queue
@Timeout(60)
class LocalizedBlobTest {
    private static final LinkedBlockingQueue<TopologyContext> OPENED = new LinkedBlockingQueue<>();

    /** Passes its context to the test, and does nothing else. */
    public static final class Idle extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            OPENED.add(context);
        }

        @Override
        public void nextTuple() {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @AfterEach
    void forget() {
        OPENED.clear();
    }

    private static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("idle", new Idle());
        return builder.createTopology();
    }

    private static Config conf(Map<String, Object> blobs) {
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_BLOBSTORE_MAP, blobs);
        return conf;
    }

    private static TopologyContext opened() throws InterruptedException {
        return OPENED.poll(30, TimeUnit.SECONDS);
    }

    private static void create(ClientBlobStore blobs, String key, byte[] content) throws Exception {
        try (AtomicOutputStream out =
                blobs.createBlob(key, new SettableBlobMeta(new ArrayList<>()))) {
            out.write(content);
        }
    }

    private static void update(ClientBlobStore blobs, String key, byte[] content) throws Exception {
        try (AtomicOutputStream out = blobs.updateBlob(key)) {
            out.write(content);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Path beside(TopologyContext context, String name) {
        return new File(context.getCodeDir()).getParentFile().toPath().resolve(name);
    }

    private static ClientBlobStore client(LocalCluster cluster) {
        return Utils.getClientBlobStore(cluster.getDaemonConf());
    }

    @Test
    void aTopologyFindsItsBlobsAndTheirUpdates() throws Exception {
        Path link = Path.of("words-of-blob-test");
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = client(cluster)) {
            create(blobs, "words", bytes("one"));
            create(blobs, "plain", bytes("p"));
            cluster.submitTopology(
                    "t",
                    conf(Map.of("words", Map.of("localname", link.toString()), "plain", Map.of())),
                    topology());
            TopologyContext context = opened();
            Map<String, Long> versions = context.getBlobToLastKnownVersion();

            assertThat(Files.readString(link)).isEqualTo("one");
            assertThat(Files.readString(beside(context, link.toString()))).isEqualTo("one");
            assertThat(Files.readString(beside(context, "plain"))).isEqualTo("p");
            assertThat(versions)
                    .containsEntry(link.toString(), blobs.getBlobMeta("words").get_version())
                    .containsEntry("plain", blobs.getBlobMeta("plain").get_version());

            for (String next : new String[] {"two", "three", "four"}) {
                update(blobs, "words", bytes(next));

                assertThat(Files.readString(link)).isEqualTo(next);
                assertThat(versions)
                        .containsEntry(link.toString(), blobs.getBlobMeta("words").get_version());
            }
            blobs.deleteBlob("words");
            update(blobs, "plain", bytes("q"));
            assertThat(Files.readString(link)).as("deleted").isEqualTo("four");
            assertThat(Files.readString(Path.of("plain"))).isEqualTo("q");
        }
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(Files.exists(Path.of("plain"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void eyewallGivesThemToo() throws Exception {
        Path link = Path.of("words-of-eyewall-test");
        try (ClientBlobStore blobs = Eyewall.blobStore()) {
            create(blobs, "eyewall-words", bytes("one"));
            Config conf = conf(Map.of("eyewall-words", Map.of("localname", link.toString())));
            try (TopologyHandle handle = Eyewall.start("blobs", conf, topology())) {
                TopologyContext context = opened();
                try (ClientBlobStore inside = Utils.getClientBlobStore(context.getConf())) {
                    update(inside, "eyewall-words", bytes("two"));
                }
                assertThat(Files.readString(link)).isEqualTo("two");
                handle.kill(Duration.ZERO);
            } finally {
                blobs.deleteBlob("eyewall-words");
            }
        }
    }

    @Test
    void archivesAreUnpacked() throws Exception {
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = client(cluster)) {
            create(blobs, "data.zip", zip("a/words.txt", "zipped"));
            create(blobs, "data.tar.gz", tarGz("a/words.txt", "tarred"));
            create(blobs, "no-archive", bytes("as it is"));
            Config conf =
                    conf(
                            Map.of(
                                    "data.zip",
                                    Map.of("localname", "zipped-of-test", "uncompress", true),
                                    "data.tar.gz",
                                    Map.of("localname", "tarred-of-test", "uncompress", true),
                                    "no-archive",
                                    Map.of("uncompress", true)));
            cluster.submitTopology("t", conf, topology());
            opened();

            assertThat(Files.readString(Path.of("zipped-of-test/a/words.txt"))).isEqualTo("zipped");
            assertThat(Files.readString(Path.of("tarred-of-test/a/words.txt"))).isEqualTo("tarred");
            assertThat(Files.readString(Path.of("no-archive"))).isEqualTo("as it is");
            update(blobs, "data.zip", zip("b.txt", "zipped anew"));
            assertThat(Files.readString(Path.of("zipped-of-test/b.txt"))).isEqualTo("zipped anew");
            assertThat(Path.of("zipped-of-test/a")).doesNotExist();
        }
    }

    private static byte[] zip(String name, String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(bytes(content));
        }
        return bytes.toByteArray();
    }

    private static byte[] tarGz(String name, String content) throws Exception {
        Path folder = Files.createTempDirectory("tar");
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Path archive = folder.resolve("out.tgz");
        Process tar =
                new ProcessBuilder("tar", "-czf", archive.toString(), "-C", folder.toString(), "a")
                        .inheritIO()
                        .start();
        assertThat(tar.waitFor()).isZero();
        return Files.readAllBytes(archive);
    }

    @Test
    void namesOfItsOwnFoldersAreFreeForBlobs() throws Exception {
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = client(cluster)) {
            create(blobs, "key", bytes("one"));
            create(blobs, "next", bytes("two"));
            cluster.submitTopology(
                    "t",
                    conf(Map.of("key", Map.of("localname", "versions"), "next", Map.of())),
                    topology());
            TopologyContext context = opened();
            assertThat(Files.readString(beside(context, "versions"))).isEqualTo("one");
            assertThat(Files.readString(beside(context, "next"))).isEqualTo("two");
        }
    }

    @Test
    void refusesBlobsThatCannotBeHad() throws Exception {
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = client(cluster)) {
            create(blobs, "key", bytes("one"));
            create(blobs, "bad.zip", bytes("no archive"));
            create(blobs, "sly.zip", zip("../../sly", "out"));

            refused(cluster, Map.of("none", Map.of()), "Key not found: none");
            refused(cluster, Map.of("key", Map.of("localname", "../up")), "plain file name");
            refused(cluster, Map.of("key", Map.of("localname", "up/../on")), "plain file name");
            refused(cluster, Map.of("key", Map.of("localname", "/tmp/up")), "plain file name");
            refused(cluster, Map.of("key", Map.of("localname", "./resources")), "plain file name");
            refused(cluster, Map.of("key", Map.of("localname", "resources")), "plain file name");
            refused(cluster, Map.of("key", Map.of("localname", ".")), "plain file name");
            refused(cluster, Map.of("key", Map.of("localname", ".eyewall")), "plain file name");
            refused(cluster, Map.of("bad.zip", Map.of("uncompress", true)), "topology 't'");
            refused(cluster, Map.of("sly.zip", Map.of("uncompress", true)), "leads out");
            cluster.submitTopology(
                    "other", conf(Map.of("key", Map.of("localname", "same-name"))), topology());
            refused(
                    cluster,
                    Map.of("bad.zip", Map.of("localname", "same-name")),
                    "topology 'other'");
            assertThat(Files.readString(Path.of("same-name"))).isEqualTo("one");
        }
        assertThat(Files.exists(Path.of("same-name"), LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(Files.exists(Path.of("bad.zip"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    private static void refused(LocalCluster cluster, Map<String, Object> blobs, String why) {
        assertThatThrownBy(() -> cluster.submitTopology("t", conf(blobs), topology()))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aFileOfTheUserStays() throws Exception {
        Path file = Files.writeString(Path.of("users-file-of-test"), "the user's");
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = client(cluster)) {
            create(blobs, "key", bytes("one"));
            cluster.submitTopology(
                    "t", conf(Map.of("key", Map.of("localname", file.toString()))), topology());
            TopologyContext context = opened();

            assertThat(Files.readString(file)).isEqualTo("the user's");
            assertThat(Files.readString(beside(context, file.toString()))).isEqualTo("one");
        } finally {
            assertThat(Files.readString(file)).isEqualTo("the user's");
            Files.delete(file);
        }
    }

    /** The links of a killed process lead to a folder whose name contains the process id. */
    @Test
    void takesTheLinkOfADeadProcessAndRefusesThatOfALivingOne() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Path link = Path.of("link-of-process-test");
        try (LocalCluster cluster = new LocalCluster();
                ClientBlobStore blobs = client(cluster)) {
            create(blobs, "key", bytes("one"));
            Map<String, Object> map = Map.of("key", Map.of("localname", link.toString()));

            long living = ProcessHandle.current().parent().orElseThrow().pid();
            Files.createSymbolicLink(link, Path.of("/tmp/eyewall-blobs-" + living + "-1/x"));
            refused(cluster, map, "process " + living);
            Files.delete(link);
            Files.createSymbolicLink(link, Path.of("/tmp/eyewall-blobs-" + dead.pid() + "-1/x"));
            cluster.submitTopology("t", conf(map), topology());

            assertThat(Files.readString(link)).isEqualTo("one");
        } finally {
            Files.deleteIfExists(link);
        }
    }

    /** Another process, or another client of the same folder, has written the blob. */
    @Test
    void findsUpdatesThatItIsNotToldOf() throws Exception {
        Path folder = Files.createTempDirectory("blobs");
        Path link = Path.of("polled-of-test");
        try (LocalCluster cluster =
                        new LocalCluster.Builder()
                                .withDaemonConf(Map.of("eyewall.state.dir", folder.toString()))
                                .build();
                ClientBlobStore blobs = client(cluster)) {
            create(blobs, "key", bytes("one"));
            cluster.submitTopology(
                    "t", conf(Map.of("key", Map.of("localname", link.toString()))), topology());
            opened();
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("eyewall-blobs"))
                    .forEach(Thread::interrupt); // user code can; it is to go on

            FileBlobStore.open(folder.resolve("blobs.store"), cluster.getDaemonConf())
                    .updateBlob("key", bytes("two"), null);

            while (!content(link).equals("two")) {
                Thread.sleep(10); // the limit is the test's
            }
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
