package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // fields are set by the framework
class ResourceDirectoryTest {
    @TempDir Path directory;

    private URLClassLoader loader(Map<String, String> entries) throws Exception {
        Path jar = directory.resolve("app.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    }

    @Test
    void unpacksTheJarsDirectoryAndDeletesItWhenClosed() throws Exception {
        Path path;
        try (URLClassLoader loader =
                loader(Map.of("resources/a/split.py", "pass", "other/b.txt", "b"))) {
            ResourceDirectory resources = ResourceDirectory.find(loader);
            path = resources.path();
            assertThat(path.resolve("a/split.py")).hasContent("pass");
            assertThat(path.resolve("../other")).doesNotExist();
            resources.close();
        }
        assertThat(path.getParent()).doesNotExist();
    }

    @Test
    void usesADirectoryOfTheClassPathInPlace() {
        ResourceDirectory resources =
                ResourceDirectory.find(ResourceDirectoryTest.class.getClassLoader());
        assertThat(resources.path().resolve("hello.txt")).exists();
        resources.close();
        assertThat(resources.path().resolve("hello.txt")).exists();
    }

    @Test
    void isEmptyWhenTheApplicationHasNone() throws Exception {
        try (URLClassLoader loader = loader(Map.of("x.txt", "x"))) {
            ResourceDirectory resources = ResourceDirectory.find(loader);
            assertThat(resources.path()).isEmptyDirectory().hasFileName("resources");
            resources.close();
        }
    }

    @Test
    void refusesToWriteOutsideOfItsDirectory() throws Exception {
        try (URLClassLoader loader = loader(Map.of("resources/../../evil.txt", "x"))) {
            assertThatThrownBy(() -> ResourceDirectory.find(loader))
                    .hasRootCauseMessage(
                            directory.resolve("app.jar")
                                    + " holds resources/../../evil.txt, which leads out of the"
                                    + " jar");
        }
    }
}
