package io.eyewall.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * An application, in Storm's API alone: counts numbers up, and writes down which were stored by the
 * bolt, and which were acked. Goes on from there when it is started anew.
 */
public final class AckedNumbers {
    private static final String FOLDER = "acked.numbers.folder";

    private AckedNumbers() {}

    /**
     * Submits it.
     *
     * @param args name, folder of the two files, options of its JVM
     */
    public static void main(String[] args) throws Exception {
        Config conf = conf(args[1], args.length > 2 ? args[2] : "-Xmx128m");
        StormSubmitter.submitTopology(args[0], conf, topology());
    }

    /** Submits it to a Nimbus that has its jar already. */
    public static void submit(Nimbus.Iface nimbus, String name, String jar, String folder)
            throws TException {
        String conf = JSONValue.toJSONString(conf(folder, "-Xmx128m"));
        nimbus.submitTopology(name, jar, conf, topology());
    }

    private static StormTopology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers());
        builder.setBolt("store", new Store(), 2)
                .setNumTasks(4)
                .fieldsGrouping("numbers", new Fields("n"));
        return builder.createTopology();
    }

    private static Config conf(String folder, String options) {
        Config conf = new Config();
        conf.put(FOLDER, folder);
        conf.put(Config.TOPOLOGY_WORKER_CHILDOPTS, options);
        conf.setMaxSpoutPending(50);
        conf.setMessageTimeoutSecs(10);
        return conf;
    }

    /** Emits what is not acked yet. */
    static final class Numbers extends BaseRichSpout {
        private transient Set<Long> acked;
        private transient Queue<Long> again;
        private transient SpoutOutputCollector collector;
        private transient Path file;
        private long next;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
            file = Path.of((String) conf.get(FOLDER), "acked");
            again = new ArrayDeque<>();
            try {
                acked = NumberFile.read(file);
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
            NumberFile.append(file, (Long) id);
        }

        @Override
        public void fail(Object id) {
            again.add((Long) id);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    /**
     * Writes down, then acks; throws when a file {@code throw} is there, keeps all memory for
     * itself when {@code hoard} is, has a thread of its own find no memory when {@code thread} is,
     * and does not return while {@code stay} is.
     */
    static final class Store extends BaseRichBolt {
        private static final int HOARD_BYTES = 1 << 20;
        private static final List<byte[]> HOARD = new ArrayList<>();

        private transient OutputCollector collector;
        private transient Path folder;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            folder = Path.of((String) conf.get(FOLDER));
            System.out.println("store is prepared in process " + ProcessHandle.current().pid());
        }

        @Override
        public void execute(Tuple tuple) {
            if (Files.exists(folder.resolve("throw"))) {
                throw new IllegalStateException("told to throw");
            }
            if (Files.exists(folder.resolve("thread"))) {
                new Thread(Store::findNoMemory).start();
            }
            while (Files.exists(folder.resolve("stay"))) {
                LockSupport.parkNanos(10_000_000);
            }
            while (Files.exists(folder.resolve("hoard"))) {
                HOARD.add(new byte[HOARD_BYTES]);
            }
            NumberFile.append(folder.resolve("stored"), tuple.getLong(0));
            collector.ack(tuple);
        }

        private static void findNoMemory() {
            throw new OutOfMemoryError("told to find none");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
