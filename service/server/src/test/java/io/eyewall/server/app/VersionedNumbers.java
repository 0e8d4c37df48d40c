package io.eyewall.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/**
 * An application, in Storm's API alone, of which there are several versions: counts numbers up, and
 * writes down which were stored, and which were acked. Its folder has files by which a test holds a
 * version where it is: {@code hold-VERSION-PLACE}, with {@code at-VERSION-PLACE} written there.
 */
public final class VersionedNumbers {
    private static final String FOLDER = "numbers.folder";
    private static final String VERSION = "numbers.version";

    private VersionedNumbers() {}

    /**
     * Submits it.
     *
     * @param args name, folder, version, and what is said in addition: {@code update}, {@code
     *     throw}
     */
    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args).subList(3, args.length);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers());
        builder.setBolt("store", new Store(words.contains("throw")), 2)
                .fieldsGrouping("numbers", new Fields("n"));
        Config conf = new Config();
        conf.put(FOLDER, args[1]);
        conf.put(VERSION, args[2]);
        conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, "-Xmx128m");
        conf.setMaxSpoutPending(50);
        conf.setMessageTimeoutSecs(10);
        if (words.contains("update")) {
            Map<String, Object> marker = new HashMap<>();
            marker.put("limitMs", 120_000);
            marker.put("drainMs", words.contains("long-drain") ? 20_000 : 300);
            conf.put("eyewall.update", marker);
        }
        submit(args[0], conf, builder.createTopology());
    }

    /** As {@code StormSubmitter}, which refuses a name that is taken before it asks. */
    private static void submit(String name, Config own, StormTopology topology) throws Exception {
        Map<String, Object> conf = Utils.readStormConfig();
        conf.putAll(own);
        String jar = StormSubmitter.submitJar(conf, System.getProperty("storm.jar"));
        try (NimbusClient client = NimbusClient.Builder.withConf(conf).build()) {
            client.getClient().submitTopology(name, jar, JSONValue.toJSONString(own), topology);
        }
    }

    /** Waits while there is a file that says so. */
    static void pass(Map<String, Object> conf, String place) {
        Path folder = Path.of((String) conf.get(FOLDER));
        String what = conf.get(VERSION) + "-" + place;
        try {
            Files.writeString(folder.resolve("at-" + what), ProcessHandle.current().pid() + "\n");
            while (Files.exists(folder.resolve("hold-" + what))) {
                Thread.sleep(5);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Emits what is not acked yet. */
    static final class Numbers extends BaseRichSpout {
        private transient Map<String, Object> settings;
        private transient Set<Long> acked;
        private transient Queue<Long> again;
        private transient SpoutOutputCollector collector;
        private transient Path folder;
        private transient FileChannel alone;
        private long next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            settings = conf;
            collector = out;
            pass(conf, "open");
            folder = Path.of((String) conf.get(FOLDER));
            again = new ArrayDeque<>();
            try {
                // Two processes with open spouts would find each other here.
                alone =
                        FileChannel.open(
                                folder.resolve("alone"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                if (alone.tryLock() == null) {
                    Files.writeString(folder.resolve("two"), settings.get(VERSION) + "\n");
                }
                acked = NumberFile.read(folder.resolve("acked"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void nextTuple() {
            Long number = again.poll();
            while (number == null) {
                number = acked.contains(next) ? null : next;
                next++;
            }
            collector.emit(new Values(number), number);
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void ack(Object id) {
            NumberFile.append(folder.resolve("acked"), (Long) id);
            NumberFile.append(folder.resolve("acked-by-" + settings.get(VERSION)), (Long) id);
        }

        @Override
        public void fail(Object id) {
            again.add((Long) id);
        }

        @Override
        public void close() {
            try {
                alone.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            pass(settings, "close");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    /** Writes down, then acks. */
    static final class Store extends BaseRichBolt {
        private final boolean throwing;
        private transient OutputCollector collector;
        private transient Path folder;
        private transient String version;
        private transient Map<String, Object> settings;

        Store(boolean throwing) {
            this.throwing = throwing;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            folder = Path.of((String) conf.get(FOLDER));
            version = (String) conf.get(VERSION);
            settings = conf;
            pass(conf, "prepare");
            if (throwing) {
                throw new IllegalStateException("this version is no good");
            }
        }

        @Override
        public void execute(Tuple tuple) {
            NumberFile.append(folder.resolve("stored"), tuple.getLong(0));
            if (Files.exists(folder.resolve("hold-" + version + "-ack"))) {
                pass(settings, "ack");
            }
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
