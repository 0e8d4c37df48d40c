package io.eyewall.cluster.trials;

import io.eyewall.examples.wordcount.CountBolt;
import io.eyewall.examples.wordcount.LineSpout;
import io.eyewall.examples.wordcount.SplitLineBolt;
import io.eyewall.examples.wordcount.WordCountTopology;
import java.util.List;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** The word count of the examples, except that it writes nothing and does not end by itself. */
public final class LastingWordCount extends ConfigurableTopology {
    /** Number of tasks of {@code count}: two for each executor. */
    static final int COUNT_TASKS = 4;

    /**
     * @param args the file to read
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new LastingWordCount(), args);
    }

    @Override
    protected int run(String[] args) {
        conf.putAll(WordCountTopology.conf());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(List.of(args)), 1);
        builder.setBolt("split", new SplitLineBolt(), 2).shuffleGrouping("lines");
        builder.setBolt("count", new CountBolt(), 2)
                .setNumTasks(COUNT_TASKS)
                .fieldsGrouping("split", new Fields("word"))
                .allGrouping("lines", "end");
        return submit("lasting", conf, builder);
    }
}
