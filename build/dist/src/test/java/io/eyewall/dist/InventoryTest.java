package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Inventory}. */
@NullUnmarked // fields are set by the framework
class InventoryTest {
    @TempDir Path lib;

    private Path jar;
    private Component component;

    @BeforeEach
    void aJar() throws IOException {
        jar =
                SmallJar.write(
                        lib.resolve("acme-1.jar"),
                        Map.ofEntries(
                                SmallJar.artifact("com.acme", "acme", "1"),
                                SmallJar.artifact("org.shaded", "inner", "2")));
        component =
                new Component("com.acme", "acme", "1", List.of("MIT"), "", JarFiles.sha256(jar));
    }

    @Test
    void findsAJarByItsHashAndTellsWhatIsWithin() throws IOException {
        List<Entry> entries = Inventory.match(List.of(component), lib, List.of());
        assertThat(entries)
                .singleElement()
                .satisfies(
                        entry -> {
                            assertThat(entry.pathInPackage()).isEqualTo("lib/acme-1.jar");
                            assertThat(entry.component()).isEqualTo(component);
                            assertThat(entry.embedded())
                                    .extracting(Component::coordinates)
                                    .containsExactly("org.shaded:inner:2");
                        });
    }

    @Test
    void findsJarsInFoldersOfLib() throws IOException {
        Path folder = Files.createDirectory(lib.resolve("sql"));
        Path inner =
                SmallJar.write(
                        folder.resolve("planner-2.jar"),
                        Map.ofEntries(SmallJar.artifact("com.acme", "planner", "2")));
        Component planner =
                new Component(
                        "com.acme", "planner", "2", List.of("MIT"), "", JarFiles.sha256(inner));
        assertThat(Inventory.match(List.of(planner, component), lib, List.of()))
                .extracting(Entry::pathInPackage)
                .containsExactly("lib/acme-1.jar", "lib/sql/planner-2.jar");
    }

    @Test
    void refusesAJarInAFolderThatIsNoComponent() throws IOException {
        Path folder = Files.createDirectory(lib.resolve("sql"));
        Files.writeString(folder.resolve("left-over-0.9.jar"), "of a build before");
        assertThatThrownBy(() -> Inventory.match(List.of(component), lib, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("left-over-0.9.jar", "clean");
    }

    @Test
    void refusesAJarThatIsNoComponent() throws IOException {
        Files.writeString(lib.resolve("left-over-0.9.jar"), "of a build before");
        assertThatThrownBy(() -> Inventory.match(List.of(component), lib, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("left-over-0.9.jar", "clean");
    }

    @Test
    void refusesAComponentThatIsNotThere() {
        Component missing = new Component("com.acme", "missing", "3", List.of("MIT"), "", "00");
        assertThatThrownBy(() -> Inventory.match(List.of(component, missing), lib, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("com.acme:missing:3");
    }

    @Test
    void refusesAPartThatIsNotThere() {
        Part part = Part.parse("lib/x/y.jar," + lib + "/nowhere.jar,com.acme:y:1,MIT");
        assertThatThrownBy(() -> Inventory.match(List.of(component), lib, List.of(part)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("nowhere.jar is missing", "lib/x/y.jar");
    }
}
