package io.eyewall.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.DeadLetters;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types that only PostgreSQL has. */
class JdbcValuesTest {
    private static final String[] COLUMNS = {
        "id", "u", "j", "mood", "ip", "span", "xml", "words", "matrix", "n", "f"
    };

    @Test
    void typesOfPostgresqlAreReadAndWritten(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            try (Connection connection = DriverManager.getConnection(server.url());
                    Statement statement = connection.createStatement()) {
                statement.execute("create type mood as enum ('sad', 'ok')");
                copiesOwnTypes(server.url(), statement);
                refusesTextThatIsNone(server.url(), statement);
            }
        }
    }

    private static void copiesOwnTypes(String url, Statement statement) throws Exception {
        for (String table : List.of("things", "copies")) {
            statement.execute(
                    "create table "
                            + table
                            + " (id bigint primary key, u uuid, j jsonb, mood mood, ip inet,"
                            + " span interval, xml xml, words text[], matrix int[],"
                            + " n numeric, f double precision)");
        }
        statement.execute(
                "insert into things values (1, '11111111-2222-3333-4444-555555555555',"
                        + " '{\"a\": 1}', 'ok', '10.0.0.1', '1 day', '<a/>', '{a,null}',"
                        + " '{{1},{2}}', 'NaN', 'NaN'),"
                        + " (2, null, null, null, null, null, null, null, null, 1.50,"
                        + " 'Infinity')");
        Database database = Database.of(url);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "in",
                JdbcSource.anew(database, "select * from things", "id", COLUMNS)
                        .untilEnd()
                        .build());
        builder.setBolt("seen", new Collect("own types")).shuffleGrouping("in");
        String[] written = {"id", "u", "j", "mood", "ip", "span", "xml", "n", "f"};
        builder.setBolt(
                        "copies",
                        JdbcSink.insert(database, "copies", written)
                                .batch(1, Duration.ZERO)
                                .build())
                .shuffleGrouping("in");
        builder.setBolt("dead", new Collect("own types dead"))
                .shuffleGrouping("copies", DeadLetters.STREAM);
        Run.untilDrained(builder.createTopology(), "in");

        assertThat(Collect.of("own types dead")).isEmpty();
        assertThat(Collect.of("own types").get(0).subList(1, 9))
                .containsExactly(
                        UUID.fromString("11111111-2222-3333-4444-555555555555"),
                        "{\"a\": 1}",
                        "ok",
                        "10.0.0.1",
                        "1 days",
                        "<a/>",
                        Arrays.asList("a", null),
                        List.of(List.of(1), List.of(2)));
        try (ResultSet same =
                statement.executeQuery(
                        "select count(*) from things t join copies c on c.id = t.id"
                                + " and (c.u, c.j, c.mood, c.ip, c.span, c.xml::text, c.n,"
                                + " c.f) is not distinct from (t.u, t.j, t.mood, t.ip,"
                                + " t.span, t.xml::text, t.n, t.f)")) {
            same.next();
            assertThat(same.getInt(1)).isEqualTo(2);
        }
    }

    /** A dead letter, as any other value that a column can't take. */
    private static void refusesTextThatIsNone(String url, Statement statement) throws Exception {
        statement.execute("create table texts (id bigint primary key, t text)");
        statement.execute("insert into texts values (1, 'no uuid'), (2, ''), (3, 'ok'), (4, null)");
        for (String type : List.of("uuid", "mood", "jsonb")) {
            statement.execute("create table of_" + type + " (t " + type + ")");
            Database database = Database.of(url);
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    JdbcSource.anew(database, "select * from texts", "id", "t").untilEnd().build());
            builder.setBolt(
                            "out",
                            JdbcSink.insert(database, "of_" + type, "t")
                                    .batch(1, Duration.ZERO)
                                    .build())
                    .shuffleGrouping("in");
            builder.setBolt("dead", new Collect("no " + type))
                    .shuffleGrouping("out", DeadLetters.STREAM);
            Run.untilDrained(builder.createTopology(), "in");
            assertThat(Collect.of("no " + type)).as(type).hasSize(type.equals("mood") ? 2 : 3);
        }
    }
}
