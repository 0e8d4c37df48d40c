package io.eyewall.connectors.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.kafka.KafkaTopics;
import io.eyewall.connectors.server.KafkaServer;
import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.connectors.server.S3Server;
import io.eyewall.toolkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Kills topologies with windows, sums and de-duplication that take snapshots, with SIGKILL at
 * seeded moments: a database or a topic has in the end exactly the rows that a sequential program
 * computes. {@code -Deyewall.kills=N} asks for another number of kills, {@code
 * -Deyewall.kill.seed=N} for the same moments again.
 */
@Tag("complete")
@Timeout(300)
@NullUnmarked // JUnit sets the folder
class SnapshotKillTest {
    private static final int LINES = 12_000;
    private static final int KEYS = 7;
    private static final int KILLS = Integer.getInteger("eyewall.kills", 4);
    private static final long SEED = Long.getLong("eyewall.kill.seed", System.nanoTime());

    @TempDir private Path folder;

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            // Neighbours are out of order, as lines of several writers are.
            int number = i % 10 == 3 ? i + 4 : i % 10 == 7 ? i - 4 : i;
            lines.add("key" + number * 31 / 7 % KEYS + " " + number);
        }
        return lines;
    }

    /** The log is rotated twice meanwhile, and each line comes twice. */
    @Test
    void windowsOfALogAreWrittenOnce(@TempDir Path database) throws Exception {
        try (PostgresqlServer to = new PostgresqlServer(database)) {
            to.start();
            create(to);
            killWithALog(SnapshotPipeline.LOG_TO_ROWS, to.url(), () -> rows(to));
        }
    }

    @Test
    void windowsOfALogBecomeFilesOnce(@TempDir Path files) throws Exception {
        killWithALog(SnapshotPipeline.LOG_TO_FOLDER, files.toString(), () -> rows(files));
    }

    @Test
    void windowsOfALogBecomeObjectsOnce(@TempDir Path objects) throws Exception {
        try (S3Server server = new S3Server(objects)) {
            server.start();
            try (S3Client client = SnapshotPipeline.bucket(server.uri()).connect()) {
                client.createBucket(request -> request.bucket("results"));
            }
            Path files = objects.resolve("objects/results/out");
            killWithALog(SnapshotPipeline.LOG_TO_BUCKET, server.uri(), () -> rows(files));
        }
    }

    private void killWithALog(SnapshotPipeline pipeline, String to, Callable<List<String>> rows)
            throws Exception {
        Path log = folder.resolve("the.log");
        List<String> lines = lines();
        int third = LINES / 3;
        append(log, lines.subList(0, third));
        Runnable rotation =
                new Runnable() {
                    private int rotated;

                    @Override
                    public void run() {
                        if (rotated < 2) {
                            rotated++;
                            try {
                                Files.move(log, folder.resolve("the.log." + (9 - rotated)));
                                append(log, lines.subList(rotated * third, (rotated + 1) * third));
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        }
                    }
                };
        List<String> expected = windowsByCount(lines);
        kill(pipeline, log.toString(), to, () -> rows.call().size(), expected.size(), rotation);
        assertThat(rows.call()).isEqualTo(expected);
    }

    /** Returns the rows of all files of CSV in a folder. */
    private static List<String> rows(Path files) throws IOException {
        List<String> rows = new ArrayList<>();
        if (Files.isDirectory(files)) {
            try (Stream<Path> found = Files.list(files)) {
                for (Path file : found.filter(each -> each.toString().endsWith(".csv")).toList()) {
                    for (String line : Files.readAllLines(file)) {
                        String[] columns = line.split(",");
                        if (!columns[0].equals("k")) {
                            rows.add(columns[0] + "@" + columns[1] + "=" + columns[2]);
                        }
                    }
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    private static void append(Path log, List<String> lines) throws Exception {
        List<String> twice = new ArrayList<>();
        for (String line : lines) {
            twice.add(line);
            twice.add(line);
        }
        Files.write(log, twice, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static List<String> windowsByCount(List<String> lines) {
        Map<String, List<Long>> open = new HashMap<>();
        List<String> rows = new ArrayList<>();
        for (String line : lines) {
            String key = SnapshotPipeline.key(line);
            List<Long> window = open.computeIfAbsent(key, absent -> new ArrayList<>());
            window.add(SnapshotPipeline.number(line));
            if (window.size() == SnapshotPipeline.PER_WINDOW) {
                rows.add(row(key, window.get(0), window.stream().mapToLong(n -> n).sum()));
                window.clear();
            }
        }
        return rows.stream().sorted().toList();
    }

    @Test
    void windowsOfATableAreWrittenOnce(@TempDir Path database) throws Exception {
        try (PostgresqlServer both = new PostgresqlServer(database)) {
            both.start();
            create(both);
            fill(both, lines());
            Map<String, Long> sums = new TreeMap<>();
            long newest = LINES - 1;
            for (String line : lines()) {
                long window = SnapshotPipeline.WINDOW;
                long end = (SnapshotPipeline.number(line) / window + 1) * window;
                if (end <= newest - 50) { // later windows are not complete
                    sums.merge(
                            SnapshotPipeline.key(line) + "@" + end,
                            SnapshotPipeline.number(line),
                            Long::sum);
                }
            }
            List<String> expected = new ArrayList<>();
            sums.forEach((key, sum) -> expected.add(key + "=" + sum));
            kill(
                    SnapshotPipeline.TABLE_TO_ROWS,
                    both.url(),
                    both.url(),
                    () -> rows(both).size(),
                    expected.size(),
                    () -> {});
            assertThat(rows(both)).isEqualTo(expected.stream().sorted().toList());
        }
    }

    @Test
    void sumsOfATopicAreExact(@TempDir Path database) throws Exception {
        try (KafkaServer from = new KafkaServer(folder);
                PostgresqlServer to = new PostgresqlServer(database);
                KafkaTopics topics = startAndFill(from)) {
            to.start();
            create(to);
            try (Connection connection = DriverManager.getConnection(to.url());
                    Statement statement = connection.createStatement()) {
                statement.execute("create unique index once on results (k, at)");
            }
            kill(
                    SnapshotPipeline.TOPIC_TO_KEYS,
                    from.bootstrap(),
                    to.url(),
                    () -> rows(to).size(),
                    LINES,
                    () -> {});
            // The lines of a key come in any order; their number and their sum do not depend on it.
            Map<String, Long> expected = new TreeMap<>();
            Map<String, Long> counts = new HashMap<>();
            for (String line : topics.read("lines")) {
                String key = SnapshotPipeline.key(line);
                counts.merge(key, 1L, Long::sum);
                expected.merge(key, SnapshotPipeline.number(line), Long::sum);
            }
            Map<String, Long> last = new TreeMap<>();
            for (String row : rows(to)) {
                String key = row.substring(0, row.indexOf('@'));
                if (row.startsWith(key + "@" + counts.get(key) + "=")) {
                    last.put(key, Long.parseLong(row.substring(row.indexOf('=') + 1)));
                }
            }
            assertThat(last).isEqualTo(expected);
            assertThat(rows(to)).hasSize(LINES);
        }
    }

    /** One partition is written first: its messages are ahead of those of the other. */
    @Test
    void windowsOfATopicAreWrittenOnce() throws Exception {
        try (KafkaServer server = new KafkaServer(folder);
                KafkaTopics topics = startAndFill(server)) {
            topics.create("results");
            for (int partition = 0; partition < 2; partition++) {
                topics.write("lines", partition, List.of("end 1000000"));
            }
            Map<String, Long> sums = new TreeMap<>();
            long window = SnapshotPipeline.WINDOW;
            for (String line : lines()) {
                long number = SnapshotPipeline.number(line);
                String id = SnapshotPipeline.key(line) + "@" + (number / window + 1) * window;
                sums.merge(id, number, Long::sum);
            }
            List<String> expected = new ArrayList<>();
            sums.forEach((key, sum) -> expected.add(key + "=" + sum));
            kill(
                    SnapshotPipeline.TOPIC_TO_TOPIC,
                    server.bootstrap(),
                    server.bootstrap(),
                    () -> topics.read("results").size(),
                    expected.size(),
                    () -> {});
            assertThat(topics.read("results").stream().sorted().toList())
                    .isEqualTo(expected.stream().sorted().toList());
        }
    }

    private static KafkaTopics startAndFill(KafkaServer server) throws Exception {
        server.start();
        KafkaTopics topics = new KafkaTopics(server.bootstrap());
        topics.create("lines");
        topics.write("lines", lines());
        return topics;
    }

    private static void create(PostgresqlServer server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute("create table results (k varchar(20), at bigint, total bigint)");
            statement.execute("create table lines (id bigint primary key, line varchar(40))");
        }
    }

    private static void fill(PostgresqlServer server, List<String> lines) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                PreparedStatement insert =
                        connection.prepareStatement("insert into lines values (?, ?)")) {
            for (int i = 0; i < lines.size(); i++) {
                insert.setLong(1, i);
                insert.setString(2, lines.get(i));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static String row(String key, long at, long total) {
        return key + "@" + at + "=" + total;
    }

    private static List<String> rows(PostgresqlServer server) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select k, at, total from results")) {
            while (found.next()) {
                rows.add(row(found.getString(1), found.getLong(2), found.getLong(3)));
            }
        }
        return rows.stream().sorted().toList();
    }

    /** Runs to the end, through kills; {@code between} is called after each kill. */
    private void kill(
            SnapshotPipeline pipeline,
            String from,
            String to,
            Callable<Integer> written,
            int expectedRows,
            Runnable between)
            throws Exception {
        System.out.println(pipeline + " -Deyewall.kill.seed=" + SEED);
        Random random = new Random(SEED);
        List<Integer> reached = new ArrayList<>();
        String snapshots = folder.resolve("snapshots-of-" + pipeline).toString();
        for (int kill = 1; kill <= KILLS; kill++) {
            int before = written.call();
            int step = expectedRows / (KILLS + 2);
            int target = Math.min(before + 1 + random.nextInt(step), expectedRows - 1);
            try (KilledProcess process = KilledProcess.start(pipeline, from, to, snapshots)) {
                Await.until(
                        "it goes on from " + before + " to " + target,
                        () -> written.call() >= target || !process.isAlive());
                assertThat(process.isAlive()).as("it did not end by itself").isTrue();
                Thread.sleep(random.nextInt(60)); // to hit any moment
            }
            reached.add(written.call());
            between.run();
        }
        System.out.println(pipeline + " had written when it was killed: " + reached);
        assertThat(reached).as("killed in the middle").anyMatch(count -> count < expectedRows);
        try (KilledProcess process = KilledProcess.start(pipeline, from, to, snapshots)) {
            for (int i = 0; i < 2; i++) {
                between.run();
            }
            Await.until("all is done", () -> written.call() >= expectedRows || !process.isAlive());
            Thread.sleep(1000); // in case that more is written than should be
        }
    }
}
