package io.eyewall.lab.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an installation can be removed, and leaves everything else unchanged. */
class StormHomeTest {
    @TempDir private Path home = Path.of(""); // until JUnit sets it

    private Path yaml = Path.of("");
    private Path plugin = Path.of("");

    @BeforeEach
    void make() throws IOException {
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("conf"));
        yaml = home.resolve("conf").resolve("storm.yaml");
        plugin = home.resolve("eyewall-plugin-1.jar");
        jar(plugin, "io/eyewall/plugin/monitor/LoadHook.class");
    }

    private static void jar(Path jar, String entry) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(entry));
        }
    }

    private Map<String, Object> keys() {
        return StormHome.keys("http://head:9627", null);
    }

    private List<String> install() throws Exception {
        return new StormHome(home).install(plugin, keys());
    }

    @Test
    void whatWasThereStaysByteForByte() throws Exception {
        for (String text :
                List.of(
                        "",
                        "# all is commented out\n",
                        "storm.zookeeper.servers:\n  - \"zk\"\n",
                        "nimbus.seeds: [\"a\"] # no line break",
                        "a: 1\r\nb: \u00e4\r\n",
                        "a: |\n  text\n\n\n")) {
            byte[] before = text.getBytes(StandardCharsets.UTF_8);
            Files.write(yaml, before);
            Files.setPosixFilePermissions(yaml, PosixFilePermissions.fromString("rw-r-----"));

            assertThat(install()).isNotEmpty();
            assertThat(Files.readString(yaml))
                    .startsWith(text)
                    .contains("storm.scheduler: \"io.eyewall.plugin.scheduler.TrafficScheduler\"\n")
                    .contains("eyewall.generator.url: \"http://head:9627\"\n")
                    .contains("topology.auto.task.hooks: [\"io.eyewall.plugin.monitor.LoadHook\"]");
            assertThat(install()).as("again").isEmpty();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(yaml)))
                    .isEqualTo("rw-r-----");
            assertThat(home.resolve("extlib/eyewall-plugin.jar")).hasSameBinaryContentAs(plugin);
            assertThat(home.resolve("extlib-daemon/eyewall-plugin.jar"))
                    .hasSameBinaryContentAs(plugin);

            assertThat(new StormHome(home).uninstall()).hasSize(3);
            assertThat(Files.readAllBytes(yaml)).isEqualTo(before);
            assertThat(new StormHome(home).uninstall()).as("again").isEmpty();
            assertThat(home.resolve("extlib/eyewall-plugin.jar")).doesNotExist();
        }
    }

    @Test
    void anotherVersionAndOtherKeysReplaceWhatIsThere() throws Exception {
        Files.writeString(yaml, "a: 1\n");
        install();
        jar(plugin, "other.class");
        List<String> changes =
                new StormHome(home).install(plugin, StormHome.keys("http://b:1", Path.of("/t")));

        assertThat(changes).hasSize(3);
        assertThat(Files.readString(yaml))
                .contains("http://b:1", "eyewall.generator.token.file: \"/t\"")
                .doesNotContain("http://head:9627");
        new StormHome(home).uninstall();
        assertThat(Files.readString(yaml)).isEqualTo("a: 1\n");
    }

    @Test
    void theCapacityIsWhatTheMachineHasUnlessSomebodyHasSetIt() throws Exception {
        Files.writeString(yaml, "a: 1\n");
        install();
        double capacity = 100.0 * Runtime.getRuntime().availableProcessors();
        assertThat(Files.readString(yaml)).contains("supervisor.cpu.capacity: " + capacity + "\n");

        String set = "supervisor.cpu.capacity: 123\n";
        Files.writeString(yaml, set + Files.readString(yaml));
        install();
        assertThat(Files.readString(yaml).split("supervisor.cpu.capacity", -1)).hasSize(2);
        assertThat(install()).as("again").isEmpty();
        new StormHome(home).uninstall();
        assertThat(Files.readString(yaml)).isEqualTo(set + "a: 1\n");
    }

    /** Keys that a person has added after Eyewall's part stay, too. */
    @Test
    void whatIsAddedAfterwardsStays() throws Exception {
        Files.writeString(yaml, "a: 1\n");
        install();
        Files.writeString(yaml, Files.readString(yaml) + "b: 2\n");
        install();
        new StormHome(home).uninstall();
        assertThat(Files.readString(yaml)).isEqualTo("a: 1\nb: 2\n");
    }

    /** Such a key would be lost. */
    @Test
    void whatOthersHavePutBetweenOursIsNotTakenOut() throws Exception {
        Files.writeString(yaml, "a: 1\n");
        install();
        String edited =
                Files.readString(yaml)
                        .replace("# <<< eyewall", "nimbus.seeds: [\"mine\"]\n# <<< eyewall")
                        .replace("http://head:9627", "http://by.hand:1");
        Files.writeString(yaml, edited);

        assertThatThrownBy(() -> new StormHome(home).uninstall())
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("has nimbus.seeds between");
        assertThatThrownBy(this::install).isInstanceOf(InstallException.class);
        assertThat(Files.readString(yaml)).isEqualTo(edited);
        assertThat(home.resolve("extlib/eyewall-plugin.jar")).exists();

        Files.writeString(yaml, edited.replace("nimbus.seeds: [\"mine\"]\n", ""));
        new StormHome(home).uninstall();
        assertThat(Files.readString(yaml)).isEqualTo("a: 1\n");
    }

    @Test
    void whatIsNotUnderstoodIsRefusedAndNothingChanges() throws Exception {
        Map<String, String> refused =
                Map.of(
                        "storm.scheduler: \"Other\"\n", "sets storm.scheduler to Other already",
                        "{\"a\": 1}\n", "nothing can be added",
                        "a: 1\n...\n", "storm.yaml",
                        "- a\n", "not a map",
                        "a: [\n", "not YAML",
                        "# <<< eyewall\na: 1\n", "by hand");
        for (Map.Entry<String, String> each : refused.entrySet()) {
            Files.writeString(yaml, each.getKey());
            assertThatThrownBy(this::install)
                    .as(each.getKey())
                    .isInstanceOf(InstallException.class)
                    .hasMessageContaining(each.getValue());
            assertThat(Files.readString(yaml)).isEqualTo(each.getKey());
            assertThat(home.resolve("extlib")).doesNotExist();
        }
        Files.delete(yaml);
        assertThatThrownBy(() -> new StormHome(home)).hasMessageContaining("not an installation");
    }
}
