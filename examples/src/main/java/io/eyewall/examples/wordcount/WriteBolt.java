package io.eyewall.examples.wordcount;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.NimbusClient;

/**
 * Collects the counts of all counting tasks, writes them to a file, and kills the topology. The
 * most frequent word comes first; words of equal count are sorted alphabetically.
 */
public final class WriteBolt extends BaseRichBolt {
    private final String output;

    private transient OutputCollector collector;
    private transient Map<String, Object> conf;
    private transient Map<String, Long> counts;
    private transient String topology;
    private int counters;

    /**
     * @param output the file to write
     */
    public WriteBolt(String output) {
        this.output = output;
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        this.conf = conf;
        this.collector = collector;
        counts = new HashMap<>();
        counters = context.getComponentTasks(WordCountTopology.COUNT).size();
        topology = (String) conf.get(Config.TOPOLOGY_NAME);
    }

    @Override
    public void execute(Tuple tuple) {
        if (tuple.getSourceStreamId().equals(CountBolt.DONE)) {
            counters--;
            if (counters == 0) {
                write();
                killTopology();
            }
        } else {
            counts.put(tuple.getString(0), tuple.getLong(1));
        }
        collector.ack(tuple);
    }

    private void write() {
        List<String> lines =
                counts.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Long>comparingByValue()
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .map(entry -> entry.getValue() + "\t" + entry.getKey())
                        .toList();
        try {
            Files.write(Path.of(output), lines, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void killTopology() {
        KillOptions now = new KillOptions();
        now.set_wait_secs(0);
        try (NimbusClient nimbus = NimbusClient.Builder.withConf(conf).build()) {
            nimbus.getClient().killTopologyWithOpts(topology, now);
        } catch (TException e) {
            throw new IllegalStateException(
                    "counts are in " + output + ", but the topology could not kill itself", e);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
