package io.eyewall.lab.storm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of a lab's JVMs. With them no JVM leaves a file outside of the lab's folder, however it
 * ends: there is no {@code hsperfdata}, and temporary files are in the lab's folder. No state.
 */
final class JvmOptions {
    /** The Java version from which access to {@code sun.misc.Unsafe} needs an option. */
    private static final int FIRST_VERSION_RESTRICTING_UNSAFE = 23;

    private static final int SMALL_HEAP_MB = 32;

    private JvmOptions() {}

    /** Returns the options of a worker, without its heap size. */
    static List<String> worker(Path temporary) {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "-XX:+UseSerialGC",
                                "-XX:-UsePerfData",
                                "-Djava.net.preferIPv4Stack=true",
                                "-Djava.io.tmpdir=" + temporary));
        if (Runtime.version().feature() >= FIRST_VERSION_RESTRICTING_UNSAFE) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options;
    }

    /** Returns the options of a daemon, for a fast start and little compiled code. */
    static List<String> daemon(int heapMb, Path temporary) {
        List<String> options = new ArrayList<>(worker(temporary));
        options.add("-Xmx" + heapMb + "m");
        options.add("-XX:TieredStopAtLevel=1");
        return options;
    }

    /** Returns the options of a JVM with hardly any work. */
    static List<String> small(Path temporary) {
        return daemon(SMALL_HEAP_MB, temporary);
    }
}
