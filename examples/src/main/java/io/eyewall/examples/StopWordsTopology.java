package io.eyewall.examples;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.blobstore.AtomicOutputStream;
import org.apache.storm.blobstore.ClientBlobStore;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.KeyAlreadyExistsException;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.generated.SettableBlobMeta;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * Drops the words listed in a file. The file is a blob, which may change while the topology runs.
 */
public class StopWordsTopology extends ConfigurableTopology {
    /** The bolt that drops words. */
    public static final String FILTER = "filter";

    private static final String KEY = "stop-words";
    private static final String FILE = "stop-words.txt";

    /**
     * @param args the words to drop
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new StopWordsTopology(), args);
    }

    @Override
    protected int run(String[] args) throws Exception {
        try (ClientBlobStore blobs = Utils.getClientBlobStore(Utils.readStormConfig())) {
            publish(blobs, args.length == 0 ? "mike bertels" : String.join(" ", args));
        }
        configure(conf);
        return submit("stop-words", conf, builder(new TestWordSpout()));
    }

    /** Publishes the words to drop, separated by spaces. */
    public static void publish(ClientBlobStore blobs, String words)
            throws IOException, AuthorizationException, KeyNotFoundException {
        try (AtomicOutputStream out = open(blobs)) {
            out.write(words.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static AtomicOutputStream open(ClientBlobStore blobs)
            throws AuthorizationException, KeyNotFoundException {
        try {
            return blobs.createBlob(KEY, new SettableBlobMeta(new ArrayList<>()));
        } catch (KeyAlreadyExistsException e) {
            return blobs.updateBlob(KEY);
        }
    }

    /** Makes the blob available to the topology as a file. */
    public static void configure(Config conf) {
        conf.put(Config.TOPOLOGY_BLOBSTORE_MAP, Map.of(KEY, Map.of("localname", FILE)));
    }

    /** Returns {@code words -> filter}. */
    public static TopologyBuilder builder(IRichSpout words) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", words);
        builder.setBolt(FILTER, new Filter(), 2).shuffleGrouping("words");
        return builder;
    }

    /** Passes on words that are not in the file. */
    private static final class Filter extends BaseBasicBolt {
        private static final long serialVersionUID = 1;

        private transient TopologyContext context;
        private transient Set<String> stopWords;
        private long version;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context) {
            this.context = context;
        }

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            long latest = context.getBlobToLastKnownVersion().get(FILE);
            if (stopWords == null || latest != version) {
                stopWords = read();
                version = latest;
            }
            String word = tuple.getString(0);
            if (!stopWords.contains(word)) {
                collector.emit(new Values(word));
            }
        }

        private static Set<String> read() {
            try {
                return Set.of(Files.readString(new File(FILE).toPath()).split(" "));
            } catch (IOException e) {
                throw new FailedException("cannot read " + FILE, e);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }
}
