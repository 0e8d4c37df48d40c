package io.eyewall.cluster.trials.reassignment;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/**
 * {@link MeasuredTopology} with Python programs that pass messages on. Arguments: name, folder,
 * workers.
 */
public final class ShellTopology {
    private static final int MAX_PENDING = 1_000;
    private static final List<String> RESOURCES =
            List.of("resources/pass_on.py", "resources/storm.py");

    private ShellTopology() {}

    public static void main(String[] args) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new MeasuredTopology.Source(args[1]), 1);
        builder.setBolt("pass", new PassOn(), 2).shuffleGrouping("source");
        builder.setBolt("sink", new MeasuredTopology.Sink(args[1]), 2)
                .fieldsGrouping("pass", new Fields("number"));
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[2]));
        conf.setMessageTimeoutSecs(30);
        conf.setMaxSpoutPending(MAX_PENDING);
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /** The files of its jar besides classes. */
    static Map<String, Path> files(Path folder) throws IOException {
        Map<String, Path> files = new HashMap<>();
        for (String resource : RESOURCES) {
            Path copy = folder.resolve(Path.of(resource).getFileName());
            try (InputStream in =
                    ShellTopology.class.getClassLoader().getResourceAsStream(resource)) {
                if (in == null) {
                    throw new FileNotFoundException(resource + " is not on the class path");
                }
                Files.copy(in, copy);
            }
            files.put(resource, copy);
        }
        return files;
    }

    static final class PassOn extends ShellBolt implements IRichBolt {
        private static final long serialVersionUID = 1;

        PassOn() {
            super("python3", "pass_on.py");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return new HashMap<>();
        }
    }
}
