package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.eyewall.dist.Launch.Result;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/eyewall} finds itself and a Java, or says why not. */
@NullUnmarked // fields are set by the framework
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {
    private static final String JAVA_HOME = System.getProperty("java.home");

    @TempDir static Path unpacked;

    private static Path script;

    @TempDir Path directory;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        script = Archives.unpack(Archives.tar(), unpacked).resolve("bin/eyewall");
    }

    private Result launch(Map<String, String> environment, Path program, String... args)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(args));
        return Launch.run(directory, environment, command);
    }

    private Result version(Map<String, String> environment)
            throws IOException, InterruptedException {
        return launch(environment, script, "--version");
    }

    /** A folder with those tools that the script needs, and no Java. */
    private Path toolsWithoutJava() throws IOException {
        Path tools = Files.createDirectory(directory.resolve("tools"));
        for (String tool : List.of("sh", "readlink", "sed", "tr")) {
            Path found = Path.of("/usr/bin", tool);
            Files.createSymbolicLink(
                    tools.resolve(tool), Files.exists(found) ? found : Path.of("/bin", tool));
        }
        return tools;
    }

    /** A Java of another version, which ends with 99 if something is to be run by it. */
    private Path olderJava(String name, String version, boolean withRelease) throws IOException {
        Path home = directory.resolve(name);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                java,
                "#!/bin/sh\n[ \"$1\" = -version ] || exit 99\n"
                        + "echo 'openjdk version \""
                        + version
                        + "\" 2018-10-16' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (withRelease) {
            Files.writeString(
                    home.resolve("release"),
                    "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\n");
        }
        return home;
    }

    @Test
    void worksThroughLinks() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("my links"));
        Path first = Files.createSymbolicLink(folder.resolve("first"), script);
        Files.createSymbolicLink(folder.resolve("second"), first.getFileName());
        Path third =
                Files.createSymbolicLink(directory.resolve("ew"), Path.of("my links", "second"));
        launch(Launch.usual(), third, "--version").assertOk();
    }

    @Test
    void stormsCommandSaysStormsVersionAlsoThroughALink() throws Exception {
        Path storm = script.resolveSibling("storm");
        Path link = Files.createSymbolicLink(directory.resolve("storm"), storm);
        for (Path program : List.of(storm, link)) {
            assertThat(launch(Launch.usual(), program, "version").assertOk().out())
                    .as(program.toString())
                    .startsWith("Storm " + System.getProperty("storm.version") + "\n");
        }
    }

    @Test
    void worksAsACommandOfThePath() throws Exception {
        Map<String, String> environment = new HashMap<>(Launch.usual());
        environment.put("PATH", script.getParent() + ":/usr/bin:/bin");
        environment.put("CDPATH", "/:..");
        Result result =
                Launch.run(directory, environment, List.of("sh", "-c", "eyewall --version"));
        assertThat(result.assertOk().out()).startsWith("eyewall ");
    }

    @Test
    void takesAJavaWhoseFolderHasASpace() throws Exception {
        Path home = Files.createSymbolicLink(directory.resolve("a java"), Path.of(JAVA_HOME));
        Map<String, String> environment =
                Map.of("PATH", toolsWithoutJava().toString(), "JAVA_HOME", home.toString());
        assertThat(version(environment).assertOk().out())
                .contains("Java " + System.getProperty("java.version"));
    }

    @Test
    void takesTheJavaInThePathIfTheOneInJavaHomeIsTooOld() throws Exception {
        Map<String, String> environment =
                Map.of(
                        "PATH",
                        JAVA_HOME + "/bin:" + toolsWithoutJava(),
                        "JAVA_HOME",
                        olderJava("old", "11.0.2", true).toString());
        version(environment).assertOk();
    }

    @Test
    void saysThatThereIsNoJava() throws Exception {
        Result result = version(Map.of("PATH", toolsWithoutJava().toString()));
        assertThat(result.code()).isEqualTo(69);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("eyewall: no Java 17 or newer; found: none.")
                .contains("Set JAVA_HOME to a Java 17+");
    }

    @Test
    void saysWhichJavasAreTooOldOrMissing() throws Exception {
        Path inPath = olderJava("in path", "1.8.0_292", false);
        Path tools = toolsWithoutJava();
        for (boolean withRelease : List.of(true, false)) {
            Path home = olderJava("old " + withRelease, "11.0.2", withRelease);
            Map<String, String> environment =
                    Map.of(
                            "PATH",
                            inPath.resolve("bin") + ":" + tools,
                            "JAVA_HOME",
                            home.toString());
            Result result = version(environment);
            assertThat(result.code()).isEqualTo(69);
            assertThat(result.out()).isEmpty();
            assertThat(result.err())
                    .contains(home + "/bin/java (11.0.2)", inPath + "/bin/java (1.8.0_292)");
        }
        Map<String, String> nowhere =
                Map.of("PATH", tools.toString(), "JAVA_HOME", directory + "/nowhere");
        assertThat(version(nowhere).err()).contains("/nowhere/bin/java (no such program)");
    }

    @Test
    void saysThatItIsNotWhole() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("partly/bin"));
        Path alone = Files.copy(script, bin.resolve("eyewall"));
        Result result = launch(Launch.usual(), alone, "--version");
        assertThat(result.code()).isEqualTo(69);
        assertThat(result.err()).contains("partly/lib/eyewall.jar is missing");
    }

    @Test
    void givesFurtherOptionsToTheJvm() throws Exception {
        assertThat(flags("-XX:+UseSerialGC -Xmx99m -XX:+PrintFlagsFinal"))
                .containsPattern("UseSerialGC\\s+= true")
                .containsPattern("UseParallelGC\\s+= false")
                .containsPattern(
                        "MaxHeapSize\\s+= " + (100 << 20) + "|MaxHeapSize\\s+= " + (99 << 20));
    }

    @Test
    void boundsTheYoungGenerationUnlessToldAboutTheHeap() throws Exception {
        long boundMib = Math.max(128, 64L * Runtime.getRuntime().availableProcessors());
        Assumptions.assumeTrue(memoryMib() >= 16 * boundMib, "a machine with enough memory");
        assertThat(flags("-XX:+PrintFlagsFinal"))
                .containsPattern("MaxNewSize\\s+= " + (boundMib << 20));
        assertThat(flags("-Xmx256m -XX:+PrintFlagsFinal"))
                .doesNotContainPattern("MaxNewSize\\s+= " + (boundMib << 20));
    }

    private String flags(String options) throws Exception {
        Map<String, String> environment = new HashMap<>(Launch.usual());
        environment.put("EYEWALL_JAVA_OPTS", options);
        Result result = version(environment).assertOk();
        return result.out() + result.err();
    }

    private static long memoryMib() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getTotalMemorySize()
                >> 20;
    }

    @Test
    void endsWithTheCodeOfTheCommand() throws Exception {
        assertThat(launch(Launch.usual(), script, "demo", "--input", "no such file").code())
                .isEqualTo(2);
    }

    @Test
    void aSignalReachesTheCommand() throws Exception {
        Path jar = script.resolveSibling("../examples/eyewall-examples.jar").normalize();
        List<String> command =
                List.of(
                        script.toString(),
                        "run",
                        jar.toString(),
                        "io.eyewall.examples.ExclamationTopology");
        try (Launch launch = Launch.start(directory, Launch.usual(), command)) {
            launch.awaitErr(err -> err.contains("active"));
            launch.process().destroy();
            Result result = launch.await();
            assertThat(result.code()).as(result.err()).isEqualTo(143);
            assertThat(result.err()).contains("exclamation in all");
        }
    }
}
