package io.eyewall.sql.differential;

import io.eyewall.connectors.server.PostgresqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Compares the scripts of consecutive seeds, shrinks what fails, and reports it. */
final class Campaign {
    /** Failures that are shrunk; of each kind the first ones are. */
    private static final int MAX_SHRUNK = Integer.getInteger("sql.shrunk", 12);

    private static final int MAX_OF_A_KIND = Integer.getInteger("sql.shrunk-of-a-kind", 2);

    private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

    private final PostgresqlServer server;
    private final Path folder;
    private final Map<Verdict.What, Integer> counts = new EnumMap<>(Verdict.What.class);
    private final Map<String, List<Long>> failures = new LinkedHashMap<>();
    private final List<String> reports = new ArrayList<>();
    private int withRows;

    /**
     * @param folder where the rows of failing scripts are written
     */
    Campaign(PostgresqlServer server, Path folder) {
        this.server = server;
        this.folder = folder;
        for (Verdict.What what : Verdict.What.values()) {
            counts.put(what, 0);
        }
    }

    /** Runs {@code count} scripts. */
    void run(int count, long seed) throws Exception {
        AtomicLong next = new AtomicLong(seed);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> thrown = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread =
                    new Thread(
                            () -> {
                                try (There there = There.connect(server)) {
                                    for (long each = next.getAndIncrement();
                                            each < seed + count;
                                            each = next.getAndIncrement()) {
                                        run(each, there);
                                    }
                                } catch (SQLException | RuntimeException | Error e) {
                                    synchronized (this) {
                                        thrown.add(e);
                                    }
                                }
                            },
                            "scripts-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!thrown.isEmpty()) {
            throw new IllegalStateException(thrown.get(0));
        }
    }

    private void run(long seed, There there) throws SQLException {
        Script script = Queries.script(seed);
        Verdict verdict = Verdict.of(script, there);
        synchronized (this) {
            counts.merge(verdict.what(), 1, Integer::sum);
            withRows += verdict.rows() > 0 ? 1 : 0;
            if (Boolean.getBoolean("sql.why") && verdict.what() != Verdict.What.SAME) {
                failures.computeIfAbsent(verdict.kind(), kind -> new ArrayList<>()).add(seed);
            }
            if (!verdict.what().fails) {
                return;
            }
            List<Long> ofKind = failures.computeIfAbsent(verdict.kind(), kind -> new ArrayList<>());
            ofKind.add(seed);
            int most = verdict.what() == Verdict.What.DIFFERENT ? MAX_SHRUNK : MAX_OF_A_KIND;
            if (ofKind.size() > most || reports.size() >= MAX_SHRUNK) {
                return;
            }
        }
        Script least = Shrinker.shrink(script, verdict, there);
        String report = report(seed, least, Verdict.of(least, there));
        synchronized (this) {
            reports.add(report);
        }
    }

    private String report(long seed, Script script, Verdict verdict) {
        try {
            Path files = Files.createDirectories(folder.resolve("seed-" + seed));
            for (Table table : script.tables()) {
                Files.writeString(files.resolve(table.name() + ".csv"), table.csv());
            }
            String here =
                    script.here(
                            table ->
                                    "'connector' = 'file', 'path' = '"
                                            + files.resolve(table.name() + ".csv")
                                            + "'");
            String there = script.definitionsThere() + script.query().text(false) + ";\n";
            Files.writeString(files.resolve("eyewall.sql"), here);
            Files.writeString(files.resolve("postgresql.sql"), there);
            return "seed %d: %s\n%s\n-- for eyewall sql:\n%s-- for psql:\n%s"
                    .formatted(seed, verdict.what(), verdict.details(), here, there);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean hasFailed() {
        return counts.keySet().stream()
                .anyMatch(what -> what.fails && counts.getOrDefault(what, 0) > 0);
    }

    /** Returns how many scripts had which result, each kind of failure, and the shrunk scripts. */
    String report() {
        StringBuilder text = new StringBuilder(counts.toString());
        text.append(", ").append(withRows).append(" with rows\n");
        failures.forEach(
                (kind, seeds) ->
                        text.append(seeds.size())
                                .append(" x ")
                                .append(kind)
                                .append(": seeds ")
                                .append(seeds.subList(0, Math.min(8, seeds.size())))
                                .append('\n'));
        reports.forEach(report -> text.append("\n").append(report));
        return text.toString();
    }
}
