package io.eyewall.sql.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import io.eyewall.toolkit.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Random;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries over streams that end in the middle again and again write with snapshots what they
 * should.
 */
@Tag("complete")
@Timeout(240)
class SnapshotQueriesTest {
    private static final int ROWS = 8_000;
    private static final int ENDS = 5;

    private static final String TABLES =
            """
            CREATE STREAM sales (id BIGINT, shop VARCHAR, made TIMESTAMP, price DECIMAL(10, 2),
                weight DOUBLE, pieces INT,
                WATERMARK FOR made AS made - INTERVAL '1' SECOND) WITH ('connector' = 'jdbc',
                'url' = '%1$s', 'table' = 'sales', 'order-by' = 'id', 'name' = 'from_%2$s'%3$s);
            CREATE TABLE shops (shop VARCHAR, city VARCHAR) WITH ('connector' = 'jdbc',
                'url' = '%1$s', 'table' = 'shops_with_id', 'order-by' = 'id');
            CREATE TABLE sums (w TIMESTAMP, shop VARCHAR, n BIGINT, price DECIMAL(20, 2),
                weight DOUBLE, pieces BIGINT, low INT, high DECIMAL(10, 2), kinds BIGINT)
                WITH ('connector' = 'jdbc', 'url' = '%1$s', 'table' = '%2$s_sums'%4$s);
            CREATE TABLE visits (since TIMESTAMP, shop VARCHAR, n BIGINT)
                WITH ('connector' = 'jdbc', 'url' = '%1$s', 'table' = '%2$s_visits'%5$s);
            CREATE TABLE places (id BIGINT, city VARCHAR)
                WITH ('connector' = 'jdbc', 'url' = '%1$s', 'table' = '%2$s_places'%6$s);
            INSERT INTO sums SELECT window_end, shop, COUNT(*), SUM(price), SUM(weight), SUM(pieces),
                MIN(pieces), MAX(price), COUNT(DISTINCT pieces)
                FROM TABLE(TUMBLE(TABLE sales, DESCRIPTOR(made), INTERVAL '10' SECOND))
                GROUP BY window_start, window_end, shop;
            INSERT INTO visits SELECT window_start, shop, COUNT(*)
                FROM TABLE(SESSION(TABLE sales, DESCRIPTOR(made), DESCRIPTOR(shop),
                    INTERVAL '3' SECOND))
                GROUP BY window_start, window_end, shop;
            CREATE TABLE totals (shop VARCHAR NOT NULL, n BIGINT, price DECIMAL(20, 2), low INT,
                pieces BIGINT, city VARCHAR) WITH ('connector' = 'jdbc', 'url' = '%1$s',
                'table' = '%2$s_totals', 'keys' = 'shop'%7$s);
            CREATE TABLE best (shop VARCHAR NOT NULL, place BIGINT NOT NULL, id BIGINT,
                price DECIMAL(10, 2)) WITH ('connector' = 'jdbc', 'url' = '%1$s',
                'table' = '%2$s_best', 'keys' = 'shop, place'%8$s);
            INSERT INTO totals SELECT t.shop, n, price, low, pieces, city
                FROM (SELECT COALESCE(shop, '') AS shop, COUNT(*) AS n, SUM(price) AS price,
                    MIN(pieces) AS low, SUM(pieces) AS pieces FROM sales GROUP BY shop) AS t
                LEFT JOIN shops ON t.shop = shops.shop WHERE MOD(n, 7) <> 3;
            INSERT INTO best SELECT * FROM (SELECT COALESCE(shop, '') AS shop,
                ROW_NUMBER() OVER (PARTITION BY shop ORDER BY price DESC, id) AS place, id, price
                FROM sales) AS t WHERE place <= 3;
            INSERT INTO places SELECT id, city FROM sales LEFT JOIN shops USING (shop);
            """;

