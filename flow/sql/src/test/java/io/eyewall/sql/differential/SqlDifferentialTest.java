package io.eyewall.sql.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.connectors.server.PostgresqlServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random scripts have the same rows here, over tables and over streams, and on PostgreSQL. */
class SqlDifferentialTest {
    private static final int SCRIPTS =
            Integer.getInteger("sql.scripts", Boolean.getBoolean("eyewall.complete") ? 300 : 60);
    private static final long SEED = Long.getLong("sql.seed", 1);

    @Test
    void answersAsPostgresql(@TempDir Path folder) throws Exception {
        try (PostgresqlServer server = new PostgresqlServer(folder)) {
            server.start();
            There.create(server);
            Campaign campaign = new Campaign(server, Path.of("target", "sql-differential"));
            campaign.run(SCRIPTS, SEED);
            System.out.println("sql: " + campaign.report());
            assertThat(campaign.hasFailed()).as(campaign.report()).isFalse();
        }
    }
}
