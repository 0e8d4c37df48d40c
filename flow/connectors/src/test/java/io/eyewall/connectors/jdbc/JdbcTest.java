package io.eyewall.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.toolkit.Await;
import io.eyewall.toolkit.Collect;
import io.eyewall.toolkit.Run;
import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.failure.ConnectorException;
import io.eyewall.toolkit.failure.DeadLetters;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

    /** The last tuple of a key decides; a key without a value is a dead letter. */
    @Test
    void deletesRows(@TempDir Path folder) throws Exception {
        deletesRows("jdbc:h2:mem:deletes;DB_CLOSE_DELAY=-1", "deletes-h2");
        deletesRows("jdbc:sqlite:" + folder.resolve("deletes.db"), "deletes-sqlite");
    }

    private static void deletesRows(String url, String name) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table words (word varchar(10) primary key, n int)");
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    Generator.of(
                                    n ->
                                            Arrays.asList(
                                                    n == 7 ? null : "word" + n % 10, n, n % 3 == 0),
                                    "word",
                                    "n",
                                    "gone")
                            .count(40)
                            .build());
            builder.setBolt(
                            "out",
                            JdbcSink.upsert(Database.of(url), "words", List.of("word"), "word", "n")
                                    .deleteIf(tuple -> tuple.getBooleanByField("gone"))
                                    .build())
                    .shuffleGrouping("in");
            builder.setBolt("dead", new Collect(name)).shuffleGrouping("out", DeadLetters.STREAM);
            Run.topology(
                    builder.createTopology(),
                    () -> {
                        Await.until("a letter", () -> !Collect.of(name).isEmpty());
                        Await.until(
                                "the last rows",
                                () ->
                                        one(statement, "select coalesce(sum(n), 0) from words")
                                                == 207);
                    });
            assertThat(one(statement, "select count(*) from words")).isEqualTo(6);
            assertThat(Collect.of(name).get(0).get(0))
                    .asString()
                    .contains("column word is a key, and has no value");
        }
    }

    /** PostgreSQL calls it a limit of a program; but no waiting makes the row any smaller. */
    @Test
    void aRowThatIsTooLargeForAnIndexIsADeadLetter(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            try (Connection connection = DriverManager.getConnection(server.url());
                    Statement statement = connection.createStatement()) {
                statement.execute("create table words (word varchar primary key)");
                TopologyBuilder builder = new TopologyBuilder();
                builder.setSpout(
                        "in",
                        Generator.of(n -> List.of(n == 3 ? noise(10_000) : "word" + n), "word")
                                .count(7)
                                .build());
                builder.setBolt(
                                "out",
                                JdbcSink.insert(Database.of(server.url()), "words", "word").build())
                        .shuffleGrouping("in");
                builder.setBolt("dead", new Collect("too-large"))
                        .shuffleGrouping("out", DeadLetters.STREAM);
                Run.topology(
                        builder.createTopology(),
                        () -> {
                            Await.until("a letter", () -> !Collect.of("too-large").isEmpty());
                            Await.until(
                                    "the others",
                                    () -> one(statement, "select count(*) from words") == 6);
                        });
            }
        }
    }

    /** Its driver knows no SQLState. */
    @Test
    void whatSqliteRefusesIsADeadLetter(@TempDir Path folder) throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("words.db");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table words (word text check (length(word) < 10))");
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    Generator.of(n -> List.of(n == 3 ? "longer than ten" : "word" + n), "word")
                            .count(7)
                            .build());
            builder.setBolt("out", JdbcSink.insert(Database.of(url), "words", "word").build())
                    .shuffleGrouping("in");
            builder.setBolt("dead", new Collect("sqlite"))
                    .shuffleGrouping("out", DeadLetters.STREAM);
            Run.topology(
                    builder.createTopology(),
                    () -> {
                        Await.until("a letter", () -> !Collect.of("sqlite").isEmpty());
                        Await.until(
                                "the others",
                                () -> one(statement, "select count(*) from words") == 6);
                    });
            assertThat(Collect.of("sqlite").get(0).get(0))
                    .asString()
                    .contains("SQLite's result 19", "CONSTRAINT");

            SQLException missing =
                    catchThrowableOfType(
                            SQLException.class, () -> statement.execute("select * from nothing"));
            assertThat(JdbcFailures.classify(missing, "select * from nothing"))
                    .isInstanceOf(ConnectorException.class)
                    .hasMessageContainingAll("SQLite's result 1", "select * from nothing");
        }
    }

    /** That nobody can compress. */
    private static String noise(int length) {
        return new Random(1)
                .ints(length, 'a', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The whole query fails at it, over and over. */
    @Test
    void aRowOfWhichAColumnCanNotBeComputedIsADeadLetter(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            skipsBadRows(server.url(), "pg-bad");
        }
        skipsBadRows("jdbc:h2:mem:bad;DB_CLOSE_DELAY=-1", "h2-bad");
    }

    /** PostgreSQL scans the whole other table first, for any row, unless told otherwise. */
    @Test
    void aRowAtWhichAConditionOfAJoinFailsIsADeadLetter(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            JdbcQuery query =
                    new JdbcQuery(
                            Database.of(server.url()),
                            "",
                            "select o.id from orders o join customers c on c.id = o.customer"
                                    + " where cast(c.rating as integer) >= 0",
                            "id",
                            new String[] {"id"},
                            0,
                            true);
            try (Connection connection = DriverManager.getConnection(server.url());
                    Statement statement = connection.createStatement();
                    JdbcReader reader = new JdbcReader(query, 0, 1)) {
                statement.execute(
                        "create table customers as select id, case when id = 7 then 'no' else '1' end"
                                + " as rating from generate_series(0, 299) id");
                statement.execute("alter table customers add primary key (id)");
                statement.execute(
                        "create table orders as select id, id % 300 as customer from"
                                + " generate_series(0, 2999) id");
                statement.execute("alter table orders add primary key (id)");
                statement.execute("analyze");
                reader.open();
                List<Long> good = new ArrayList<>();
                List<Long> bad = new ArrayList<>();
                while (!reader.ended()) {
                    for (Incoming row : reader.poll()) {
                        long id = row.position().offset();
                        try {
                            assertThat(row.values()).hasSize(1);
                            good.add(id);
                        } catch (BadRecordException e) {
                            bad.add(id);
                        }
                    }
                }
                assertThat(bad)
                        .containsExactly(
                                7L, 307L, 607L, 907L, 1207L, 1507L, 1807L, 2107L, 2407L, 2707L);
                assertThat(good).hasSize(2990).doesNotHaveDuplicates();
            }
        }
    }

    private static void skipsBadRows(String url, String name) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table texts (id bigint primary key, n varchar(10))");
            statement.execute("create table numbers (id bigint, n integer)");
            for (int i = 0; i < 2100; i++) {
                boolean isBad = i == 0 || i == 700 || i == 701 || i == 2099;
                statement.execute(
                        "insert into texts values (" + i + ", '" + (isBad ? "no" : i) + "')");
            }
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    JdbcSource.of(
                                    Database.of(url),
                                    "texts",
                                    "select id, cast(n as integer) as n from texts",
                                    "id",
                                    "id",
                                    "n")
                            .build(),
                    2);
            builder.setBolt("out", JdbcSink.insert(Database.of(url), "numbers", "id", "n").build())
                    .shuffleGrouping("in");
            builder.setBolt("dead", new Collect(name)).shuffleGrouping("in", DeadLetters.STREAM);
            Run.topology(
                    builder.createTopology(),
                    () -> {
                        Await.until("letters", () -> Collect.of(name).size() >= 4);
                        Await.until(
                                "rows",
                                () -> one(statement, "select count(*) from numbers") >= 2096);
                        Await.until(
                                "all is kept as done",
                                () ->
                                        one(statement, "select max(done) from eyewall_offsets")
                                                == 2099);
                    });
            assertThat(one(statement, "select count(*) from numbers")).isEqualTo(2096);
            assertThat(Collect.of(name))
                    .extracting(letter -> letter.get(1))
                    .containsExactlyInAnyOrder("texts@0", "texts@700", "texts@701", "texts@2099");
            assertThat(Collect.of(name))
                    .allSatisfy(
                            letter -> assertThat(letter.get(0)).asString().contains("SQLState 22"));
        }
    }

    @Test
    void aColumnThatTheDriverCanNotReadIsADeadLetter() throws Exception {
        String url = "jdbc:h2:mem:unreadable;DB_CLOSE_DELAY=-1";
        JdbcQuery query =
                new JdbcQuery(
                        Database.of(url), "", "select * from t", "id", new String[] {"o"}, 0, true);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                JdbcReader reader = new JdbcReader(query, 0, 1)) {
            statement.execute("create table t (id bigint, o java_object)");
            statement.execute("insert into t values (1, null), (2, cast(X'0011' as java_object))");
            statement.execute("insert into t values (3, null)");
            reader.open();
            List<Incoming> rows = reader.poll();
            assertThat(rows).extracting(row -> row.position().offset()).containsExactly(1L, 2L, 3L);
            assertThat(rows.get(2).values()).hasSize(1);
            assertThatThrownBy(() -> rows.get(1).values())
                    .isInstanceOf(BadRecordException.class)
                    .hasMessage("column o can't be read");
        }
    }

    /** It fails wherever one looks, so that the row can't be told. */
    @Test
    void aConditionThatCanNotBeComputedIsAMistakeOfTheTopology() throws Exception {
        String url = "jdbc:h2:mem:condition;DB_CLOSE_DELAY=-1";
        JdbcQuery query =
                new JdbcQuery(
                        Database.of(url),
                        "",
                        "select id from t where cast(n as integer) > 0",
                        "id",
                        new String[] {"id"},
                        0,
                        true);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                JdbcReader reader = new JdbcReader(query, 0, 1)) {
            statement.execute("create table t (id bigint, n varchar(9))");
            statement.execute("insert into t values (1, 'no')");
            reader.open();
            assertThatThrownBy(reader::poll)
                    .isInstanceOf(ConnectorException.class)
                    .hasMessageContaining("the row cannot be determined");
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

    /** Else a sink would keep, and write with each batch, which rows of all it has not had. */
    @Test
    void severalTasksKnowWhatNoneWillReadAgain() throws Exception {
        String url = "jdbc:h2:mem:floors;DB_CLOSE_DELAY=-1";
        JdbcQuery query = query(url, "numbers", "id");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                JdbcReader even = new JdbcReader(query, 0, 2);
                JdbcReader odd = new JdbcReader(query, 1, 2);
                JdbcReader alone = new JdbcReader(query, 0, 1)) {
            statement.execute("create table t (id bigint)");
            statement.execute("insert into t values (0), (1), (2), (3), (4)");
            even.open();
            odd.open();
            List<Incoming> evens = even.poll();
            List<Incoming> odds = odd.poll();
            assertThat(evens)
                    .extracting(row -> row.position().offset())
                    .containsExactly(0L, 2L, 4L);

            evens.forEach(even::done);
            even.commit();
            assertThat(next(even, statement, 6).floor()).as("the other has done none").isZero();

            odd.done(odds.get(0));
            odd.commit();
            assertThat(next(odd, statement, 5).floor()).as("but not 3").isEqualTo(3);

            alone.open();
            assertThat(alone.poll().get(0).position()).isEqualTo(new Position("numbers", 3, 0));
        }
    }

    /** One that keeps no place has no name, but a sink keeps what it has written of it. */
    @Test
    void rowsThatAreReadAnewAreWrittenOnce() throws Exception {
        String url = "jdbc:h2:mem:anew;DB_CLOSE_DELAY=-1";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (id bigint)");
            statement.execute("create table copies (id bigint)");
            statement.execute("insert into t select x from system_range(0, 99)");
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout(
                    "in",
                    JdbcSource.anew(Database.of(url), "select id from t", "id", "id")
                            .withPosition()
                            .build());
            builder.setBolt(
                            "out",
                            JdbcSink.insert(Database.of(url), "copies", "id")
                                    .exactlyOnce("anew", "position")
                                    .batch(10, Duration.ofMillis(50))
                                    .build())
                    .fieldsGrouping("in", new Fields("id"));
            for (int rows = 100; rows <= 101; rows++) {
                int expected = rows;
                Run.topology(
                        builder.createTopology(),
                        () ->
                                Await.until(
                                        "all",
                                        () ->
                                                one(statement, "select count(*) from copies")
                                                        == expected));
                statement.execute("insert into t values (100)");
            }
        }
    }

    /** As one record after another, what is not bad is written. */
    @Test
    void whatTriggersRefuseAndDriversDoNotKnowIsBad() {
        for (String state : List.of("P0001", "45000", "44000", "07006", "22001", "23505")) {
            assertThat(JdbcFailures.classify(new SQLException("no", state), "insert"))
                    .as(state)
                    .isInstanceOf(BadRecordException.class);
        }
        SQLException deadlock = new SQLException("later", "40P01");
        assertThat(JdbcFailures.classify(deadlock, "insert")).isSameAs(deadlock);
    }

    /** PostgreSQL's driver says so of a query in place of a statement. */
    @Test
    void aResultWhereNoneIsExpectedIsAMistakeOfTheTopology() {
        assertThat(
                        JdbcFailures.classify(
                                new SQLException("A result was returned", "0100E"), "select f(?)"))
                .isInstanceOf(ConnectorException.class)
                .hasMessageContaining("(SQLState 0100E): select f(?)");
    }

    @Test
    void namesThatNoTableTakesAreRefused() {
        Database database = Database.of("jdbc:h2:mem:");
        String name = "n".repeat(201);
        assertThatThrownBy(() -> JdbcSource.of(database, name, "select id from t", "id", "id"))
                .hasMessageEndingWith("has 201 characters: expected 1 to 200");
        assertThatThrownBy(() -> JdbcSink.insert(database, "t", "id").exactlyOnce(name, "position"))
                .hasMessageEndingWith("has 201 characters: expected 1 to 200");
    }

    private static Position next(JdbcReader reader, Statement statement, long id) throws Exception {
        statement.execute("insert into t values (" + id + ")");
        return reader.poll().get(0).position();
    }

    private static void refuses(String url, String column, String message) throws Exception {
        try (JdbcReader reader = new JdbcReader(query(url, "", column), 0, 1)) {
            reader.open();
            assertThatThrownBy(reader::poll)
                    .isInstanceOf(ConnectorException.class)
                    .hasMessageStartingWith(message);
        }
    }

    private static JdbcQuery query(String url, String name, String column) {
        return new JdbcQuery(
                Database.of(url), name, "select * from t", column, new String[] {column}, 0, true);
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

    /** Without a limit PostgreSQL sorts all rows that are left for each thousand of them. */
    @Test
    void moreRowsThanAreReadAtOnce() throws Exception {
        String url = "jdbc:h2:mem:more;DB_CLOSE_DELAY=-1";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                JdbcReader reader = new JdbcReader(query(url, "", "id"), 1, 2)) {
            statement.execute("create table t (id bigint)");
            statement.execute("insert into t select x from system_range(0, 4999)");
            reader.open();
            long next = 1;
            for (int rows : new int[] {1000, 1000, 500}) {
                List<Incoming> read = reader.poll();
                assertThat(read).hasSize(rows);
                for (Incoming row : read) {
                    assertThat(row.position().offset()).isEqualTo(next);
                    next += 2;
                }
            }
        }
        assertThat(JdbcStatements.limitClause("PostgreSQL", 1000)).isEqualTo(" limit 1000");
        assertThat(JdbcStatements.limitClause("Oracle", 1000)).isEmpty();
    }

    /** Rows are stored as read when they are released, whatever was read. */
    @Test
    void readsAgainBehindAnOffset() throws Exception {
        String url = "jdbc:h2:mem:rewind;DB_CLOSE_DELAY=-1";
        JdbcQuery query = query(url, "rewound", "id");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                JdbcReader reader = new JdbcReader(query, 0, 1);
                JdbcReader next = new JdbcReader(query, 0, 1)) {
            statement.execute("create table t (id bigint)");
            statement.execute("insert into t select x from system_range(0, 9)");
            reader.open();
            reader.rewind(Map.of());
            assertThat(reader.poll()).hasSize(10);
            assertThat(reader.poll()).isEmpty();
            assertThat(reader.ended()).isTrue();
            reader.release(Map.of("rewound", 3L));
            reader.commit();
            reader.rewind(Map.of("rewound", 5L));
            assertThat(reader.ended()).isFalse();
            assertThat(offsets(reader.poll())).containsExactly(6L, 7L, 8L, 9L);
            reader.rewind(Map.of());
            assertThat(reader.poll()).hasSize(10);

            next.open();
            assertThat(offsets(next.poll())).startsWith(4L);
        }
    }

    private static List<Long> offsets(List<Incoming> rows) {
        return rows.stream().map(row -> row.position().offset()).toList();
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
