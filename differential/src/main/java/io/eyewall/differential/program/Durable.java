package io.eyewall.differential.program;

import io.eyewall.differential.stage.Stage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.storm.Config;

/** Topologies with their state on disk. */
final class Durable {
    private Durable() {}

    /** A configuration with our provider, which runs on Storm too, and a new folder. */
    static Config conf(Stage stage) throws IOException {
        Path folder = Files.createTempDirectory("differential-state");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATE_PROVIDER, "io.eyewall.state.RocksDbKeyValueStateProvider");
        conf.put("eyewall.state.dir", folder.toString());
        conf.put("eyewall.state.sync", false);
        return conf;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            System.err.println("could not delete " + folder + ": " + e);
        }
    }
}
