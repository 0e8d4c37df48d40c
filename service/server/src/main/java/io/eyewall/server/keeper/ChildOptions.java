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
 * Assembles the options of a JVM that runs a topology: inherited options of the server's JVM, a
 * heap size, and the options of Storm's configuration keys, {@code worker.childopts} first, {@code
 * topology.worker.childopts} last (Storm: daemon/supervisor/BasicContainer.java). Of contradicting
 * options the JVM obeys the last one.
 */
final class ChildOptions {
    private static final String HEAP = "worker.heap.memory.mb";
    private static final int DEFAULT_HEAP_MB = 768;

    /**
     * Prefixes of options that every JVM which runs Eyewall code inherits from the server's JVM.
     */
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
     * Returns the options.
     *
     * @param submitted the topology's own configuration
     * @param daemonConf the server's configuration
     * @param id id of the topology
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
     * Returns the options.
     *
     * @param ofServer options with which the server's JVM was started
     */
    static List<String> of(
            Map<String, Object> submitted,
            Map<String, Object> daemonConf,
            String id,
            List<String> ofServer) {
        long heapMb = heapMb(submitted, daemonConf);
        List<String> configured = new ArrayList<>();
        Object ofAllWorkers = daemonConf.get(Config.WORKER_CHILDOPTS);
        if (!Objects.equals(ofAllWorkers, Storm.DEFAULTS.get(Config.WORKER_CHILDOPTS))) {
            configured.addAll(words(ofAllWorkers)); // Storm's defaults are for old JVMs
        }
        configured.addAll(words(daemonConf.get(Config.WORKER_GC_CHILDOPTS)));
        configured.addAll(words(value(Config.TOPOLOGY_WORKER_GC_CHILDOPTS, submitted, daemonConf)));
        configured.addAll(words(value(Config.TOPOLOGY_WORKER_CHILDOPTS, submitted, daemonConf)));
        configured.replaceAll(option -> substitute(option, heapMb, id));

        List<String> options = new ArrayList<>();
        boolean collectorAsked = configured.stream().anyMatch(option -> option.matches(COLLECTOR));
        for (String option : ofServer) {
            boolean collector = option.matches(COLLECTOR) && !collectorAsked;
            if (collector || HANDED_ON.stream().anyMatch(option::startsWith)) {
                options.add(option);
            }
        }
        options.add("-Xmx" + heapMb + "m");
        options.add("-XX:+ExitOnOutOfMemoryError"); // the process is then started again
        options.addAll(logLevels());
        options.addAll(configured);
        return options;
    }

    /** Holds Storm's defaults, which are read at first use. */
    private static final class Storm {
        static final Map<String, Object> DEFAULTS = Utils.readDefaultConfig();
    }

    /**
     * Returns the heap size: that of one worker times the topology's number of workers, because one
     * process does the work of all.
     */
    private static long heapMb(Map<String, Object> submitted, Map<String, Object> daemonConf) {
        Object own = submitted.get(Config.TOPOLOGY_WORKER_MAX_HEAP_SIZE_MB);
        double ofWorker =
                ObjectReader.getDouble(
                        own == null ? daemonConf.get(HEAP) : own, (double) DEFAULT_HEAP_MB);
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

    /** Splits options, which are a text or a list of texts. */
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

    /** Returns the log level properties of the server; workers use the same logging library. */
    private static List<String> logLevels() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("org.slf4j.simpleLogger."))
                .sorted()
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList();
    }
}