    private static StormTopology compile(String url, String target, boolean hasSnapshots) {
        String script =
                TABLES.formatted(
                        url,
                        target,
                        hasSnapshots ? "" : ", 'until-end' = 'true'",
                        hasSnapshots ? ", 'transactional' = 'sums'" : "",
                        hasSnapshots ? ", 'transactional' = 'visits'" : "",
                        hasSnapshots ? ", 'transactional' = 'places'" : "",
                        hasSnapshots ? ", 'transactional' = 'totals'" : "",
                        hasSnapshots ? ", 'transactional' = 'best'" : "");
        return ServersTest.compile(script);
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static long count(String url, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Returns the number of sales that a table of totals has. */
    private static long sumOfRows(String url, String table) throws SQLException {
        return count(url, "(select generate_series(1, n) from " + table + ") as each");
    }

    private static void createTables(String url) throws SQLException {
        execute(
                url,
                "create table sales (id bigint primary key, shop varchar(10), made timestamp,"
                        + " price numeric(10, 2), weight double precision, pieces int)",
                "insert into sales select i, 'shop' || i * 7 % 11,"
                        + " timestamp '2024-05-01' + interval '10 ms' * (i + i % 17 * 4"
                        + " + i / 1000 * 700), i % 1000 * 0.01, i % 8 * 0.25,"
                        + " case when i % 5 = 0 then null else i % 23 end"
                        + " from generate_series(1, "
                        + ROWS
                        + ") as i",
                "create table shops_with_id as select i as id, 'shop' || i as shop,"
                        + " 'city' || i % 3 as city from generate_series(0, 9) as i");
        for (String target : new String[] {"expected", "snapshots"}) {
            execute(
                    url,
                    "create table "
                            + target
                            + "_sums (w timestamp, shop varchar(10), n bigint,"
                            + " price numeric, weight double precision, pieces bigint, low int,"
                            + " high numeric, kinds bigint)",
                    "create table "
                            + target
                            + "_visits (since timestamp, shop varchar(10), n bigint)",
                    "create table " + target + "_places (id bigint, city varchar(10))",
                    "create table "
                            + target
                            + "_totals (shop varchar(10) primary key, n bigint, price numeric,"
                            + " low int, pieces bigint, city varchar(10))",
                    "create table "
                            + target
                            + "_best (shop varchar(10), place bigint, id bigint, price numeric,"
                            + " primary key (shop, place))");
        }
    }

    /** What PostgreSQL itself has for the queries whose result changes. */
    private static final Map<String, String> CHANGING =
            Map.of(
                    "totals",
                    "select t.shop, n, price, low, pieces, city from (select shop, count(*) as n,"
                            + " sum(price) as price, min(pieces) as low, sum(pieces) as pieces from"
                            + " sales group by shop) as t left join shops_with_id s on t.shop = s.shop"
                            + " where mod(n, 7) <> 3",
                    "best",
                    "select * from (select shop, row_number() over (partition by shop order by price"
                            + " desc, id) as place, id, price from sales) as t where place <= 3");

    private static void checkSame(String url, String table, String ours, String theirs)
            throws SQLException {
        assertThat(count(url, "(" + ours + " except all " + theirs + ") as more"))
                .as("too many rows of %s", table)
                .isZero();
        assertThat(count(url, "(" + theirs + " except all " + ours + ") as fewer"))
                .as("missing rows of %s", table)
                .isZero();
    }

    @Test
    void writeEachRowOnce(@TempDir Path database, @TempDir Path snapshots) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(database)) {
            server.start();
            String url = server.url();
            createTables(url);
            io.eyewall.toolkit.Run.untilDrained(compile(url, "expected", false), "sales-1");
            // Windows that are open at the end of the stream are not written while it goes on.
            execute(
                    url,
                    "delete from expected_sums where w > (select max(made) - interval '1 s'"
                            + " from sales)");
            assertThat(count(url, "expected_sums")).isGreaterThan(50);
            assertThat(count(url, "expected_visits")).isGreaterThan(20);

            Random random = new Random(7);
            Config conf = new Config();
            conf.put("eyewall.snapshot.dir", snapshots.toString());
            conf.put("eyewall.snapshot.interval.ms", 20);
            conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 200);
            for (int end = 1; end <= ENDS; end++) {
                long before = count(url, "snapshots_places");
                try (TopologyHandle running =
                        Eyewall.start("queries", conf, compile(url, "snapshots", true))) {
                    Await.until(
                            "it goes on",
                            () ->
                                    count(url, "snapshots_places") > before
                                            || count(url, "snapshots_places") == ROWS
                                            || running.failure().isPresent());
                    Thread.sleep(random.nextInt(100)); // to end it at any moment
                    assertThat(running.failure()).isEmpty();
                }
            }
            try (TopologyHandle running =
                    Eyewall.start("queries", conf, compile(url, "snapshots", true))) {
                Await.until(
                        "all is written",
                        () ->
                                count(url, "snapshots_places") >= ROWS
                                        && count(url, "snapshots_sums")
                                                >= count(url, "expected_sums")
                                        && sumOfRows(url, "snapshots_totals")
                                                == sumOfRows(url, "expected_totals"));
                assertThat(running.failure()).isEmpty();
            }
            for (String table : new String[] {"sums", "places"}) {
                String ours = "select * from snapshots_" + table;
                checkSame(url, table, ours, "select * from expected_" + table);
            }
            for (Map.Entry<String, String> each : CHANGING.entrySet()) {
                for (String target : new String[] {"expected_", "snapshots_"}) {
                    String ours = "select * from " + target + each.getKey();
                    checkSame(url, target + each.getKey(), ours, each.getValue());
                }
            }
            String ours = "select * from snapshots_visits";
            assertThat(
                            count(
                                    url,
                                    "("
                                            + ours
                                            + " except all select * from expected_visits) as more"))
                    .as("too many sessions; the last ones are still open")
                    .isZero();
            assertThat(count(url, "snapshots_visits")).isGreaterThan(20);
        }
    }
}
