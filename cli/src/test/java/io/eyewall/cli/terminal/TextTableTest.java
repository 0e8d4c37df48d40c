package io.eyewall.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static TextTable table() {
        TextTable table = new TextTable(2, List.of("component", "state", "count", "rate"));
        table.add(List.of("a-very-long-name", "up", "1", "12.3k"));
        table.add(List.of("b", "down", "100", "0"));
        return table;
    }

    @Test
    void namesAreToTheLeftAndNumbersToTheRight() {
        assertThat(table().lines())
                .containsExactly(
                        "component         state  count   rate",
                        "a-very-long-name  up         1  12.3k",
                        "b                 down     100      0");
    }

    @Test
    void onNarrowTerminalsColumnsGiveWayThenNames() {
        assertThat(table().lines(30, List.of(2, 1)))
                .containsExactly(
                        "component         state   rate",
                        "a-very-long-name  up     12.3k",
                        "b                 down       0");
        assertThat(table().lines(20, List.of(2, 1)))
                .containsExactly(
                        "component       rate", "a-very-long-~  12.3k", "b                  0");
    }

    @Test
    void noLineIsEverLonger() {
        for (int columns = 1; columns < 50; columns++) {
            int most = columns;
            assertThat(table().lines(columns, List.of(2)))
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(most));
        }
    }
}
