package io.eyewall.sql.speed;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;

/**
 * Measures each {@link Query} by SQL and by the fluent builder, in turns, each time in a fresh JVM,
 * and prints medians: processor time per row of all threads, collector and compiler included, and
 * rows per second. One core, one task of each.
 */
final class SpeedMain {
    private static final double NS_PER_SECOND = 1e9;

    private SpeedMain() {}

    /**
     * @param args {@code [ROUNDS [WARM-UP-SECONDS [SECONDS]]]}
     */
    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("child")) {
            System.out.println("figures " + measure(args));
            Runtime.getRuntime().halt(0);
        }
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        String warmUp = args.length > 1 ? args[1] : "5";
        String window = args.length > 2 ? args[2] : "5";
        System.out.println(
                "query    by    ns of CPU per row   M rows/s   of the fluent builder's CPU");
        for (Query query : Query.values()) {
            Map<String, List<double[]>> figures = new HashMap<>();
            for (int round = 0; round < rounds; round++) {
                for (String by : List.of("hand", "sql")) {
                    figures.computeIfAbsent(by, any -> new ArrayList<>())
                            .add(child(query, by, warmUp, window));
                }
            }
            double hand = median(figures, "hand", 0);
            for (String by : List.of("hand", "sql")) {
                System.out.printf(
                        Locale.ROOT,
                        "%-8s %-5s %17.0f %10.2f %29.2f%n",
                        query.name().toLowerCase(Locale.ROOT),
                        by,
                        median(figures, by, 0),
                        median(figures, by, 1) / 1e6,
                        median(figures, by, 0) / hand);
            }
        }
    }

    private static double median(Map<String, List<double[]>> figures, String by, int which) {
        double[] all =
                figures.getOrDefault(by, List.of()).stream().mapToDouble(f -> f[which]).toArray();
        Arrays.sort(all);
        return (all[(all.length - 1) / 2] + all[all.length / 2]) / 2;
    }

    private static double[] child(Query query, String by, String warmUp, String window)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(
                List.of(SpeedMain.class.getName(), "child", query.name(), by, warmUp, window));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        StringBuilder said = new StringBuilder();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("figures ")) {
                    process.waitFor();
                    return Arrays.stream(line.substring("figures ".length()).split(" ", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray();
                }
                said.append(line).append('\n');
            }
        }
        throw new IllegalStateException(query + " by " + by + " gave no figures:\n" + said);
    }

    private static String measure(String[] args) throws InterruptedException {
        Query query = Query.valueOf(args[1]);
        Path nowhere = Path.of("/dev/null");
        StormTopology topology =
                args[2].equals("sql") ? query.bySql(0, nowhere) : query.byHand(0, nowhere);
        Config conf = new Config();
        conf.put("eyewall.cores", 1);
        conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false);
        TopologyHandle running = Eyewall.start("speed", conf, topology); // ends with the process
        Thread.sleep(Long.parseLong(args[3]) * 1000);
        long rows = rows(running);
        long cpuNs = cpuNs();
        long fromNs = System.nanoTime();
        Thread.sleep(Long.parseLong(args[4]) * 1000);
        rows = rows(running) - rows;
        double seconds = (System.nanoTime() - fromNs) / NS_PER_SECOND;
        cpuNs = cpuNs() - cpuNs;
        running.failure()
                .ifPresent(
                        failure -> {
                            throw new IllegalStateException("it failed", failure.cause());
                        });
        return (double) cpuNs / rows + " " + rows / seconds;
    }

    private static long rows(TopologyHandle running) {
        return running.metrics().executors().stream()
                .filter(executor -> executor.executor().componentId().equals(Query.SOURCE))
                .mapToLong(executor -> executor.acked())
                .sum();
    }

    private static long cpuNs() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
