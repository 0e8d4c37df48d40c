package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.sql.SqlException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries over streams whose result changes: which changes are printed, and what is refused. */
class ChangingQueryTest {
    private static final String STREAMS =
            """
            CREATE STREAM bids (item VARCHAR, price INT) WITH ('connector' = 'stdin');
            CREATE STREAM items (item VARCHAR, seller VARCHAR) WITH ('connector' = 'stdin');
            CREATE TABLE sellers (seller VARCHAR, city VARCHAR) WITH ('connector' = 'stdin');
            """;

    private static final List<Object[]> BIDS =
            List.of(bid("a", 3), bid("b", 5), bid("a", 9), bid("a", 4), bid("b", 1));

    private static Object[] bid(String item, int price) {
        return new Object[] {item, price};
    }

    private static SqlCompiler.Compiled compile(String query, Map<String, List<Object[]>> rows) {
        return Ours.compiler(STREAMS + query + ";", rows, 1).compile();
    }

    private static List<String> changesOfBids(String query) {
        Map<String, List<Object[]>> rows =
                Map.of("bids", BIDS, "items", List.of(), "sellers", List.of());
        var topology = compile(query, rows).topology();
        assertThat(topology).isNotNull();
        return Ours.run(topology, 1).stream().map(Arrays::toString).toList();
    }

    @Test
    void eachRowChangesItsGroup() {
        assertThat(changesOfBids("SELECT item, COUNT(*), MAX(price) FROM bids GROUP BY item"))
                .containsExactly(
                        "[+, a, 1, 3]",
                        "[+, b, 1, 5]",
                        "[+, a, 2, 9]",
                        "[-, a, 1, 3]",
                        "[+, a, 3, 9]",
                        "[-, a, 2, 9]",
                        "[+, b, 2, 5]",
                        "[-, b, 1, 5]");
    }

    /** MAX stays the same with the fourth bid, so that nothing is printed. */
    @Test
    void whatStaysTheSameIsNotPrinted() {
        assertThat(changesOfBids("SELECT item, MAX(price) FROM bids GROUP BY item"))
                .containsExactly("[+, a, 3]", "[+, b, 5]", "[+, a, 9]", "[-, a, 3]");
    }

    /** The best price falls when the row that had it goes to another group. */
    @Test
    void groupsOfGroupsLoseRows() {
        String query =
                "SELECT n, MAX(best) FROM (SELECT item, COUNT(*) AS n, MAX(price) AS best"
                        + " FROM bids GROUP BY item) AS t GROUP BY n";
        assertThat(changesOfBids(query))
                .containsExactly(
                        "[+, 1, 3]",
                        "[+, 1, 5]",
                        "[-, 1, 3]",
                        "[+, 2, 9]",
                        "[+, 3, 9]",
                        "[-, 2, 9]",
                        "[+, 2, 5]",
                        "[-, 1, 5]");
    }

    /** Only the best two are kept, of which one pushes another one out. */
    @Test
    void theFirstRowsOfAnOrderAreKept() {
        assertThat(changesOfBids("SELECT * FROM bids ORDER BY price DESC LIMIT 2"))
                .containsExactly("[+, a, 3]", "[+, b, 5]", "[+, a, 9]", "[-, a, 3]");
        String best =
                "SELECT item, price FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY item ORDER BY"
                        + " price DESC) AS n FROM bids) AS t WHERE n = 1";
        assertThat(changesOfBids(best))
                .containsExactly("[+, a, 3]", "[+, b, 5]", "[+, a, 9]", "[-, a, 3]");
        Map<String, List<Object[]>> none =
                Map.of("bids", BIDS, "items", List.of(), "sellers", List.of());
        assertThat(compile(best, none).explanation()).contains(", the first 1, with each row");
    }

    /** A join that only adds rows prints them without a sign. */
    @Test
    void innerJoinsOnlyAdd() {
        Map<String, List<Object[]>> rows =
                Map.of(
                        "bids",
                        BIDS,
                        "items",
                        List.of(new Object[] {"b", "bert"}, new Object[] {null, "nobody"}),
                        "sellers",
                        List.of());
        String query = "SELECT item, price, seller FROM bids JOIN items USING (item)";
        var topology = compile(query, rows).topology();
        assertThat(topology).isNotNull();
        assertThat(Ours.run(topology, 1).stream().map(Arrays::toString))
                .containsExactlyInAnyOrder("[b, 5, bert]", "[b, 1, bert]");
    }

    /** Without rows a query without keys has a row at the end of its stream. */
    @Test
    void theOnlyGroupHasARow() {
        Map<String, List<Object[]>> none =
                Map.of("bids", List.of(), "items", List.of(), "sellers", List.of());
        var topology = compile("SELECT COUNT(*), SUM(price) FROM bids", none).topology();
        assertThat(topology).isNotNull();
        assertThat(Ours.run(topology, 1).stream().map(Arrays::toString))
                .containsExactly("[+, 0, null]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE o (item VARCHAR, n BIGINT) WITH ('connector' = 'stdout'); INSERT INTO o"
                        + " SELECT item, COUNT(*) FROM bids GROUP BY item | the rows of this query"
                        + " change (the query has GROUP BY over a stream without window_end among its keys),"
                        + " and table o has no keys",
                "SELECT (SELECT price FROM bids) FROM items | stands for one value, but may have"
                        + " several rows",
                "SELECT item, CURRENT_TIMESTAMP FROM bids GROUP BY item | CURRENT_TIMESTAMP is"
                        + " computed of rows that may be taken away again",
                "SELECT COUNT(*) AS n FROM bids ORDER BY n | or add LIMIT",
            })
    void refusesByName(String query, String message) {
        assertThatThrownBy(() -> changesOfBids(query))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining(message);
    }

    /** What goes on where it ended needs the state that it had then. */
    @Test
    void resumedStreamsNeedSnapshots() {
        String tables =
                """
                CREATE STREAM orders (id BIGINT, price INT) WITH ('connector' = 'jdbc',
                    'url' = 'jdbc:h2:mem:x', 'table' = 'orders', 'order-by' = 'id', 'name' = 'n');
                """;
        assertThat(needsSnapshots(tables + "SELECT SUM(price) FROM orders;"))
                .isEqualTo(
                        "what has been read must be kept (the query has GROUP BY over a stream without"
                                + " window_end among its keys), and orders goes on where the last run"
                                + " ended: a second run would begin with nothing");
        assertThat(needsSnapshots(tables + "SELECT price FROM orders;")).isEmpty();
        assertThat(
                        needsSnapshots(
                                tables.replace("STREAM", "TABLE").replace(", 'name' = 'n'", "")
                                        + "SELECT SUM(price) FROM orders;"))
                .isEmpty();
    }

    private static String needsSnapshots(String script) {
        return new SqlCompiler(
                        script,
                        new SqlCompiler.Settings(1, false),
                        ChangingQueryTest.class.getClassLoader())
                .compile()
                .needsSnapshots();
    }
}
