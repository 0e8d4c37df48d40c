package io.eyewall.cluster.lab.storm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of a lab's JVMs. None of them leaves a file outside of the lab's folder, whoever kills
 * it: no {@code hsperfdata}, and temporary files in a folder of the lab.
 */
final class JvmOptions {
    private static final int HIDES_UNSAFE = 23;

    private JvmOptions() {}

    /** Of a worker, but for its heap. */
    static List<String> worker(Path temporary) {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "-XX:+UseSerialGC",
                                "-XX:-UsePerfData",
                                "-Djava.net.preferIPv4Stack=true",
                                "-Djava.io.tmpdir=" + temporary));
        if (Runtime.version().feature() >= HIDES_UNSAFE) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options;
    }

    /** Of daemons: quick to start, and few bytes of code. */
    static List<String> daemon(int heapMb, Path temporary) {
        List<String> options = new ArrayList<>(worker(temporary));
        options.add("-Xmx" + heapMb + "m");
        options.add("-XX:TieredStopAtLevel=1");
        return options;
    }

    /** Of a JVM that does next to nothing. */
    static List<String> small(Path temporary) {
        return daemon(32, temporary);
    }
}
