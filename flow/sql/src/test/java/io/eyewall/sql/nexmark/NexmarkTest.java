package io.eyewall.sql.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.server.PostgresqlServer;
import io.eyewall.sql.compiler.Ours;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nexmark's queries over streams have PostgreSQL's answers over tables with the same rows. */
@NullUnmarked // rows hold nulls
class NexmarkTest {
    private static final int EVENTS = 5_000;
    private static final int MICROS_BETWEEN = 12_000;
    private static final int DIGITS = 10;
    private static final Map<String, List<Object[]>> ROWS =
            Map.of(
                    "person", new ArrayList<>(),
                    "auction", new ArrayList<>(),
                    "bid", new ArrayList<>(),
                    "bid_now", new ArrayList<>(),
                    "side", new ArrayList<>());

    private static PostgresqlServer server;

    @BeforeAll
    static void fillTables(@TempDir Path folder) throws Exception {
        new Events(1, MICROS_BETWEEN)
                .generate(
                        EVENTS,
                        new Events.Receiver() {
                            @Override
                            public void onPerson(Object... row) {
                                ROWS.get("person").add(row);
                            }

                            @Override
                            public void onAuction(Object... row) {
                                ROWS.get("auction").add(row);
                            }

                            @Override
                            public void onBid(Object... row) {
                                ROWS.get("bid").add(row);
                                ROWS.get("bid_now").add(Arrays.copyOf(row, row.length + 1));
                            }
                        });
        for (long id = 1000; id < 2000; id += 3) {
            ROWS.get("side").add(new Object[] {id, "side " + id});
        }
        server = new PostgresqlServer(folder);
        server.start();
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table person (id bigint, name text, email text, credit_card text,"
                            + " city text, state text, ts timestamp, extra text)");
            statement.execute(
                    "create table auction (id bigint, item_name text, description text,"
                            + " initial_bid bigint, reserve bigint, ts timestamp, expires timestamp,"
                            + " seller bigint, category bigint, extra text)");
            statement.execute(
                    "create table bid (auction bigint, bidder bigint, price bigint, channel text,"
                            + " url text, ts timestamp, extra text)");
            statement.execute("create table side (id bigint, name text)");
            for (String table : List.of("person", "auction", "bid", "side")) {
                insert(connection, table);
            }
        }
    }

    private static void insert(Connection connection, String table) throws SQLException {
        List<Object[]> rows = ROWS.get(table);
        String marks = ", ?".repeat(rows.get(0).length).substring(2);
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + table + " values (" + marks + ")")) {
            for (Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    boolean isTime = Events.TIMES.getOrDefault(table, Set.of()).contains(i);
                    insert.setObject(i + 1, isTime ? time((Long) row[i]) : row[i]);
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static LocalDateTime time(long ms) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(ms), ZoneOffset.UTC);
    }

    @AfterAll
    static void endServer() {
        server.close();
    }

    /** All but q12, whose windows are of the time at which it runs. */
    static List<String> queries() {
        return Queries.ALL.stream().filter(query -> !query.equals("q12")).toList();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void answersAsPostgresql(String query) throws SQLException {
        List<String> there = there(Queries.text(query, "postgresql"));
        assertThat(there).isNotEmpty();
        for (int tasks : new int[] {1, 4}) {
            assertThat(here(Queries.text(query), tasks))
                    .as("%s with %s tasks", query, tasks)
                    .containsExactlyInAnyOrderElementsOf(there);
        }
    }

    @Test
    void windowsOfTheClockHaveAllBids() throws SQLException {
        String sums =
                "SELECT bidder, SUM(bids) FROM (" + Queries.text("q12") + ") AS w GROUP BY bidder";
        assertThat(here(sums, 2))
                .containsExactlyInAnyOrderElementsOf(
                        there("SELECT bidder, COUNT(*) FROM bid GROUP BY bidder"));
    }

    private static List<String> here(String query, int tasks) {
        String script = Queries.streams(table -> "'connector' = 'stdin'") + query + ";";
        var compiled = Ours.compiler(script, ROWS, tasks).compile();
        StormTopology topology = Objects.requireNonNull(compiled.topology());
        List<Object[]> printed = Ours.run(topology, tasks > 1 ? 2 : 1, Ours.QUICK_START);
        boolean isChanging = compiled.explanation().contains("signs-");
        return (isChanging ? Ours.remaining(printed) : printed)
                .stream().map(NexmarkTest::text).toList();
    }

    private static List<String> there(String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection =
                        DriverManager.getConnection(server.url() + "&options=-c%20timezone=UTC");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                Object[] row = new Object[width];
                for (int i = 0; i < width; i++) {
                    row[i] = value(result, i + 1);
                }
                rows.add(text(row));
            }
        }
        return rows;
    }

    /** Returns a value as a row here has it. */
    private static Object value(ResultSet result, int i) throws SQLException {
        return switch (result.getMetaData().getColumnType(i)) {
            case Types.TIMESTAMP ->
                    result.getObject(i, LocalDateTime.class)
                            .toInstant(ZoneOffset.UTC)
                            .toEpochMilli();
            case Types.DATE -> result.getObject(i, LocalDate.class).toEpochDay();
            default -> result.getObject(i);
        };
    }

    /** Returns a row as text: averages are doubles here and decimals there. */
    private static String text(Object[] row) {
        List<String> cells = new ArrayList<>();
        for (Object cell : row) {
            cells.add(
                    cell instanceof Number number
                            ? new BigDecimal(number.toString())
                                    .round(
                                            new MathContext(
                                                    DIGITS + (number instanceof Long ? 9 : 0)))
                                    .stripTrailingZeros()
                                    .toPlainString()
                            : String.valueOf(cell));
        }
        return String.join("|", cells);
    }
}
