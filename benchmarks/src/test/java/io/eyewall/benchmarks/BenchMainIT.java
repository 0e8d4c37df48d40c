package io.eyewall.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on the class path that {@code eyewall bench} gives it, which has no engine. */
@NullUnmarked // fields are set by the framework
class BenchMainIT {
    @TempDir Path directory;

    @Test
    void measuresWithoutAnEngineOnItsClassPath() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : ClassPaths.ofBuild().of(Family.HANDWRITTEN).split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        Path json = directory.resolve("results.json");
        try (URLClassLoader alone =
                new URLClassLoader(
                        urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Object status =
                    Class.forName(BenchMain.class.getName(), true, alone)
                            .getMethod("run", String[].class)
                            .invoke(
                                    null,
                                    (Object)
                                            new String[] {
                                                "w3",
                                                "--peers=loop",
                                                "--rounds=1",
                                                "--warmup=0.1",
                                                "--window=0.2",
                                                "--json=" + json
                                            });
            assertThat(status).isEqualTo(0);
        }
        assertThat(Files.readString(json)).contains("\"loop\"", "\"eyewall\"");
    }
}
