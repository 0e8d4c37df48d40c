package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the package in folders whose names Java can't read in every locale. */
@NullUnmarked // fields are set by the framework
class FolderNamesTest {
    private static final Path LAUNCHER = Path.of("src/main/launcher/eyewall").toAbsolutePath();

    @TempDir Path directory;

    /**
     * The locale that a package's script gives to Java. The folder is made by a shell: this JVM may
     * be unable to.
     *
     * @param language as the variable LANG says it; the others have no say
     * @param folder where it lies, as the shell's printf takes it
     */
    private String localeGiven(String language, String folder) throws Exception {
        Map<String, String> environment = Map.of("LANG", language, "LC_CTYPE", "", "LC_ALL", "");
        String shell =
                String.join(
                        "\n",
                        "set -e",
                        "home=$(printf '" + folder + "')",
                        "mkdir -p \"$home/bin\" \"$home/lib\" java/bin",
                        "cp '" + LAUNCHER + "' \"$home/bin/eyewall\"",
                        ": >\"$home/lib/eyewall.jar\"",
                        "echo 'JAVA_VERSION=\"17.0.1\"' >java/release",
                        "printf '#!/bin/sh\\necho \"${LC_ALL:-none}\"\\n' >java/bin/java",
                        "chmod +x java/bin/java",
                        "JAVA_HOME=$PWD/java \"$home/bin/eyewall\"");
        return Launch.run(directory, environment, List.of("sh", "-c", shell)).assertOk().out();
    }

    @Test
    void isReadInTheLocaleOfCron() throws Exception {
        assertThat(localeGiven("", "f\\303\\274r mich")).isEqualTo("C.UTF-8\n");
    }

    @Test
    void theLocaleStaysWhereItServes() throws Exception {
        assertThat(localeGiven("", "for me")).isEqualTo("none\n");
        assertThat(localeGiven("C.UTF-8", "f\\303\\274r mich")).isEqualTo("none\n");
    }
}
