package io.eyewall.sql.speed;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.toolkit.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is compared does the same. */
class QueryTest {
    @ParameterizedTest
    @EnumSource
    void bothWriteTheSame(Query query, @TempDir Path folder) throws Exception {
        Path bySql = folder.resolve("sql");
        Path byHand = folder.resolve("hand");
        Run.untilDrained(query.bySql(3_000, bySql), Query.SOURCE);
        Run.untilDrained(query.byHand(3_000, byHand), Query.SOURCE);
        assertThat(Files.readAllLines(bySql))
                .hasSizeGreaterThan(10)
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(byHand));
    }
}
