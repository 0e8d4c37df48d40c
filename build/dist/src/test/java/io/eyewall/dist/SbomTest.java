package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Sbom}. */
@NullUnmarked // fields are set by the framework
class SbomTest {
    private static final String TEXT =
            """
            {
              "bomFormat": "CycloneDX",
              "metadata": {"component": {"bom-ref": "main"}},
              "components": [
                {
                  "bom-ref": "pkg:maven/g/a@1?type=jar",
                  "group": "g", "name": "a", "version": "1",
                  "purl": "pkg:maven/g/a@1?type=jar",
                  "hashes": [{"alg": "MD5", "content": "5"}, {"alg": "SHA-256", "content": "256"}],
                  "licenses": [{"license": {"name": "AL 2.0"}}, {"license": {"id": "MIT"}}],
                  "externalReferences": [
                    {"type": "vcs", "url": "https://v"}, {"type": "website", "url": "https://w"}
                  ]
                },
                {"bom-ref": "b", "group": "g", "name": "b", "version": "2",
                  "licenses": [{"expression": "(X OR Y)"}]}
              ],
              "dependencies": [
                {"ref": "main", "dependsOn": ["b", "pkg:maven/g/a@1?type=jar"]},
                {"ref": "b", "dependsOn": []}
              ]
            }
            """;

    @TempDir Path directory;

    private Sbom sbom;

    @BeforeEach
    void read() throws IOException {
        sbom = Sbom.read(Files.writeString(directory.resolve("in.json"), TEXT));
    }

    private JsonNode written() throws IOException {
        Path file = directory.resolve("out.json");
        sbom.write(file);
        assertThat(Files.readString(file)).doesNotContain("\r").endsWith("}\n");
        return new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void readsComponents() {
        sbom.replaceLicenceNames(Map.of("AL 2.0", "Apache-2.0"));
        assertThat(sbom.components())
                .containsExactly(
                        new Component(
                                "g", "a", "1", List.of("Apache-2.0", "MIT"), "https://w", "256"),
                        new Component("g", "b", "2", List.of("(X OR Y)"), "", ""));
    }

    @Test
    void saysWhereAComponentIs() throws IOException {
        Component a = sbom.components().get(0);
        Component within = new Component("s", "in", "3", List.of(), "", "");
        sbom.addEntry(new Entry("lib/a-1.jar", Path.of("nowhere"), a, List.of(within)));
        JsonNode component = written().path("components").path(0);
        assertThat(component.at("/properties/0/value").asText()).isEqualTo("lib/a-1.jar");
        assertThat(component.at("/components/0/purl").asText())
                .isEqualTo("pkg:maven/s/in@3?type=jar");
        assertThat(written().path("components")).hasSize(2);
    }

    @Test
    void addsWhatIsNoDependency() throws IOException {
        Path jar = SmallJar.write(directory.resolve("c.jar"), Map.of("x", "y"));
        Component c = new Component("g", "c", "4", List.of("MIT"), "", "");
        sbom.addEntry(new Entry("lib/x/c.jar", jar, c, List.of()));
        JsonNode component = written().path("components").path(2);
        assertThat(component.at("/hashes/0/content").asText()).isEqualTo(JarFiles.sha256(jar));
        assertThat(component.at("/licenses/0/license/id").asText()).isEqualTo("MIT");
        assertThat(written().at("/dependencies/0/dependsOn/2").asText())
                .isEqualTo("pkg:maven/g/c@4?type=jar");
    }

    @Test
    void saysWhyThereIsNone() {
        assertThatThrownBy(() -> Sbom.read(directory.resolve("none.json")))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("none.json is missing", "offline");
    }

    @Test
    void refusesWhatIsNoObject() throws IOException {
        Path file = Files.writeString(directory.resolve("list.json"), "[]");
        assertThatThrownBy(() -> Sbom.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a JSON object");
    }
}
