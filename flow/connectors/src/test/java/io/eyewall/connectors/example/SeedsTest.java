package io.eyewall.connectors.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.jdbc.Database;
import io.eyewall.connectors.jdbc.JdbcSink;
import io.eyewall.connectors.redis.RedisSource;
import io.eyewall.connectors.server.RedisServer;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/** The applications, from a real Redis into H2, with the results of plain programs. */
class SeedsTest {
    private static final String URL = "jdbc:h2:mem:seeds;DB_CLOSE_DELAY=-1";
    private static final Database DATABASE = Database.of(URL);

    private static RedisServer server;
    private static Connection connection;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = new RedisServer(folder);
        server.start();
        connection = DriverManager.getConnection(URL);
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table words (word varchar(50) primary key, n bigint)");
            statement.execute(
                    "create table entries (path varchar(50), severity varchar(10), terms int)");
            statement.execute("create table hits (path varchar(50) primary key, n bigint)");
            statement.execute(
                    "create table top (place int primary key, cell varchar(50), bytes bigint)");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        if (connection != null) {
            connection.close();
        }
    }

    private static JdbcSink count(String table, String field) {
        String sql =
                "merge into T using (values (cast(? as varchar(50)), ?)) s(k, l) on F = k"
                        + " when matched then update set n = n + 1"
                        + " when not matched then insert values (l, 1)";
        return JdbcSink.statement(
                        DATABASE,
                        sql.replace("T ", table + " ").replace("F ", field + " "),
                        field,
                        field)
                .exactlyOnce(table, "position");
    }

    private static List<List<Object>> rows(String query) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Test
    void wordsOfAStreamAreCountedOnce() throws Exception {
        try (Jedis redis = new Jedis(server.uri())) {
            for (int i = 0; i < 100; i++) {
                redis.xadd(
                        "lines",
                        StreamEntryID.NEW_ENTRY,
                        Map.of("line", "the cat and the dog " + i % 2));
            }
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "lines",
                RedisSource.stream(server.uri(), "lines", "count", "line").withPosition().build());
        builder.setBolt("split", new Bolts.Split(), 2).shuffleGrouping("lines");
        builder.setBolt("count", count("words", "word").build(), 2)
                .fieldsGrouping("split", new Fields("word"));
        Run.topology(
                builder.createTopology(),
                () ->
                        Await.until(
                                "all words",
                                () ->
                                        rows("select sum(n) from words")
                                                .toString()
                                                .equals("[[600]]")));
        assertThat(rows("select word, n from words order by word"))
                .containsExactly(
                        List.of("0", 50L),
                        List.of("1", 50L),
                        List.of("and", 100L),
                        List.of("cat", 100L),
                        List.of("dog", 100L),
                        List.of("the", 200L));
    }

    @Test
    void logsAreIndexedAndCounted() throws Exception {
        try (Jedis redis = new Jedis(server.uri())) {
            for (int i = 0; i < 100; i++) {
                String line = "2026-11-24 20:00:00 GET /page" + i % 3 + " " + (200 + 100 * (i % 4));
                redis.xadd(
                        "log",
                        StreamEntryID.NEW_ENTRY,
                        Map.of("json", "{\"line\": \"" + line + "\"}"));
            }
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "log",
                RedisSource.stream(server.uri(), "log", "rules", "json").withPosition().build());
        builder.setBolt("rules", new Bolts.Rules(), 2).shuffleGrouping("log");
        builder.setBolt("indexer", new Bolts.Indexer(), 2).shuffleGrouping("rules");
        builder.setBolt(
                        "save-entries",
                        JdbcSink.insert(DATABASE, "entries", "path", "severity", "terms")
                                .exactlyOnce("entries", "position")
                                .build())
                .globalGrouping("indexer");
        builder.setBolt("save-hits", count("hits", "path").build(), 2)
                .fieldsGrouping("rules", new Fields("path"));
        Run.topology(
                builder.createTopology(),
                () -> {
                    Await.until("entries", () -> rows("select * from entries").size() >= 100);
                    Await.until(
                            "hits",
                            () -> rows("select sum(n) from hits").toString().equals("[[100]]"));
                });
        assertThat(rows("select severity, count(*) from entries group by severity order by 1"))
                .containsExactly(
                        List.of("error", 25L), List.of("normal", 50L), List.of("warning", 25L));
        assertThat(rows("select path, n from hits order by path"))
                .containsExactly(
                        List.of("/page0", 34L), List.of("/page1", 33L), List.of("/page2", 33L));
    }

    @Test
    void cellsThatNeedMostBandwidthAreFound() throws Exception {
        Random random = new Random(7);
        long[] bytes = new long[50];
        try (Jedis redis = new Jedis(server.uri())) {
            for (int hour = 0; hour < 6; hour++) {
                for (int cell = 0; cell < bytes.length; cell++) {
                    int up = random.nextInt(1000) * cell;
                    int down = random.nextInt(1000) * cell;
                    bytes[cell] += up + down;
                    redis.rpush(
                            "pm",
                            "<pm cell=\"cell"
                                    + cell
                                    + "\"><counter name=\"HandoversDone\">3</counter>"
                                    + "<counter name=\"BytesUp\">"
                                    + up
                                    + "</counter><counter name=\"BytesDown\">"
                                    + down
                                    + ".0</counter></pm>");
                }
            }
            redis.rpush("pm", "<pm cell=\"half");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "pm", RedisSource.list(server.uri(), "pm").decode(new FemtocellDecoder()).build());
        builder.setBolt("top", new Bolts.TopCells(3)).globalGrouping("pm");
        builder.setBolt(
                        "save",
                        JdbcSink.upsert(DATABASE, "top", List.of("place"), "place", "cell", "bytes")
                                .build())
                .globalGrouping("top");
        builder.setBolt("dead", new Collect("femtocells"))
                .shuffleGrouping("pm", DeadLetters.STREAM);
        List<List<Object>> expected = new ArrayList<>();
        List<Integer> cells = new ArrayList<>();
        for (int cell = 0; cell < bytes.length; cell++) {
            cells.add(cell);
        }
        cells.sort((left, right) -> Long.compare(bytes[right], bytes[left]));
        for (int rank = 0; rank < 3; rank++) {
            expected.add(List.of(rank + 1, "cell" + cells.get(rank), bytes[cells.get(rank)]));
        }
        Run.topology(
                builder.createTopology(),
                () -> {
                    Await.until(
                            expected.toString(),
                            () -> rows("select * from top order by place").equals(expected));
                    Await.until("the bad one", () -> Collect.of("femtocells").size() == 1);
                });
        assertThat(Collect.of("femtocells").get(0).get(0)).asString().startsWith("no counters");
    }
}
