package io.eyewall.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.blobstore.InputStreamWithMeta;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.utils.Utils;

/** An application, in Storm's API alone: writes down what it finds in a blob, again and again. */
public final class BlobReader {
    private static final String FOLDER = "blob.reader.folder";
    private static final String KEY = "a-blob";
    private static final String LOCAL_NAME = "local.txt";

    private BlobReader() {}

    /**
     * Submits it to a Nimbus that has its jar already, and the blob {@code a-blob}.
     *
     * @param folder where its files {@code localised} and {@code asked} are to be
     */
    public static void submit(Nimbus.Iface nimbus, String name, String jar, String folder)
            throws TException {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("reader", new Reader());
        Config conf = new Config();
        conf.put(FOLDER, folder);
        conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Xmx128m");
        conf.put(
                Config.TOPOLOGY_BLOBSTORE_MAP,
                Map.of(KEY, Map.of("localname", LOCAL_NAME, "workerRestart", true)));
        nimbus.submitTopology(name, jar, JSONValue.toJSONString(conf), builder.createTopology());
    }

    /** Emits nothing. */
    static final class Reader extends BaseRichSpout {
        private transient Map<String, Object> conf;

        @Override
        public void open(
                Map<String, Object> topoConf, TopologyContext context, SpoutOutputCollector out) {
            conf = topoConf;
        }

        @Override
        public void nextTuple() {
            Path folder = Path.of((String) conf.get(FOLDER));
            try (ClientBlobStore blobs = Utils.getClientBlobStore(conf)) {
                write(folder.resolve("localised"), Files.readString(Path.of(LOCAL_NAME)));
                try (InputStreamWithMeta in = blobs.getBlob(KEY)) {
                    String asked = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    write(folder.resolve("asked"), asked);
                }
            } catch (KeyNotFoundException e) {
                Utils.sleep(100); // it was deleted
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (TException e) {
                throw new IllegalStateException(e);
            }
            Utils.sleep(10);
        }

        private static void write(Path file, String text) throws IOException {
            Path aside = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(aside, text);
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing is emitted.
        }
    }
}
