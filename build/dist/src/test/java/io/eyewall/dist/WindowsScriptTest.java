package io.eyewall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be said of the script for Windows without a Windows. */
class WindowsScriptTest {
    private static final Path SCRIPT = Path.of("src/main/launcher/eyewall.bat");

    /** Variables that have a path in them, but for that of a loop, which is not parsed again. */
    private static final Pattern PATHS =
            Pattern.compile("%(~dp0|(root|jar|java|in_path|seen|JAVA_HOME)(:[^%]*)?%)");

    private static List<String> commands() throws IOException {
        try (Stream<String> lines = Files.lines(SCRIPT)) {
            return lines.filter(line -> !line.startsWith("rem ")).toList();
        }
    }

    private static long quotes(String text) {
        return text.chars().filter(c -> c == '"').count();
    }

    /** Elsewhere an ampersand in a path begins another command, and a parenthesis ends a block. */
    @Test
    void pathsAreExpandedWithinQuotes() throws IOException {
        List<String> bare = new ArrayList<>();
        for (String line : commands()) {
            // Of the call in "for /f" the outer quotes are escaped, and are none to the parser.
            String parsed = line.replace("^\"", "").replace(":\"=", ":'=");
            Matcher path = PATHS.matcher(parsed);
            while (path.find()) {
                if (quotes(parsed.substring(0, path.start())) % 2 == 0) {
                    bare.add(line);
                }
            }
        }
        assertThat(bare).isEmpty();
    }

    /** {@code call} expands its arguments once more, and doubles carets. */
    @Test
    void noPathIsAnArgumentOfCall() throws IOException {
        assertThat(commands()).filteredOn(line -> line.contains("call ")).isNotEmpty();
        assertThat(commands()).noneMatch(line -> line.matches(".*\\bcall .*%.*"));
    }

    /** With other line ends labels are not always found. */
    @Test
    void linesEndAsOnWindows() throws IOException {
        String text = Files.readString(SCRIPT);
        assertThat(text.replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
    }
}
