package io.eyewall.server.keeper;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The options of the JVM that runs a topology: those that the server itself needs, a heap, and what
 * Storm's keys say, {@code worker.childopts} first, {@code topology.worker.childopts} last (Storm:
 * daemon/supervisor/BasicContainer.java). The last that says something wins.
 */
final class ChildOptions {
    private static final String HEAP = "worker.heap.memory.mb";
    private static final int USUAL_HEAP_MB = 768;

    /** Options of the server's own JVM that every JVM which runs our code gets. */
    private static final List<String> HANDED_ON =
            List.of(
                    "--add-opens",
                    "--enable-native-access",
                    "--sun-misc-unsafe-memory-access",
                    "-Xshare:",
                    "-XX:SharedArchiveFile=",
                    "-Xlog:",
                    "-XX:+DisplayVMOutputToStderr",
                    "-XX:+UseCondCardMark",
                    "-XX:PerfDataSamplingInterval=",
                    "-ea",
                    "-Djava.io.tmpdir=",
                    "-Deyewall.home=");

    private static final String COLLECTOR = "-XX:\\+Use[A-Za-z0-9]*GC";

    private ChildOptions() {}

    /**
     * @param submitted the topology's own configuration
     * @param daemonConf the server's
     * @param id of the topology
     */
    static List<String> of(
            Map<String, Object> submitted, Map<String, Object> daemonConf, String id) {
        return of(
                submitted,
                daemonConf,
                id,
                ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /**
     * @param ofServer options that the server was started with
     */
    static List<String> of(
            Map<String, Object> submitted,
            Map<String, Object> daemonConf,
            String id,
            List<String> ofServer) {
        long heapMb = heapMb(submitted, daemonConf);
        List<String> asked = new ArrayList<>();
        Object ofAll = daemonConf.get(Config.WORKER_CHILDOPTS);
        if (!Objects.equals(ofAll, Storm.DEFAULTS.get(Config.WORKER_CHILDOPTS))) {
            asked.addAll(words(ofAll)); // Storm's own are for JVMs of long ago
        }
        asked.addAll(words(daemonConf.get(Config.WORKER_GC_CHILDOPTS)));
        asked.addAll(words(value(Config.TOPOLOGY_WORKER_GC_CHILDOPTS, submitted, daemonConf)));
        asked.addAll(words(value(Config.TOPOLOGY_WORKER_CHILDOPTS, submitted, daemonConf)));
        asked.replaceAll(option -> substitute(option, heapMb, id));

        List<String> options = new ArrayList<>();
        boolean collectorAsked = asked.stream().anyMatch(option -> option.matches(COLLECTOR));
        for (String option : ofServer) {
            boolean collector = option.matches(COLLECTOR) && !collectorAsked;
            if (collector || HANDED_ON.stream().anyMatch(option::startsWith)) {
                options.add(option);
            }
        }
        options.add("-Xmx" + heapMb + "m");
        options.add("-XX:+ExitOnOutOfMemoryError"); // the next process may have more luck
        options.addAll(logLevels());
        options.addAll(asked);
        return options;
    }

    /** Read when it is needed first. */
    private static final class Storm {
        static final Map<String, Object> DEFAULTS = Utils.readDefaultConfig();
    }

    /**
     * Of one worker, for as many as the topology asks for: here one process does the work of all.
     */
    private static long heapMb(Map<String, Object> submitted, Map<String, Object> daemonConf) {
        Object own = submitted.get(Config.TOPOLOGY_WORKER_MAX_HEAP_SIZE_MB);
        double ofWorker =
                ObjectReader.getDouble(
                        own == null ? daemonConf.get(HEAP) : own, (double) USUAL_HEAP_MB);
        int workers = ObjectReader.getInt(value(Config.TOPOLOGY_WORKERS, submitted, daemonConf), 1);
        long wanted = (long) (ofWorker * Math.max(1, workers));
        return Math.max(16, Math.min(wanted, machineMb() * 3 / 4));
    }

    private static long machineMb() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() >> 20
                : Long.MAX_VALUE / 4;
    }

    private static @Nullable Object value(
            String key, Map<String, Object> submitted, Map<String, Object> daemonConf) {
        Object own = submitted.get(key);
        return own == null ? daemonConf.get(key) : own;
    }

    /** A text of several, or a list. */
    private static List<String> words(@Nullable Object options) {
        List<String> words = new ArrayList<>();
        if (options instanceof List<?> list) {
            list.forEach(each -> words.addAll(words(each)));
        } else if (options != null && !options.toString().isBlank()) {
            words.addAll(List.of(options.toString().strip().split("\\s+")));
        }
        return words;
    }

    private static String substitute(String option, long heapMb, String id) {
        return option.replace("%HEAP-MEM%", Long.toString(heapMb))
                .replace("%TOPOLOGY-ID%", id)
                .replace("%WORKER-ID%", id)
                .replace("%WORKER-PORT%", "1024")
                .replace("%ID%", "1024");
    }

    /** Of the server's log, which has the same binding. */
    private static List<String> logLevels() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("org.slf4j.simpleLogger."))
                .sorted()
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList();
    }
}
