package io.eyewall.sql.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.testkit.ExecutedTuple;
import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.net.LineSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.NullUnmarked;

/** Our own operators, on the test driver. */
@NullUnmarked // rows hold nulls
public final class Ours {
    /** Without direct calls the engine examines no code when a topology starts. */
    public static final Map<String, Object> QUICK_START = Map.of("eyewall.direct.depth", 0);

    private Ours() {}

    /** A compiler whose tables have the given rows. */
    public static SqlCompiler compiler(
            String script, Map<String, List<Object[]>> tables, int parallelism) {
        SqlCompiler[] compiler = new SqlCompiler[1];
        compiler[0] =
                new SqlCompiler(
                                script,
                                new SqlCompiler.Settings(parallelism, false),
                                Ours.class.getClassLoader())
                        .withSourcesAndOutput(
                                name -> {
                                    Catalog.Defined table = compiler[0].catalog().table(name);
                                    Generator rows = Translation.constantRows(tables.get(name));
                                    return SqlTable.of(
                                            Sources.configured(rows, table, null).build());
                                },
                                line -> LineSink.file(Path.of("/dev/null"), line));
        return compiler[0];
    }

    /** The rows that arrive at the sink. */
    static List<Object[]> run(StormTopology topology, int cores) {
        return run(topology, cores, Map.of());
    }

    /** The same with a configuration. */
    public static List<Object[]> run(StormTopology topology, int cores, Map<String, Object> conf) {
        String sink =
                topology.get_bolts().keySet().stream()
                        .filter(id -> id.startsWith("sink-"))
                        .findFirst()
                        .orElseThrow();
        try (TopologyTestDriver driver =
                TopologyTestDriver.of(topology).withConf(conf).withCores(cores, 7).start()) {
            driver.runUntilIdle();
            assertThat(driver.pending()).as("messages that are not done").isEmpty();
            List<Object[]> rows = new ArrayList<>();
            for (ExecutedTuple tuple : driver.executed(sink)) {
                if (tuple.stream().equals(Utils.DEFAULT_STREAM_ID)
                        && tuple.values().get(0) instanceof Object[] row) {
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    /**
     * Returns the rows that are left after all printed changes.
     *
     * @throws IllegalStateException if a row is taken away that is not there
     */
    public static List<Object[]> remaining(List<Object[]> printed) {
        Map<List<Object>, Integer> counts = new LinkedHashMap<>();
        for (Object[] change : printed) {
            List<Object> row = Arrays.asList(change).subList(1, change.length);
            int count = counts.merge(row, change[0].equals("+") ? 1 : -1, Integer::sum);
            if (count < 0) {
                throw new IllegalStateException(row + " is taken away, but was not there");
            }
        }
        List<Object[]> rows = new ArrayList<>();
        counts.forEach((row, count) -> rows.addAll(Collections.nCopies(count, row.toArray())));
        return rows;
    }
}
