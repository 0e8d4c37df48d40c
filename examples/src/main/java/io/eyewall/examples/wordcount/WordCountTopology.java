package io.eyewall.examples.wordcount;

import java.util.Arrays;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/**
 * Counts the words of text files. Every line is acked, so that none is lost. When all lines are
 * acked, the topology writes the counts to a file and kills itself:
 *
 * <pre>
 * lines --localOrShuffle--> split --fields(word)--> count --global--> write
 *   '-------------- end, to all tasks of ------------^  '--- done ------^
 * </pre>
 */
public final class WordCountTopology extends ConfigurableTopology {
    /** The spout. */
    public static final String LINES = "lines";

    /** The bolt that splits lines into words. */
    public static final String SPLIT = "split";

    /** The bolt that counts words. */
    public static final String COUNT = "count";

    /** The bolt that writes the result. */
    public static final String WRITE = "write";

    /**
     * A line that is not acked within this time is counted again. The time is long, so that a
     * machine that stops for a while does not falsify the counts.
     */
    private static final int MESSAGE_TIMEOUT_SECS = 600;

    /**
     * @param args the output file, then the input files
     */
    public static void main(String[] args) {
        if (args.length < 2) {
            throw new IllegalArgumentException(
                    "usage: WordCountTopology OUTPUT INPUT..., but got " + Arrays.toString(args));
        }
        ConfigurableTopology.start(new WordCountTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        List<String> input = List.of(args).subList(1, args.length);
        conf.putAll(conf());
        return submit("wordcount", conf, builder(input, args[0], 1));
    }

    /** Returns the configuration that the topology needs. */
    public static Config conf() {
        Config conf = new Config();
        conf.setMaxSpoutPending(1000);
        conf.setMessageTimeoutSecs(MESSAGE_TIMEOUT_SECS);
        return conf;
    }

    /**
     * Returns the topology.
     *
     * @param input the files to read
     * @param output the file to write
     * @param parallelism the executors of each component except the last one
     */
    public static TopologyBuilder builder(List<String> input, String output, int parallelism) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(LINES, new LineSpout(input), parallelism);
        builder.setBolt(SPLIT, new SplitLineBolt(), parallelism).localOrShuffleGrouping(LINES);
        builder.setBolt(COUNT, new CountBolt(), parallelism)
                .fieldsGrouping(SPLIT, new Fields("word"))
                .allGrouping(LINES, LineSpout.END);
        builder.setBolt(WRITE, new WriteBolt(output))
                .globalGrouping(COUNT)
                .globalGrouping(COUNT, CountBolt.DONE);
        return builder;
    }
}
