package io.eyewall.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command answers to options that are wrong, before it measures anything. */
@NullUnmarked // fields are set by the framework
class BenchMainTest {
    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "w9, unknown scenario 'w9'; expected",
        "w1 --peers strom, unknown system 'strom'; expected",
        "w1 --rounds 0, '--rounds: expected at least 1, was 0'",
        "w1 --window 0, '--window: expected 0.01 to 86400 seconds, was 0.0'",
        "w1 --warmup NaN, '--warmup: expected 0.0 to 86400 seconds, was NaN'",
        "w1 --parallelism 0, parallelism 0 is not between 1 and 64",
        "w1 --heap 2q, Invalid maximum heap size",
        "w1 --java /no/such/java, '/no/such/java -XX:+UseParallelGC -XX:+UseCondCardMark -Xmx2g -version'",
        "w1 --json /no/such/file, '--json /no/such/file: expected a file that can be written'",
        "w1 --json same --html same, expected a file for each",
    })
    void wrongUsageIsAnsweredInTwoLinesWithWhatIsExpected(String arguments, String answer) {
        assertThat(answerTo(arguments.split(" ")))
                .startsWith("eyewall: ")
                .contains(answer)
                .endsWith("Try 'eyewall bench --help'.\n");
    }

    @Test
    void aFolderIsNoFileToWrite() {
        assertThat(answerTo("w1", "--html", directory.toString()))
                .contains("--html " + directory + ": expected a file that can be written");
    }

    @Test
    void lookingWhetherAFileCanBeWrittenLeavesItAsItWas() throws Exception {
        Path old = Files.writeString(directory.resolve("old.json"), "old");
        Path none = directory.resolve("none.html");

        answerTo("w1", "--json", old.toString(), "--html", none.toString(), "--rounds", "0");
        answerTo("w1", "--json", old.toString(), "--html", directory.toString());

        assertThat(Files.readString(old)).isEqualTo("old");
        assertThat(none).doesNotExist();
    }

    private static String answerTo(String... arguments) {
        StringWriter err = new StringWriter();
        int status = BenchMain.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);
        assertThat(status).as(List.of(arguments).toString()).isEqualTo(2);
        return err.toString();
    }
}
