package io.eyewall.lab.probe;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.shade.net.minidev.json.JSONObject;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The main class of the process through which a lab queries its Nimbus. It asks the Nimbus that
 * {@code storm.yaml} on the class path names, and prints the answers to the standard output, as one
 * JSON object per line. The process that started it may kill it; otherwise it ends by itself:
 *
 * <ul>
 *   <li>{@code wait ADDRESS...}: prints a line with the addresses of all supervisors at the first
 *       answer and after each change; ends when the given addresses are among them.
 *   <li>{@code status}: for each line of its input prints a line with supervisors, topologies and
 *       their workers, or {@value #NO_ANSWER} if Nimbus does not answer; ends at the end of its
 *       input.
 * </ul>
 */
public final class Probe {
    /** The line that is printed if Nimbus does not answer. */
    public static final String NO_ANSWER = "nobody";

    private static final int CALL_LIMIT_MS = 5_000;
    private static final int POLL_INTERVAL_MS = 100;
    private static final String ALL_TIME_WINDOW = ":all-time";

    private final PrintStream out;

    private Probe(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the probe.
     *
     * @param args {@code wait ADDRESS...}, or {@code status}
     */
    public static void main(String[] args) throws Exception {
        Probe probe = new Probe(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        if (args[0].equals("wait")) {
            probe.awaitSupervisors(Set.of(Arrays.copyOfRange(args, 1, args.length)));
        } else {
            BufferedReader questions =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (questions.readLine() != null) {
                probe.out.println(probe.statusLine());
            }
        }
        // Storm's client has threads that would keep the JVM alive.
        Runtime.getRuntime().halt(0);
    }

    private void awaitSupervisors(Set<String> wanted) throws InterruptedException {
        @Nullable Set<String> last = null;
        while (last == null || !last.containsAll(wanted)) {
            Set<String> now = readSupervisors();
            if (now != null && !now.equals(last)) {
                last = now;
                out.println(JSONObject.toJSONString(Map.of("supervisors", List.copyOf(now))));
            }
            Thread.sleep(POLL_INTERVAL_MS);
        }
    }

    /** Returns the supervisors' addresses; null if Nimbus does not answer. */
    private static @Nullable Set<String> readSupervisors() {
        try (NimbusClient client = connect()) {
            return client.getClient().getClusterInfo().get_supervisors().stream()
                    .map(SupervisorSummary::get_host)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (TException | RuntimeException e) {
            System.err.println("Nimbus does not answer yet: " + e);
            return null;
        }
    }

    private String statusLine() {
        try (NimbusClient client = connect()) {
            return JSONObject.toJSONString(readStatus(client.getClient()));
        } catch (TException | RuntimeException e) {
            System.err.println("Nimbus does not answer: " + e);
            return NO_ANSWER;
        }
    }

    private static NimbusClient connect() {
        Map<String, Object> conf = Utils.readStormConfig();
        // No retries, as the caller tries again.
        conf.put(Config.STORM_NIMBUS_RETRY_TIMES, 0);
        return NimbusClient.Builder.withConf(conf).withTimeout(CALL_LIMIT_MS).build();
    }

    private static Map<String, Object> readStatus(Nimbus.Iface nimbus) throws TException {
        ClusterSummary cluster = nimbus.getClusterInfo();
        List<Map<String, Object>> supervisors = new ArrayList<>();
        for (SupervisorSummary each : cluster.get_supervisors()) {
            Map<String, Object> supervisor = new LinkedHashMap<>();
            supervisor.put("address", each.get_host());
            supervisor.put("id", each.get_supervisor_id());
            supervisor.put("uptimeSecs", each.get_uptime_secs());
            supervisor.put("slots", each.get_num_workers());
            supervisor.put("usedSlots", each.get_num_used_workers());
            supervisors.add(supervisor);
        }
        List<Map<String, Object>> topologies = new ArrayList<>();
        for (TopologySummary each : cluster.get_topologies()) {
            topologyIfAlive(nimbus, each).ifPresent(topologies::add);
        }
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("supervisors", supervisors);
        status.put("topologies", topologies);
        return status;
    }

    /** Returns a topology's status; empty if the topology has ended meanwhile. */
    private static Optional<Map<String, Object>> topologyIfAlive(
            Nimbus.Iface nimbus, TopologySummary summary) throws TException {
        try {
            return Optional.of(topology(summary, nimbus.getTopologyInfo(summary.get_id())));
        } catch (NotAliveException e) {
            return Optional.empty();
        }
    }

    private static Map<String, Object> topology(TopologySummary summary, TopologyInfo info) {
        long acked = 0;
        long failed = 0;
        Map<String, Map<String, Object>> workers = new TreeMap<>();
        for (ExecutorSummary executor : info.get_executors()) {
            String slot = executor.get_host() + ":" + executor.get_port();
            Map<String, Object> worker =
                    workers.computeIfAbsent(
                            slot,
                            key -> {
                                Map<String, Object> first = new LinkedHashMap<>();
                                first.put("address", executor.get_host());
                                first.put("port", executor.get_port());
                                first.put("executors", 0);
                                return first;
                            });
            worker.merge("executors", 1, (a, b) -> (Integer) a + (Integer) b);
            ExecutorStats stats = executor.get_stats();
            if (stats != null && stats.get_specific().is_set_spout()) {
                acked += sum(stats.get_specific().get_spout().get_acked());
                failed += sum(stats.get_specific().get_spout().get_failed());
            }
        }
        Map<String, Object> topology = new LinkedHashMap<>();
        topology.put("name", summary.get_name());
        topology.put("id", summary.get_id());
        topology.put("status", summary.get_status());
        topology.put("uptimeSecs", summary.get_uptime_secs());
        topology.put("executors", summary.get_num_executors());
        topology.put("acked", acked);
        topology.put("failed", failed);
        topology.put("workers", List.copyOf(workers.values()));
        return topology;
    }

    private static long sum(Map<String, Map<String, Long>> byWindow) {
        return byWindow.getOrDefault(ALL_TIME_WINDOW, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
