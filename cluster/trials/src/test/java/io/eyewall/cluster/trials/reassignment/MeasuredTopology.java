package io.eyewall.cluster.trials.reassignment;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
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

/**
 * 1,000 messages per second from a source with a position, as Kafka's: spout, two bolts that pass
 * on, two that write down what arrives. Arguments: name, folder, workers. A file {@code stop} in
 * the folder ends it.
 */
public final class MeasuredTopology {
    private static final long FLUSH_MS = 20;
    private static final int MAX_PENDING = 1_000;

    private MeasuredTopology() {}

    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Source(args[1]), 1);
        builder.setBolt("pass", new Pass(), 2).shuffleGrouping("source");
        builder.setBolt("sink", new Sink(args[1]), 2).fieldsGrouping("pass", new Fields("number"));
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[2]));
        conf.setMessageTimeoutSecs(30);
        conf.setMaxSpoutPending(MAX_PENDING);
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /** Writes lines to a file of this process; a kill loses the latest ones. */
    static final class Journal {
        private final BufferedWriter out;
        private long flushedMs;

        Journal(String folder, String name) {
            try {
                String file = name + "-" + System.currentTimeMillis() + "-" + System.nanoTime();
                out = Files.newBufferedWriter(Path.of(folder, file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void line(String line, boolean flush) {
            try {
                out.write(line);
                out.write('\n');
                long nowMs = System.currentTimeMillis();
                if (flush || nowMs - flushedMs >= FLUSH_MS) {
                    out.flush();
                    flushedMs = nowMs;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * The source. Message n is due n milliseconds after the first start. The position is the lowest
     * message that was not acked.
     */
    @SuppressWarnings("NullAway.Init") // by open and prepare
    static final class Source extends BaseRichSpout {
        private static final long serialVersionUID = 1;
        private static final long COMMIT_MS = 100;
        private final String folder;
        private transient SpoutOutputCollector collector;
        private transient Journal journal;
        private transient TreeSet<Long> pending;
        private transient TreeSet<Long> again;
        private transient Path position;
        private long startMs;
        private boolean stopped;
        private long next;
        private long committedMs;

        Source(String folder) {
            this.folder = folder;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
            journal = new Journal(folder, "source");
            pending = new TreeSet<>();
            again = new TreeSet<>();
            position = Path.of(folder, "position");
            startMs = System.currentTimeMillis();
            try {
                if (Files.exists(position)) {
                    String[] words = Files.readString(position).split(" ", -1);
                    startMs = Long.parseLong(words[0]);
                    next = Long.parseLong(words[1]);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            journal.line("open " + System.currentTimeMillis() + " " + next, true);
        }

        @Override
        public void nextTuple() {
            long nowMs = System.currentTimeMillis();
            commit(nowMs, false);
            Long number = again.pollFirst();
            if (number == null && !stopped && startMs + next <= nowMs) {
                number = next++;
            }
            if (number != null) {
                pending.add(number);
                collector.emit(new Values(number), number);
            }
        }

        private void commit(long nowMs, boolean now) {
            if (!now && nowMs - committedMs < COMMIT_MS) {
                return;
            }
            committedMs = nowMs;
            stopped = Files.exists(Path.of(folder, "stop"));
            long lowest = pending.isEmpty() ? next : Math.min(next, pending.first());
            lowest = again.isEmpty() ? lowest : Math.min(lowest, again.first());
            try {
                Path draft = Path.of(folder, "position.draft");
                Files.writeString(draft, startMs + " " + lowest + " " + next);
                Files.move(draft, position, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void ack(Object id) {
            pending.remove((Long) id);
            journal.line("ack " + System.currentTimeMillis(), true);
        }

        @Override
        public void fail(Object id) {
            pending.remove((Long) id);
            again.add((Long) id);
            journal.line("fail " + System.currentTimeMillis(), false);
        }

        @Override
        public void activate() {
            journal.line("activate " + System.currentTimeMillis(), true);
        }

        @Override
        public void deactivate() {
            commit(System.currentTimeMillis(), true);
            journal.line("deactivate " + System.currentTimeMillis(), true);
        }

        @Override
        public void close() {
            journal.line("close " + System.currentTimeMillis(), true);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    @SuppressWarnings("NullAway.Init") // by prepare
    abstract static class Plain extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }
    }

    static final class Pass extends Plain {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(Tuple input) {
            collector.emit(input, new Values(input.getLong(0)));
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    @SuppressWarnings("NullAway.Init") // by open and prepare
    static final class Sink extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private final String folder;
        private transient OutputCollector collector;
        private transient Journal journal;

        Sink(String folder) {
            this.folder = folder;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
            journal = new Journal(folder, "sink" + context.getThisTaskId());
        }

        @Override
        public void execute(Tuple input) {
            journal.line(
                    input.getValue(0).toString(),
                    true); // of any width, as numbers in JSON have none
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
