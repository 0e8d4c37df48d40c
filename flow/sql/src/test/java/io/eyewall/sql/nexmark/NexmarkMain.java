package io.eyewall.sql.nexmark;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Measures Nexmark's queries by {@code eyewall sql} and by Flink SQL: both read the same CSV files
 * and write nothing, each time in a fresh process, in turns. Prints medians, of the whole process
 * from its start to its end: events per second, processor time, and the most memory that it had.
 */
final class NexmarkMain {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");

    /** Ten thousand events are one second of event time. */
    private static final int MICROS_BETWEEN = 100;

    private static final String ANSWER = "CREATE TABLE answer WITH ('connector' = 'blackhole') AS ";

    private static final long POLL_MS = 50;
    private static final double TICKS_PER_SECOND = 100;

    /** The place of {@code cutime} behind the command's name in {@code /proc/self/stat}. */
    private static final int CHILDREN_USER_FIELD = 13;

    private NexmarkMain() {}

    /** What a run took. */
    private record Figures(double seconds, double cpuSeconds, double megabytes) {}

    /**
     * @param args {@code EYEWALL EVENTS ROUNDS PARALLELISM FLINK-CLASS-PATH [QUERY...]}: with an
     *     empty class path only Eyewall, whose command is given, is measured
     */
    public static void main(String[] args) throws Exception {
        String eyewall = args[0];
        long events = Long.parseLong(args[1]);
        int rounds = Integer.parseInt(args[2]);
        String parallelism = args[3];
        String flink = args[4];
        List<String> queries =
                args.length > 5 ? Arrays.asList(args).subList(5, args.length) : Queries.ALL;
        Path folder = Files.createTempDirectory("nexmark");
        try {
            writeFiles(events, folder);
            System.out.printf(
                    "%d events, parallelism %s, medians of %d%n", events, parallelism, rounds);
            System.out.println(
                    "query  system    M events/s   CPU s per M events   MB   CPU of Flink's");
            for (String query : queries) {
                measure(eyewall, query, events, rounds, parallelism, flink, folder);
            }
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static void measure(
            String eyewall,
            String query,
            long events,
            int rounds,
            String parallelism,
            String flink,
            Path folder)
            throws IOException, InterruptedException {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(
                "eyewall",
                List.of(
                        eyewall,
                        "sql",
                        "--parallelism",
                        parallelism,
                        "--cores",
                        parallelism,
                        write(folder, "eyewall.sql", eyewallScript(query, folder))));
        if (!flink.isEmpty() && !query.equals("q6")) {
            commands.put(
                    "flink",
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-Xmx2g",
                            "-cp",
                            flink,
                            "io.eyewall.benchmarks.peers.flink.FlinkSql",
                            write(folder, "flink.sql", flinkScript(query, folder)),
                            parallelism));
        }
        Map<String, List<Figures>> figures = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, List<String>> each : commands.entrySet()) {
                figures.computeIfAbsent(each.getKey(), any -> new ArrayList<>())
                        .add(run(query + " by " + each.getKey(), each.getValue()));
            }
        }
        double millions = events / 1e6;
        Figures theirs = median(figures.getOrDefault("flink", List.of()));
        figures.forEach(
                (system, all) -> {
                    Figures median = median(all);
                    System.out.printf(
                            Locale.ROOT,
                            "%-6s %-8s %11.2f %20.2f %4.0f %16.2f%n",
                            query,
                            system,
                            millions / median.seconds(),
                            median.cpuSeconds() / millions,
                            median.megabytes(),
                            median.cpuSeconds() / theirs.cpuSeconds());
                });
    }

    private static Figures median(List<Figures> all) {
        List<Figures> sorted = new ArrayList<>(all);
        sorted.sort((one, other) -> Double.compare(one.cpuSeconds(), other.cpuSeconds()));
        return sorted.isEmpty()
                ? new Figures(Double.NaN, Double.NaN, Double.NaN)
                : sorted.get((sorted.size() - 1) / 2);
    }

    // ---- scripts --------------------------------------------------------------------------------

    private static String write(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static Path file(Path folder, String table) {
        return folder.resolve((table.equals("bid_now") ? "bid" : table) + ".csv");
    }

    private static String eyewallScript(String query, Path folder) {
        String streams =
                Queries.streams(
                        table -> "'connector' = 'file', 'path' = '" + file(folder, table) + "'");
        return streams + ANSWER + Queries.text(query) + ";\n";
    }

    private static String flinkScript(String query, Path folder) {
        String streams =
                Queries.streams(
                                table ->
                                        "'connector' = 'filesystem', 'format' = 'csv', 'path' ="
                                                + " 'file://"
                                                + file(folder, table)
                                                + "'")
                        .replace("CREATE STREAM", "CREATE TABLE")
                        .replace("TIMESTAMP NOT NULL", "TIMESTAMP(3) NOT NULL");
        return streams + ANSWER + Queries.text(query, "flink") + ";\n";
    }

    // ---- children -------------------------------------------------------------------------------

    private static Figures run(String what, List<String> command)
            throws IOException, InterruptedException {
        double cpuBefore = cpuSecondsOfChildren();
        long fromNs = System.nanoTime();
        Path output = Files.createTempFile("nexmark", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        double megabytes = 0;
        while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
            megabytes = Math.max(megabytes, peakMegabytes(process.pid()));
        }
        double seconds = (System.nanoTime() - fromNs) / 1e9;
        if (process.exitValue() != 0) {
            throw new IllegalStateException(what + " failed:\n" + Files.readString(output));
        }
        Files.delete(output);
        return new Figures(seconds, cpuSecondsOfChildren() - cpuBefore, megabytes);
    }

    /** Returns the processor time of all child processes that have ended. */
    private static double cpuSecondsOfChildren() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[CHILDREN_USER_FIELD])
                        + Long.parseLong(fields[CHILDREN_USER_FIELD + 1]))
                / TICKS_PER_SECOND;
    }

    private static double peakMegabytes(long process) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
                }
            }
        } catch (IOException e) {
            // The process has ended.
        }
        return 0;
    }

    // ---- files ----------------------------------------------------------------------------------

    private static void writeFiles(long events, Path folder) throws IOException {
        try (BufferedWriter persons = Files.newBufferedWriter(file(folder, "person"));
                BufferedWriter auctions = Files.newBufferedWriter(file(folder, "auction"));
                BufferedWriter bids = Files.newBufferedWriter(file(folder, "bid"));
                BufferedWriter side = Files.newBufferedWriter(file(folder, "side"))) {
            new Events(1, MICROS_BETWEEN)
                    .generate(
                            events,
                            new Events.Receiver() {
                                @Override
                                public void onPerson(Object... row) {
                                    writeRow(persons, "person", row);
                                }

                                @Override
                                public void onAuction(Object... row) {
                                    writeRow(auctions, "auction", row);
                                }

                                @Override
                                public void onBid(Object... row) {
                                    writeRow(bids, "bid", row);
                                }
                            });
            for (int id = 0; id < 10_000; id++) {
                writeRow(side, "side", new Object[] {id, "side " + id});
            }
        }
    }

    private static void writeRow(BufferedWriter writer, String table, Object[] row) {
        Set<Integer> times = Events.TIMES.getOrDefault(table, Set.of());
        try {
            for (int i = 0; i < row.length; i++) {
                writer.write(i == 0 ? "" : ",");
                writer.write(times.contains(i) ? time((Long) row[i]) : String.valueOf(row[i]));
            }
            writer.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String time(long ms) {
        return LocalDateTime.ofEpochSecond(ms / 1000, (int) (ms % 1000) * 1_000_000, ZoneOffset.UTC)
                .format(TIME);
    }
}
