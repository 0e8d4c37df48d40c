package io.eyewall.lab.storm;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.lab.LabHost;
import io.eyewall.lab.LabState;
import io.eyewall.lab.install.StormHome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.jspecify.annotations.Nullable;

/** Writes the {@code storm.yaml} of a lab's hosts, as JSON, which is YAML, too. For one thread. */
public final class StormYaml {
    /**
     * The key under which a scheduler finds a host's name in {@code
     * SupervisorDetails.getSchedulerMeta()}.
     */
    public static final String HOST_META = "eyewall.lab.host";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int WORKER_HEAP_MB = 192;

    private final LabState lab;
    private final StormFolders folders;
    private final boolean stormTimings;

    /**
     * @param stormTimings whether to keep Storm's default periods
     */
    public StormYaml(LabState lab, StormFolders folders, boolean stormTimings) {
        this.lab = lab;
        this.folders = folders;
        this.stormTimings = stormTimings;
    }

    /**
     * Writes the file of a host.
     *
     * @param meta the host's metadata for schedulers, besides its name
     * @param overrides further keys, which override the lab's own
     */
    public void write(
            LabHost host, Map<String, String> meta, Map<String, @Nullable Object> overrides)
            throws IOException {
        Map<String, @Nullable Object> conf = baseConf(host);
        if (!host.slots().isEmpty()) {
            Map<String, String> hostMeta = new LinkedHashMap<>(meta);
            hostMeta.put(HOST_META, host.name());
            conf.put(DaemonConfig.SUPERVISOR_SCHEDULER_META, hostMeta);
        }
        conf.putAll(overrides);
        Files.write(
                folders.conf(host.name()).resolve("storm.yaml"),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(conf));
    }

    private Map<String, @Nullable Object> baseConf(LabHost host) {
        String name = host.name();
        Map<String, @Nullable Object> conf = new LinkedHashMap<>();
        conf.put(Config.STORM_ZOOKEEPER_SERVERS, List.of(lab.head().address()));
        conf.put(Config.STORM_ZOOKEEPER_PORT, lab.zooKeeperPort());
        conf.put(Config.NIMBUS_SEEDS, List.of(lab.head().address()));
        conf.put(Config.NIMBUS_THRIFT_PORT, lab.nimbusPort());
        conf.put(Config.STORM_LOCAL_HOSTNAME, host.address());
        conf.put(Config.STORM_LOCAL_DIR, folders.data(name).toString());
        conf.put(Config.STORM_WORKERS_ARTIFACTS_DIR, folders.logs(name).resolve("workers") + "");
        conf.put(DaemonConfig.STORM_LOG4J2_CONF_DIR, folders.log4j().toString());
        if (!host.slots().isEmpty()) {
            conf.put(DaemonConfig.SUPERVISOR_SLOTS_PORTS, host.slots());
            conf.put(Config.SUPERVISOR_THRIFT_PORT, host.supervisorPort());
            // Each host has all processors of the machine; Storm's default assumes four.
            conf.put(Config.SUPERVISOR_CPU_CAPACITY, StormHome.cpuCapacity());
        }
        conf.put(Config.WORKER_HEAP_MEMORY_MB, WORKER_HEAP_MB);
        conf.put(
                Config.WORKER_CHILDOPTS,
                "-Xmx%HEAP-MEM%m " + String.join(" ", JvmOptions.worker(folders.temporary(name))));
        conf.put(
                Config.TOPOLOGY_WORKER_LOGWRITER_CHILDOPTS,
                String.join(" ", JvmOptions.small(folders.temporary(name))));
        // Storm's default metric store, which only Storm's UI reads, would make Nimbus unpack
        // 70 MB of native code.
        conf.put(
                DaemonConfig.STORM_METRIC_STORE_CLASS,
                "org.apache.storm.metricstore.NoOpMetricStore");
        if (!stormTimings) {
            conf.putAll(shortTimings());
        }
        return conf;
    }

    /** Returns short periods, so that people and tests wait less; docs/guides/lab.md lists them. */
    private static Map<String, Object> shortTimings() {
        Map<String, Object> conf = new LinkedHashMap<>();
        conf.put(DaemonConfig.NIMBUS_MONITOR_FREQ_SECS, 2);
        conf.put(DaemonConfig.SUPERVISOR_MONITOR_FREQUENCY_SECS, 1);
        conf.put(DaemonConfig.SUPERVISOR_HEARTBEAT_FREQUENCY_SECS, 1);
        conf.put(Config.SUPERVISOR_WORKER_SHUTDOWN_SLEEP_SECS, 1);
        conf.put(Config.TASK_REFRESH_POLL_SECS, 1);
        conf.put(Config.EXECUTOR_METRICS_FREQUENCY_SECS, 2);
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0);
        conf.put(Config.STORM_MESSAGING_NETTY_MIN_SLEEP_MS, 20);
        conf.put(Config.STORM_MESSAGING_NETTY_MAX_SLEEP_MS, 100);
        return conf;
    }
}
