package io.eyewall.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.DeadLetters;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcTest {
    /** H2, in this process. */
    @Test
    void rowsAreCopiedOnceAndBadOnesAreDeadLetters() throws Exception {
        copies("jdbc:h2:mem:copies;DB_CLOSE_DELAY=-1", "h2");
    }

    @Test
    void postgresqlToo(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            copies(server.url(), "postgresql");
        }
    }

    private static void copies(String url, String name) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table words (id bigint primary key, word varchar(20))");
            statement.execute("create table counts (word varchar(10) primary key, n bigint)");
            statement.execute("create table copies (id bigint primary key, word varchar(20))");
            for (int i = 0; i < 300; i++) {
                statement.execute("insert into words values (" + i + ", 'word" + i % 7 + "')");
                if (i % 7 < 2) {
                    statement.execute(
                            "merge into counts using (values ('word"
                                    + i % 7
                                    + "')) s(w)"
                                    + " on word = w when not matched then insert values (w, 0)");
                }
            }
            for (int i = 2; i < 7; i++) {
                statement.execute("insert into counts values ('word" + i + "', 0)");
            }
            statement.execute("insert into words values (300, 'longer than ten')");

            StormTopology topology = topology(url, name);
            Run.topology(
                    topology,
                    () -> {
                        Await.until(
                                "all", () -> one(statement, "select sum(n) from counts") >= 300);
                        Await.until(
                                "copies",
                                () -> one(statement, "select count(*) from copies") >= 301);
                        Await.until("a dead letter", () -> Collect.of(name).size() >= 1);
                        Await.until(
                                "all is kept as done",
                                () -> one(statement, "select done from eyewall_offsets") == 300);
                    });
            statement.execute("insert into words values (301, 'word1')");
            Run.topology(
                    topology,
                    () ->
                            Await.until(
                                    "more",
                                    () -> one(statement, "select sum(n) from counts") > 300));

            assertThat(one(statement, "select sum(n) from counts")).isEqualTo(301);
            assertThat(one(statement, "select n from counts where word = 'word1'")).isEqualTo(44);
            assertThat(one(statement, "select count(*) from copies")).isEqualTo(302);
            assertThat(Collect.of(name)).hasSize(1);
            assertThat(Collect.of(name).get(0).get(0)).asString().contains("SQLState 22");
            assertThat(Collect.of(name).get(0).get(1)).isEqualTo("words-" + name + "@300");
        }
    }

    /** Rows would be missing otherwise. */
    @Test
    void aColumnThatDoesNotNumberRowsIsRefused() throws Exception {
        String url = "jdbc:h2:mem:numbers;DB_CLOSE_DELAY=-1";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (same bigint, below bigint)");
            statement.execute("insert into t values (1, -2), (2, -1), (2, 0)");
        }
        refuses(url, "same", "two rows have same = 2");
        refuses(url, "below", "a row has below = -2: expected numbers from 0");
    }

    private static void refuses(String url, String column, String message) throws Exception {
        JdbcQuery query =
                new JdbcQuery(
                        Database.of(url),
                        "",
                        "select * from t",
                        column,
                        new String[] {column},
                        0,
                        true);
        try (JdbcReader reader = new JdbcReader(query, 0, 1)) {
            reader.open();
            assertThatThrownBy(reader::poll)
                    .isInstanceOf(ConnectorException.class)
                    .hasMessageStartingWith(message);
        }
    }

    private static StormTopology topology(String url, String name) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "words",
                JdbcSource.of(
                                Database.of(url),
                                "words-" + name,
                                "select id, word from words",
                                "id",
                                "id",
                                "word")
                        .withPosition()
                        .build());
        builder.setBolt(
                        "counts",
                        JdbcSink.statement(
                                        Database.of(url),
                                        "merge into counts using (values (cast(? as varchar(10)), ?)) s(w, l)"
                                                + " on word = l when matched then update set n = n + 1"
                                                + " when not matched then insert values (l, 1)",
                                        "word",
                                        "word")
                                .exactlyOnce("counts", "position")
                                .build(),
                        2)
                .fieldsGrouping("words", new Fields("word"));
        builder.setBolt(
                        "copies",
                        JdbcSink.upsert(Database.of(url), "copies", List.of("id"), "id", "word")
                                .build())
                .shuffleGrouping("words");
        builder.setBolt("dead", new Collect(name)).shuffleGrouping("counts", DeadLetters.STREAM);
        return builder.createTopology();
    }

    static long one(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    @Test
    void upsertsOfOtherDatabases() {
        List<String> columns = List.of("k", "v");
        assertThat(JdbcStatements.upsert("MariaDB", "t", columns, List.of("k")))
                .isEqualTo(
                        "insert into t (k, v) values (?, ?) on duplicate key update v = values(v)");
        assertThat(JdbcStatements.upsert("Oracle", "t", columns, List.of("k")))
                .isEqualTo(
                        "merge into t t using (select ? as k, ? as v) s on t.k = s.k"
                                + " when matched then update set v = s.v"
                                + " when not matched then insert (k, v) values (s.k, s.v)");
        assertThatThrownBy(
                        () -> JdbcSink.upsert(Database.of("jdbc:h2:mem:"), "t", List.of("x"), "k"))
                .hasMessage("keys must be some of the columns [k]: [x]");
    }
}
