package io.eyewall.benchmarks.peers.flink;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;

/** Runs a script of Flink SQL in this process until its streams end. */
final class FlinkSql {
    private FlinkSql() {}

    /**
     * @param args {@code SCRIPT PARALLELISM}
     */
    public static void main(String[] args) throws Exception {
        TableEnvironment environment =
                TableEnvironment.create(EnvironmentSettings.inStreamingMode());
        environment.getConfig().set("parallelism.default", args[1]);
        environment.getConfig().set("table.local-time-zone", "UTC");
        for (String statement : Files.readString(Path.of(args[0])).split(";\\s*\\n", -1)) {
            if (!statement.isBlank()) {
                TableResult result = environment.executeSql(statement);
                result.await();
            }
        }
        System.exit(0); // threads of Flink would keep the process
    }
}
