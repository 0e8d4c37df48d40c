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

/** {@link LicenceTexts}. */
@NullUnmarked // fields are set by the framework
class LicenceTextsTest {
    @TempDir Path directory;

    private Path out;
    private Path texts;
    private LicenceTexts licenceTexts;

    @BeforeEach
    void folders() throws IOException {
        out = Files.createDirectory(directory.resolve("out"));
        texts = Files.createDirectory(directory.resolve("texts"));
        licenceTexts = new LicenceTexts(texts, out);
    }

    private Entry entry(String licence, Map<String, String> files) throws IOException {
        Path jar = SmallJar.write(directory.resolve("acme.jar"), files);
        Component component = new Component("com.acme", "acme", "1", List.of(licence), "", "");
        return Entry.read("lib/acme.jar", jar, component);
    }

    @Test
    void takesLicencesAndNoticesOutOfAJar() throws IOException {
        Entry entry =
                entry(
                        "MIT",
                        Map.of(
                                "META-INF/NOTICE", "thanks",
                                "META-INF/license/LICENSE.inner.txt", "inner",
                                "LICENSE", "outer",
                                "META-INF/maven/g/a/LICENSE", "not that",
                                "com/acme/deep/License.txt", "nor that",
                                "com/License.class", "nor that"));
        assertThat(licenceTexts.write(entry))
                .containsExactlyInAnyOrder(
                        "licenses/acme-1/LICENSE",
                        "licenses/acme-1/NOTICE",
                        "licenses/acme-1/license-LICENSE.inner.txt");
        assertThat(out.resolve("licenses/acme-1/license-LICENSE.inner.txt")).hasContent("inner");
    }

    @Test
    void takesTheTextOfItsGroupIfTheJarHasNone() throws IOException {
        Path folder = Files.createDirectory(texts.resolve("com.acme"));
        Files.writeString(folder.resolve("LICENSE.txt"), "do as you like");
        assertThat(licenceTexts.write(entry("BSD-3-Clause", Map.of("a.class", ""))))
                .containsExactly("licenses/acme-1/LICENSE.txt");
        assertThat(out.resolve("licenses/acme-1/LICENSE.txt")).hasContent("do as you like");
    }

    @Test
    void ourLicenceIsAlsoTheirsIfItIsApaches() throws IOException {
        assertThat(licenceTexts.write(entry("Apache-2.0", Map.of("a.class", ""))))
                .containsExactly("LICENSE");
    }

    @Test
    void refusesAJarWithoutAnyText() throws IOException {
        Entry entry = entry("MIT", Map.of("a.class", ""));
        assertThatThrownBy(() -> licenceTexts.write(entry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "lib/acme.jar has no text of its licence (MIT)", "com.acme");
    }
}
