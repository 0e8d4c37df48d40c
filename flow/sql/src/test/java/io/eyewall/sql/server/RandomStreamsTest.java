package io.eyewall.sql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.Run;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.storm.Config;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random scripts over streams that end in the middle again and again, with snapshots, write the
 * rows that PostgreSQL computes of the same tables. {@code -Dsql.streams=FIRST-LAST} asks for other
 * scripts.
 */
@Tag("complete")
@Timeout(180)
@NullUnmarked // JUnit sets the fields
class RandomStreamsTest {
    private static final int ROWS = 4_000;
    private static final int ENDS = 4;
    private static final String SEEDS = System.getProperty("sql.streams", "1-4");

    private static PostgresqlServer server;

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    static LongStream seeds() {
        String[] bounds = SEEDS.split("-");
        return LongStream.rangeClosed(
                Long.parseLong(bounds[0]), Long.parseLong(bounds[bounds.length - 1]));
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = new PostgresqlServer(folder);
        server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void writeTheRowsOfPostgresql(long seed, @TempDir Path snapshots) throws Exception {
        RandomStreamQuery query = new RandomStreamQuery(seed);
        execute(List.of("drop schema public cascade", "create schema public"));
        execute(query.tables(ROWS));
        String script = query.script(server.url());
        Random random = new Random(seed);
        boolean isDrained = false;
        for (int run = 0; !isDrained; run++) {
            isDrained = run(script, snapshots, run < ENDS ? 50 + random.nextInt(400) : 60_000);
        }
        for (int i = 0; i < RandomStreamQuery.OUTPUTS.size(); i++) {
            String output = RandomStreamQuery.OUTPUTS.get(i);
            String ours = "select w, k, n, x from " + output;
            assertThat(count(ours)).as("rows of %s\n%s", output, script).isPositive();
            assertThat(count("(" + ours + ") except all (" + query.expected(i) + ")"))
                    .as("rows of %s that should not be there\n%s", output, script)
                    .isZero();
            assertThat(count("(" + query.expected(i) + ") except all (" + ours + ")"))
                    .as("missing rows of %s\n%s", output, script)
                    .isZero();
        }
    }

    private boolean run(String script, Path snapshots, long lastsMs) throws Exception {
        RunningTopology running =
                nimbus.start(
                        "streams",
                        Map.of(
                                "eyewall.snapshot.dir",
                                snapshots.toString(),
                                "eyewall.snapshot.interval.ms",
                                20,
                                Config.TOPOLOGY_MAX_SPOUT_PENDING,
                                20),
                        ServersTest.compile(script),
                        new SubmitOptions(TopologyInitialStatus.ACTIVE));
        running.awaitStarted(Duration.ofSeconds(60));
        long endNs = System.nanoTime() + Duration.ofMillis(lastsMs).toNanos();
        while (!Run.isDrained(running) && System.nanoTime() < endNs) {
            assertThat(running.failure()).as(script).isEmpty();
            Thread.sleep(20);
        }
        boolean isDrained = Run.isDrained(running);
        assertThat(isDrained || lastsMs < 60_000).as("it ends\n%s", script).isTrue();
        running.kill(Duration.ZERO);
        assertThat(running.await(Duration.ofSeconds(60))).isTrue();
        return isDrained;
    }

    private static void execute(List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static long count(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select count(*) from (" + query + ") counted")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
