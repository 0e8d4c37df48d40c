package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is in the archives, and what the package says of it. */
@NullUnmarked // fields are set by the framework
@DisabledOnOs(OS.WINDOWS)
class ContentIT {
    private static final String LAUNCH_JAR = "lib/eyewall.jar";
    private static final Set<String> SCRIPTS = Set.of("bin/eyewall", "bin/storm");

    @TempDir static Path unpacked;

    private static Path root;
    private static JsonNode sbom;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        root = Archives.unpack(Archives.tar(), unpacked);
        sbom = new ObjectMapper().readTree(root.resolve("eyewall.cdx.json").toFile());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Jars anywhere under lib, as {@code lib/...}. */
    private static Set<String> libraries() throws IOException {
        Set<String> jars = new TreeSet<>();
        for (Path file : files(root.resolve("lib"))) {
            if (file.toString().endsWith(".jar")) {
                jars.add(root.relativize(file).toString());
            }
        }
        jars.remove(LAUNCH_JAR);
        return jars;
    }

    /** Components of the SBOM by where they are in the package. */
    private static Map<String, JsonNode> componentsByPlace() {
        Map<String, JsonNode> components = new TreeMap<>();
        for (JsonNode component : sbom.path("components")) {
            for (JsonNode property : component.path("properties")) {
                if (property.path("name").asText().equals(Sbom.PATH_PROPERTY)) {
                    components.put(property.path("value").asText(), component);
                }
            }
        }
        return components;
    }

    @Test
    void bothArchivesHaveTheSameFilesAndModes() throws IOException {
        Map<String, String> ofTar = new TreeMap<>();
        for (Path file : files(root)) {
            ofTar.put(root.relativize(file).toString(), describe(file));
        }
        Map<String, String> ofZip = new TreeMap<>();
        try (FileSystem zip = Archives.fileSystem(Archives.zip())) {
            Path top = zip.getPath("/" + Archives.NAME);
            for (Path file : files(top)) {
                ofZip.put(top.relativize(file).toString(), describe(file));
            }
        }
        assertThat(ofZip).isEqualTo(ofTar).hasSizeGreaterThan(100);
    }

    private static String describe(Path file) throws IOException {
        return JarFiles.sha256(file)
                + " "
                + PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void onlyTheScriptsAreExecutableAndNobodyElseMayWrite() throws IOException {
        for (Path file : files(root)) {
            String name = root.relativize(file).toString();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .as(name)
                    .isEqualTo(SCRIPTS.contains(name) ? "rwxr-xr-x" : "rw-r--r--");
        }
    }

    @Test
    void noTwoNamesDifferInTheirCaseAlone() throws IOException {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.toList()) {
                assertThat(names.add(root.relativize(file).toString()))
                        .as(file.toString())
                        .isTrue();
            }
        }
    }

    @Test
    void libHasWhatTheCommandHasInACheckout() throws IOException {
        Path cli = Path.of("../../cli/target").toAbsolutePath().normalize();
        Set<String> expected = new TreeSet<>();
        for (String folder : List.of("lib", "flux", "legacy", "sql")) {
            for (Path file : files(cli.resolve(folder))) {
                String name = cli.relativize(file).toString();
                expected.add(folder.equals("lib") ? name : "lib/" + name);
            }
        }
        expected.add("lib/" + Archives.NAME.replace("eyewall-", "eyewall-cli-") + ".jar");
        expected.add(LAUNCH_JAR);
        Set<String> found = new TreeSet<>();
        for (Path file : files(root.resolve("lib"))) {
            found.add(root.relativize(file).toString());
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void theClassPathIsWhatIsInLib() throws IOException {
        try (JarFile jar = new JarFile(root.resolve(LAUNCH_JAR).toFile())) {
            String classPath =
                    jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            List<String> inLib = new ArrayList<>();
            for (String library : libraries()) {
                if (library.indexOf('/') == library.lastIndexOf('/')) {
                    inLib.add(library.replaceFirst("lib/", ""));
                }
            }
            assertThat(classPath.split(" ")).containsExactlyInAnyOrderElementsOf(inLib);
        }
    }

    /** They would be loaded, and collide, at every start. */
    @Test
    void whatPlansSqlIsInAFolderOfItsOwn() throws IOException {
        Set<String> ofSql = new TreeSet<>();
        for (String library : libraries()) {
            if (library.contains("calcite") || library.contains("/janino")) {
                ofSql.add(library);
            }
        }
        assertThat(ofSql)
                .isNotEmpty()
                .allSatisfy(library -> assertThat(library).startsWith("lib/sql/"));
        assertThat(libraries()).anyMatch(library -> library.startsWith("lib/sql/eyewall-sql-"));
    }

    @Test
    void everyJarIsInTheSbomWithItsHash() throws IOException {
        Map<String, JsonNode> components = componentsByPlace();
        for (String library : libraries()) {
            JsonNode component = components.get(library);
            assertThat(component).as("component of the SBOM at " + library).isNotNull();
            List<String> hashes = new ArrayList<>();
            component.path("hashes").forEach(hash -> hashes.add(hash.path("content").asText()));
            assertThat(hashes).as(library).contains(JarFiles.sha256(root.resolve(library)));
            assertThat(component.path("licenses")).as(library).isNotEmpty();
        }
        assertThat(components).hasSameSizeAs(sbom.path("components"));
        assertThat(components.keySet())
                .allSatisfy(place -> assertThat(root.resolve(place)).exists());
    }

    @Test
    void theSbomsDependenciesAreComponents() {
        Set<String> known = new TreeSet<>();
        known.add(sbom.path("metadata").path("component").path("bom-ref").asText());
        sbom.path("components").forEach(c -> known.add(c.path("bom-ref").asText()));
        for (JsonNode dependency : sbom.path("dependencies")) {
            assertThat(known).contains(dependency.path("ref").asText());
            dependency.path("dependsOn").forEach(on -> assertThat(known).contains(on.asText()));
        }
    }

    @Test
    void everyJarOfOthersIsOnThePageOfThirdParties() throws IOException {
        List<String> lines = Files.readAllLines(root.resolve("THIRD-PARTY.txt"));
        for (String library : libraries()) {
            if (!library.contains("/eyewall-")) {
                assertThat(lines).contains(library);
            }
        }
        Set<String> texts = new TreeSet<>();
        for (String line : lines) {
            if (line.startsWith("    texts: ")) {
                texts.add(line.replaceFirst("    texts: ", ""));
            }
        }
        assertThat(texts).allSatisfy(text -> assertThat(root.resolve(text)).isNotEmptyFile());
        for (Path text : files(root.resolve("licenses"))) {
            assertThat(texts).contains(root.relativize(text).toString());
        }
    }

    @Test
    void nothingTellsWhereItWasBuilt() throws IOException {
        String home = Path.of("../..").toAbsolutePath().normalize().toString();
        for (String name : List.of("eyewall.cdx.json", "THIRD-PARTY.txt", "bin/eyewall")) {
            assertThat(Files.readString(root.resolve(name))).doesNotContain(home);
        }
    }
}
