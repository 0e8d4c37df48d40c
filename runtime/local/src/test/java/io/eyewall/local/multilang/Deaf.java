package io.eyewall.local.multilang;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;

/** Creates topologies whose children run {@code deaf.py}, and finds the child processes. */
@NullUnmarked // a component without a configuration of its own has null
final class Deaf {
    /**
     * Words of which a few fill a pipe; they are fewer than the tuples that may wait for a child.
     */
    static final List<String> LARGE_WORDS =
            IntStream.range(0, 4).mapToObj(i -> String.valueOf(i).repeat(200_000)).toList();

    private Deaf() {}

    /** Runs the script as a bolt. */
    private static class DeafBolt extends ShellBolt implements IRichBolt {
        DeafBolt(String... command) {
            super(command);
            changeChildCWD(false);
            setEnv(Children.ENVIRONMENT);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    /** Runs the script as a spout. */
    private static class DeafSpout extends ShellSpout implements IRichSpout {
        DeafSpout(String... command) {
            super(command);
            changeChildCWD(false);
            setEnv(Children.ENVIRONMENT);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return null;
        }
    }

    private static String[] command(Path folder, String modes) {
        String[] running = Children.running("deaf.py");
        return new String[] {running[0], running[1], folder.toString(), modes};
    }

    static IRichSpout spout(Path folder, String modes) {
        return new DeafSpout(command(folder, modes));
    }

    /** Returns a topology with a deaf bolt, which receives more than its pipe can hold. */
    static StormTopology topology(String key, Path folder, String modes) {
        return topology(key, folder, modes, LARGE_WORDS);
    }

    static StormTopology topology(String key, Path folder, String modes, List<String> words) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new ShellBoltTest.Words(key, words, true));
        builder.setBolt("echo", new DeafBolt(command(folder, modes))).shuffleGrouping("words");
        return builder.createTopology();
    }

    /** Returns the ids of all child processes, living or not. */
    static List<Long> processes(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".pid"))
                    .map(file -> Long.valueOf(file.replace(".pid", "")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
