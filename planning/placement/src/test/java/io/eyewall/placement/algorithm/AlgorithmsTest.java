package io.eyewall.placement.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.placement.Instances;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.place.Crossings;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.PlanBuilder;
import io.eyewall.placement.plan.Problem;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlgorithmsTest {
    private static final String LAST_PLACE =
            """
            package plugin;
            import io.eyewall.placement.algorithm.*;
            import io.eyewall.placement.plan.Layout;
            import java.util.List;
            public class LastPlace implements PlacementAlgorithm {
                public String name() { return "NAME"; }
                public List<Parameter> parameters() { return List.of(); }
                public void place(Layout layout, Parameters parameters, long seed) {
                    int last = layout.problem().tree().placeCount() - 1;
                    for (int e = 0; e < layout.problem().executorCount(); e++) {
                        layout.move(e, last);
                    }
                }
            }
            """;

    @Test
    void knowsTheFourOfItsOwn() {
        try (Algorithms algorithms = Algorithms.onClassPath()) {
            assertThat(algorithms.names())
                    .containsExactlyInAnyOrder("affinity", "pinned", "round-robin", "tstorm");
        }
    }

    /** A problem without executors, as when an engine's only topology starts or ends. */
    @Test
    void whereThereIsNobodyToPlaceEachIsContent() {
        Problem nobody =
                new Problem(
                        CostTree.machine(2, Crossings.typical()),
                        new Snapshot(List.of(), List.of()),
                        Rules.machine(),
                        Weights.machine(),
                        Map.of());
        try (Algorithms algorithms = Algorithms.onClassPath()) {
            for (String name : algorithms.names()) {
                PlacementAlgorithm algorithm = algorithms.get(name);
                Layout layout = new Layout(nobody);

                algorithm.place(layout, new Parameters(algorithm, Map.of()), 1);

                assertThat(new PlanBuilder(layout).build(name).moves()).as(name).isEmpty();
            }
        }
    }

    @Test
    void runsAnAlgorithmFromAJarThatCameLater(@TempDir Path directory) throws IOException {
        // given
        try (Algorithms before = Algorithms.withPlugins(directory)) {
            assertThat(before.names()).doesNotContain("last-place");
        }
        jar(
                directory.resolve("plugin.jar"),
                LAST_PLACE.replace("NAME", "last-place"),
                "plugin.LastPlace");

        // when
        try (Algorithms algorithms = Algorithms.withPlugins(directory)) {
            Problem problem = Instances.small(1);
            Layout layout = new Layout(problem);
            PlacementAlgorithm algorithm = algorithms.get("last-place");
            algorithm.place(layout, new Parameters(algorithm, Map.of()), 0);

            // then
            assertThat(layout.places()).containsOnly(problem.tree().placeCount() - 1);
        }
    }

    @Test
    void saysWhichJarHasANameThatIsTaken(@TempDir Path directory) throws IOException {
        jar(
                directory.resolve("plugin.jar"),
                LAST_PLACE.replace("NAME", "tstorm"),
                "plugin.LastPlace");

        assertThatThrownBy(() -> Algorithms.withPlugins(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two placement algorithms are called 'tstorm'")
                .hasMessageContaining("plugin.jar");
    }

    @Test
    void saysWhichJarIsNoPlugin(@TempDir Path directory) throws IOException {
        jar(directory.resolve("plugin.jar"), LAST_PLACE, "plugin.Missing");
        assertThatThrownBy(() -> Algorithms.withPlugins(directory))
                .hasMessageContaining("plugin.jar has no usable placement algorithm")
                .hasMessageContaining("plugin.Missing");
    }

    @Test
    void namesTheAlgorithmsThatThereAre() {
        try (Algorithms algorithms = Algorithms.onClassPath()) {
            assertThatThrownBy(() -> algorithms.get("best"))
                    .hasMessageContaining("no placement algorithm 'best'; there are [affinity, ");
        }
    }

    @Test
    void refusesParametersThatMakeNoSense() {
        TStormAlgorithm tstorm = new TStormAlgorithm();

        assertThatThrownBy(() -> new Parameters(tstorm, Map.of("gama", 2.0)))
                .hasMessageContaining("'tstorm' has no parameter 'gama'; it has [gamma]");
        assertThatThrownBy(() -> new Parameters(tstorm, Map.of("gamma", -1.0)))
                .hasMessageContaining("gamma must be from 0.01");
    }

    private static void jar(Path jar, String source, String provider) throws IOException {
        Path work = Files.createDirectories(jar.resolveSibling("work/plugin"));
        Path file = Files.writeString(work.resolve("LastPlace.java"), source);
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-proc:none",
                                file.toString());
        assertThat(status).isZero();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            entry(
                    out,
                    "plugin/LastPlace.class",
                    Files.readAllBytes(work.resolve("LastPlace.class")));
            entry(
                    out,
                    "META-INF/services/" + PlacementAlgorithm.class.getName(),
                    provider.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void entry(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
