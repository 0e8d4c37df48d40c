package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import io.eyewall.architecture.Allowed.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The engine's packages use each other as the table in ARCHITECTURE.md says, and the sentence
 * "Depends on ..." of each {@code package-info.java} says the same.
 */
class EnginePackagesTest {
    private static final String TABLE = "package of `engine/`";
    private static final String ROOT = "io.eyewall.engine";
    private static final Pattern DEPENDS = Pattern.compile("[Dd]epends on (.*?)\\.(?=\\s|$)");

    /** The package's name in the table: the root is {@code engine}. */
    private static String shortName(String packageName) {
        return packageName.equals(ROOT) ? "engine" : packageName.substring(ROOT.length() + 1);
    }

    private static List<Use> uses() throws IOException {
        List<Use> uses = new ArrayList<>();
        for (JavaClass javaClass : Repository.mainClasses("engine")) {
            for (Dependency dependency : javaClass.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                boolean isEngines = (target.getPackageName() + ".").startsWith(ROOT + ".");
                if (isEngines && !target.getPackageName().equals(javaClass.getPackageName())) {
                    uses.add(
                            new Use(
                                    javaClass.getName(),
                                    shortName(javaClass.getPackageName()),
                                    target.getName(),
                                    shortName(target.getPackageName())));
                }
            }
        }
        assertThat(uses).isNotEmpty();
        return uses;
    }

    @Test
    void classesUseOnlyWhatTheirPackageMayUse() throws IOException {
        assertThat(
                        Allowed.broken(
                                Repository.table(TABLE),
                                uses(),
                                "move one of the two classes, or hand over what is needed; if the"
                                        + " arrow is wanted, add it to the table of the engine's"
                                        + " packages and to package-info.java"))
                .isEmpty();
    }

    @Test
    void everyArrowIsUsed() throws IOException {
        assertThat(Allowed.unused(Repository.table(TABLE), uses()))
                .as(
                        "arrows that no class uses: take them out of ARCHITECTURE.md, package-info.java")
                .isEmpty();
    }

    @Test
    void packageInfosSayWhatTheTableSays() throws IOException {
        Map<String, Allowed> said = new TreeMap<>();
        Path folder = Repository.folder("engine").resolve("src/main/java");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.endsWith("package-info.java")).toList()) {
                String name = folder.relativize(file.getParent()).toString().replace('/', '.');
                said.put(shortName(name), allowedBy(file));
            }
        }
        assertThat(lines(said))
                .as(
                        "'Depends on ...' in the package-info.java files of engine/, beside the"
                                + " table of its packages in ARCHITECTURE.md: change one of them")
                .containsExactlyElementsOf(lines(new TreeMap<>(Repository.table(TABLE))));
    }

    private static List<String> lines(Map<String, Allowed> rows) {
        return rows.entrySet().stream().map(row -> row.getKey() + ": " + row.getValue()).toList();
    }

    private static Allowed allowedBy(Path packageInfo) throws IOException {
        String prose = Files.readString(packageInfo).replaceAll("\\s+\\*?\\s*", " ");
        Matcher matcher = DEPENDS.matcher(prose);
        if (!matcher.find()) {
            throw new AssertionError(
                    packageInfo + " has no sentence 'Depends on ...': add one, 'nothing' if so");
        }
        return Allowed.parse(matcher.group(1));
    }
}
