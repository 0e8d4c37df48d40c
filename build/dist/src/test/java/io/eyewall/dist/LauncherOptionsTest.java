package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of the package and the one of a checkout give the JVM the same options. */
class LauncherOptionsTest {
    private static final Path CHECKOUT = Path.of("../../eyewall");
    private static final Path LAUNCHERS = Path.of("src/main/launcher");

    /**
     * Options that every start has; not those for an archive of classes, which only a checkout has.
     */
    private static final Pattern OPTION =
            Pattern.compile(
                    "-Xshare:\\w+|-Xlog:[^\\s\"]+|-XX:\\+\\w+|-XX:\\w+=\\d+|--(add|enable|sun)-[\\w./=-]+");

    private static Set<String> options(Path script) throws IOException {
        Set<String> options = new TreeSet<>();
        for (String line : Files.readAllLines(script)) {
            if (!line.strip().startsWith("#") && !line.startsWith("rem ")) {
                OPTION.matcher(line).results().forEach(found -> options.add(found.group()));
            }
        }
        return options;
    }

    @Test
    void theCheckoutsScriptHasOptions() throws IOException {
        assertThat(options(CHECKOUT))
                .contains(
                        "-XX:+UseCondCardMark",
                        "-XX:PerfDataSamplingInterval=1000",
                        "--enable-native-access=ALL-UNNAMED")
                .hasSizeGreaterThan(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eyewall", "eyewall.bat"})
    void aScriptHasTheOptionsOfTheCheckouts(String name) throws IOException {
        assertThat(options(LAUNCHERS.resolve(name)))
                .as("options for the JVM in %s; ./eyewall has the others", name)
                .isEqualTo(options(CHECKOUT));
    }

    @Test
    void bothShellScriptsBoundTheYoungGenerationAlike() throws IOException {
        assertThat(findYoung(LAUNCHERS.resolve("eyewall")))
                .contains("MemTotal")
                .isEqualTo(findYoung(CHECKOUT));
    }

    private static String findYoung(Path script) throws IOException {
        String text = Files.readString(script);
        int from = text.indexOf("\nfind_young() {\n");
        return text.substring(from, text.indexOf("\n}\n", from));
    }
}
