package io.eyewall.examples.trident;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.FailedException;
import org.apache.storm.trident.Stream;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFilter;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.testing.Split;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;

/**
 * {@code KilledProcess KIND PENDING INTERVAL_MS SENTENCES FOLDER}: counts words, failing batches
 * now and then, until it is killed. The kind is {@code transactional} or {@code opaque}.
 */
final class KilledProcess {
    static final int PARTITIONS = 3;

    private static final int TUPLES_PER_FAILURE = 2_000;

    private KilledProcess() {}

    /** Fails batches now and then; what comes again may fail again. */
    private static final class Failing extends BaseFilter {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isKeep(TridentTuple tuple) {
            if (ThreadLocalRandom.current().nextInt(TUPLES_PER_FAILURE) == 0) {
                throw new FailedException("not now");
            }
            return true;
        }
    }

    /**
     * Starts one.
     *
     * @param log what it prints
     */
    static Process start(List<String> arguments, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(KilledProcess.class.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    public static void main(String[] args) throws Exception {
        String folder = args[4];
        Config conf = new Config();
        conf.setMaxSpoutPending(Integer.parseInt(args[1]));
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, Integer.parseInt(args[2]));
        conf.put("eyewall.state.dir", folder + "/state");
        LocalCluster cluster = new LocalCluster();
        cluster.submitTopology(
                "killed", conf, topology(args[0], Integer.parseInt(args[3]), folder + "/counts"));
        new CountDownLatch(1).await();
    }

    private static StormTopology topology(String kind, int sentences, String counts) {
        TridentTopology topology = new TridentTopology();
        boolean opaque = kind.equals("opaque");
        String name = "sentences";
        Stream spout =
                opaque
                        ? topology.newStream(name, new OpaqueSentenceSpout(PARTITIONS, sentences))
                        : topology.newStream(name, new SentenceSpout(PARTITIONS, sentences));
        StateFactory state =
                opaque ? new OpaqueFileMap.Factory(counts) : new FileMap.Factory(counts);
        spout.parallelismHint(2)
                .shuffle()
                .each(new Fields("sentence"), new Failing())
                .each(new Fields("sentence"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .persistentAggregate(state, new Count(), new Fields("count"))
                .parallelismHint(2);
        return topology.build();
    }
}
