package io.eyewall.sql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.kafka.KafkaTopics;
import io.eyewall.connectors.server.KafkaServer;
import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.connectors.server.RedisServer;
import io.eyewall.sql.SqlLauncher;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import org.apache.storm.generated.StormTopology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Tables of Kafka, Redis and PostgreSQL, read and written. */
@Tag("more")
class ServersTest {
    static StormTopology compile(String script) {
        Map<String, Object> compiled =
                new SqlLauncher()
                        .apply(
                                Map.of(
                                        "file", "test.sql",
                                        "script", script,
                                        "parallelism", "2",
                                        "json", "false"));
        assertThat(compiled).as(script).doesNotContainKey("error");
        return (StormTopology) Objects.requireNonNull(compiled.get("topology"));
    }

    /** A table of Kafka is read from its beginning each time; a stream goes on. */
    @Test
    void kafka(@TempDir Path folder) throws Exception {
        try (KafkaServer server = new KafkaServer(folder)) {
            server.start();
            try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
                topics.create("words", "sums", "copies");
                topics.write("words", List.of("a,1", "b,2", "a,3"));
                String tables =
                        """
                        CREATE %s words (word VARCHAR, n INT) WITH ('connector' = 'kafka',
                            'servers' = '%s', 'topic' = 'words'%s);
                        CREATE TABLE sums (word VARCHAR, n BIGINT) WITH ('connector' = 'kafka',
                            'servers' = '%2$s', 'topic' = 'sums', 'key' = 'word', 'format' = 'json');
                        CREATE TABLE copies (word VARCHAR, n BIGINT) WITH ('connector' = 'kafka',
                            'servers' = '%2$s', 'topic' = 'copies');
                        """;
                String sums =
                        tables.formatted("TABLE", server.bootstrap(), "")
                                + "INSERT INTO sums SELECT word, SUM(n) FROM words GROUP BY word;";
                String copies =
                        tables.formatted(
                                        "STREAM",
                                        server.bootstrap(),
                                        ", 'group' = 'copies', 'until-end' = 'true'")
                                + "INSERT INTO copies SELECT word, n * 10 FROM words;";
                for (int i = 0; i < 2; i++) {
                    Run.untilDrained(compile(sums), "words-1");
                    Run.untilDrained(compile(copies), "words-1");
                }
                assertThat(topics.read("sums"))
                        .containsExactlyInAnyOrder(
                                "{\"word\":\"a\",\"n\":4}",
                                "{\"word\":\"a\",\"n\":4}",
                                "{\"word\":\"b\",\"n\":2}",
                                "{\"word\":\"b\",\"n\":2}");
                assertThat(topics.read("copies")).containsExactlyInAnyOrder("a,10", "b,20", "a,30");
            }
        }
    }

    /** Rows of a window that was not written are not lost with the process that read them. */
    @Test
    void redisGivesRowsOfUnfinishedWindowsAgain(@TempDir Path folder) throws Exception {
        try (RedisServer server = new RedisServer(folder)) {
            server.start();
            String script =
                    """
                    CREATE STREAM clicks (u VARCHAR, ts TIMESTAMP, WATERMARK FOR ts) WITH (
                        'connector' = 'redis', 'uri' = '%s', 'list' = 'clicks', 'until-end' = '%s');
                    CREATE TABLE counts (w TIMESTAMP, u VARCHAR, n BIGINT) WITH (
                        'connector' = 'redis', 'uri' = '%1$s', 'list' = 'counts');
                    INSERT INTO counts SELECT window_end, u, COUNT(*)
                    FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND))
                    GROUP BY window_start, window_end, u;
                    """;
            try (Jedis redis = new Jedis(server.uri())) {
                for (int i = 0; i < 25; i++) {
                    redis.rpush("clicks", "u" + i % 2 + ",2024-05-01 12:00:%02d".formatted(i));
                }
                Run.topology(
                        compile(script.formatted(server.uri(), "false")),
                        () ->
                                Await.until(
                                        "two windows of two users",
                                        () ->
                                                redis.llen("counts") == 4
                                                        && redis.llen("clicks:taken:0") == 5));
                redis.rpush("clicks", "u1,2024-05-01 12:00:29");
                Run.untilDrained(compile(script.formatted(server.uri(), "true")), "clicks-1");
                assertThat(redis.lrange("counts", 0, -1))
                        .containsExactlyInAnyOrder(
                                "2024-05-01 12:00:10,u0,5",
                                "2024-05-01 12:00:10,u1,5",
                                "2024-05-01 12:00:20,u0,5",
                                "2024-05-01 12:00:20,u1,5",
                                "2024-05-01 12:00:30,u0,3",
                                "2024-05-01 12:00:30,u1,3");
                assertThat(redis.keys("clicks:taken:*")).isEmpty();
            }
        }
    }

    /** A key whose row is gone is deleted: u1 has three clicks in the end, and no row. */
    @Test
    void rowsThatAreTakenAwayAreDeleted(@TempDir Path folder) throws Exception {
        String clicks =
                """
                CREATE STREAM clicks (u VARCHAR NOT NULL) WITH ('connector' = 'file',
                    'path' = '%s');
                """
                        .formatted(
                                Files.writeString(
                                        folder.resolve("clicks.csv"), "u0\nu1\nu0\nu1\nu2\nu1\n"));
        String query =
                "INSERT INTO few SELECT u, COUNT(*) AS n FROM clicks GROUP BY u HAVING"
                        + " COUNT(*) < 3;";
        try (RedisServer server = new RedisServer(Files.createDirectory(folder.resolve("redis")))) {
            server.start();
            String few =
                    """
                    CREATE TABLE few (u VARCHAR NOT NULL, n BIGINT) WITH ('connector' = 'redis',
                        'uri' = '%s', 'hash' = 'few', 'key' = 'u');
                    """
                            .formatted(server.uri());
            Run.untilDrained(compile(clicks + few + query), "clicks-1");
            try (Jedis redis = new Jedis(server.uri())) {
                assertThat(redis.hgetAll("few")).isEqualTo(Map.of("u0", "u0,2", "u2", "u2,1"));
            }
        }
        try (KafkaServer server = new KafkaServer(Files.createDirectory(folder.resolve("kafka")))) {
            server.start();
            try (KafkaTopics topics = new KafkaTopics(server.bootstrap())) {
                topics.create("few");
                String few =
                        """
                        CREATE TABLE few (u VARCHAR NOT NULL, n BIGINT) WITH ('connector' = 'kafka',
                            'servers' = '%s', 'topic' = 'few', 'key' = 'u');
                        """
                                .formatted(server.bootstrap());
                Run.untilDrained(compile(clicks + few + query), "clicks-1");
                assertThat(topics.read("few"))
                        .containsSubsequence("u1,1", "u1,2", "no u1")
                        .contains("u0,1", "u0,2", "u2,1")
                        .hasSize(6);
            }
        }
    }

    @Test
    void postgresql(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            try (Connection connection = DriverManager.getConnection(server.url());
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        "create table orders (id bigint, customer varchar(10), made timestamp,"
                                + " price numeric(10, 2), since date, ok boolean)");
                statement.execute(
                        "insert into orders values (1, 'anna', '2024-05-01 12:00:00', 1.50,"
                                + " '2024-02-29', true), (2, 'bert', null, 2, null, false),"
                                + " (5, 'anna', '2024-05-01 12:00:01.5', 3, '2024-03-01', null)");
                statement.execute(
                        "create table spent (customer varchar(10) primary key, made timestamp,"
                                + " price numeric(10, 2), since date, ok boolean, n bigint)");
                statement.execute("insert into spent (customer) values ('anna')");
                StormTopology topology =
                        compile(
                                """
                                CREATE TABLE orders (id BIGINT, customer VARCHAR, made TIMESTAMP,
                                    price DECIMAL(10, 2), since DATE, ok BOOLEAN)
                                WITH ('connector' = 'jdbc', 'url' = '%s', 'table' = 'orders',
                                    'order-by' = 'id');
                                CREATE TABLE spent (customer VARCHAR, made TIMESTAMP,
                                    price DECIMAL(10, 2), since DATE, ok BOOLEAN, n BIGINT)
                                WITH ('connector' = 'jdbc', 'url' = '%1$s', 'table' = 'spent',
                                    'keys' = 'customer');
                                INSERT INTO spent SELECT customer, MAX(made), SUM(price), MIN(since),
                                    MIN(ok), COUNT(*) FROM orders GROUP BY customer;
                                """
                                        .formatted(server.url()));
                Run.untilDrained(topology, "orders-1");
                assertThat(rows(statement, "select * from spent order by customer"))
                        .containsExactly(
                                "anna|2024-05-01 12:00:01.5|4.50|2024-02-29|t|2",
                                "bert|null|2.00|null|f|1");
                assertThat(
                                rows(
                                        statement,
                                        "select tablename from pg_tables where tablename like 'e%'"))
                        .as("nothing of ours is left there")
                        .isEmpty();
            }
        }
    }

    /** With a zone or without; in New York 02:30 was not on that day, and in Apia not the other. */
    @Test
    void timesOfPostgresqlAreInUtcWhateverTheZoneOfTheJvm(@TempDir Path folder) throws Exception {
        TimeZone before = TimeZone.getDefault();
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            for (String zone : List.of("UTC", "America/New_York", "Pacific/Apia")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                copiesTimes(server.url(), zone);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static void copiesTimes(String url, String zone) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("set time zone 'UTC'");
            for (String table : List.of("ev", "copy")) {
                statement.execute("drop table if exists " + table);
                statement.execute(
                        "create table "
                                + table
                                + " (id bigint, tz timestamptz, wall timestamp, d date, t time)");
            }
            statement.execute(
                    "insert into ev values (1, '2026-03-08 02:30:00.123Z',"
                            + " '2026-03-08 02:30:00.123', '2011-12-30', '02:30:00.123'),"
                            + " (2, '2011-12-30 12:00Z', '2011-12-30 12:00', '2026-03-08', '0:00')");
            Run.untilDrained(
                    compile(
                            """
                            CREATE TABLE ev (id BIGINT, tz TIMESTAMP, wall TIMESTAMP, d DATE, t TIME)
                            WITH ('connector' = 'jdbc', 'url' = '%s', 'table' = 'ev',
                                'order-by' = 'id');
                            CREATE TABLE "copy" (id BIGINT, tz TIMESTAMP, wall TIMESTAMP, d DATE,
                                t TIME)
                            WITH ('connector' = 'jdbc', 'url' = '%1$s', 'table' = 'copy');
                            INSERT INTO "copy" SELECT * FROM ev WHERE tz = wall;
                            """
                                    .formatted(url)),
                    "ev-1");
            assertThat(rows(statement, "select * from copy order by id"))
                    .as(zone)
                    .hasSize(2)
                    .isEqualTo(rows(statement, "select * from ev order by id"));
        }
    }

    private static List<String> rows(Statement statement, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    cells.add(result.getString(i));
                }
                rows.add(String.join("|", cells));
            }
        }
        return rows;
    }
}
