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
 * topology.worker.childopts} last (Storm: daemon/supervisor/BasicContainer.java). If options
 * contradict each other, the JVM obeys the last one.
 */
final class ChildOptions {
    private static final String WORKER_HEAP_KEY = "worker.heap.memory.mb";
    private static final int DEFAULT_HEAP_MB = 768;

    /**
     * Prefixes of options that every JVM which runs Eyewall code inherits from the server's JVM.
     */
    private static final List<String> INHERITED_PREFIXES =
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

    private static final String COLLECTOR_OPTION = "-XX:\\+Use[A-Za-z0-9]*GC";

    private ChildOptions() {}

    /**
     * Returns the options.
     *
     * @param topologyConf the topology's own configuration
     * @param daemonConf the server's configuration
     * @param id id of the topology
     */
    static List<String> assemble(
            Map<String, Object> topologyConf, Map<String, Object> daemonConf, String id) {
        return assemble(
                topologyConf,
                daemonConf,
                id,
                ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /**
     * Returns the options.
     *
     * @param serverOptions options with which the server's JVM was started
     */
    static List<String> assemble(
            Map<String, Object> topologyConf,
            Map<String, Object> daemonConf,
            String id,
            List<String> serverOptions) {
        long heapMb = heapMb(topologyConf, daemonConf);
        List<String> configured = new ArrayList<>();
        Object allWorkersOptions = daemonConf.get(Config.WORKER_CHILDOPTS);
        if (!Objects.equals(allWorkersOptions, StormDefaults.CONF.get(Config.WORKER_CHILDOPTS))) {
            configured.addAll(words(allWorkersOptions)); // Storm's defaults are for old JVMs
        }
        configured.addAll(words(daemonConf.get(Config.WORKER_GC_CHILDOPTS)));
        configured.addAll(
                words(value(Config.TOPOLOGY_WORKER_GC_CHILDOPTS, topologyConf, daemonConf)));
        configured.addAll(words(value(Config.TOPOLOGY_WORKER_CHILDOPTS, topologyConf, daemonConf)));
        configured.replaceAll(option -> substitute(option, heapMb, id));

        List<String> options = new ArrayList<>();
        boolean collectorConfigured =
                configured.stream().anyMatch(option -> option.matches(COLLECTOR_OPTION));
        for (String option : serverOptions) {
            boolean collector = option.matches(COLLECTOR_OPTION) && !collectorConfigured;
            if (collector || INHERITED_PREFIXES.stream().anyMatch(option::startsWith)) {
                options.add(option);
            }
        }
        options.add("-Xmx" + heapMb + "m");
        options.add("-XX:+ExitOnOutOfMemoryError"); // the process is then started again
        options.addAll(logLevelOptions());
        options.addAll(configured);
        return options;
    }

    /** Holds Storm's defaults, which are read at first use. */
    private static final class StormDefaults {
        static final Map<String, Object> CONF = Utils.readDefaultConfig();
    }

    /**
     * Returns the heap size: the size for one worker times the topology's number of workers,
     * because one process does the work of all of them; at least 16 MB and at most three quarters
     * of the machine's memory.
     */
    private static long heapMb(Map<String, Object> topologyConf, Map<String, Object> daemonConf) {
        Object topologyHeapMb = topologyConf.get(Config.TOPOLOGY_WORKER_MAX_HEAP_SIZE_MB);
        double heapOfOneWorkerMb =
                ObjectReader.getDouble(
                        topologyHeapMb == null ? daemonConf.get(WORKER_HEAP_KEY) : topologyHeapMb,
                        (double) DEFAULT_HEAP_MB);
        int workers =
                ObjectReader.getInt(value(Config.TOPOLOGY_WORKERS, topologyConf, daemonConf), 1);
        long wanted = (long) (heapOfOneWorkerMb * Math.max(1, workers));
        return Math.max(16, Math.min(wanted, machineMb() * 3 / 4));
    }

    private static long machineMb() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() >> 20
                : Long.MAX_VALUE / 4; // unknown; the caller multiplies by up to 4
    }

    private static @Nullable Object value(
            String key, Map<String, Object> topologyConf, Map<String, Object> daemonConf) {
        Object topologyValue = topologyConf.get(key);
        return topologyValue == null ? daemonConf.get(key) : topologyValue;
    }

    /** Splits configured options, a text or a list of texts, at white space. */
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

    /** Returns options with the server's log levels; workers use the same logging library. */
    private static List<String> logLevelOptions() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("org.slf4j.simpleLogger."))
                .sorted()
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList();
    }
}
