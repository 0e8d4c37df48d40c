package io.eyewall.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.Main;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The port is only what is attached: what follows {@code --console} is the application. */
class ConsoleOptionTest {
    private static CommandLine.ParseResult parse(String line) {
        return Objects.requireNonNull(
                Main.commandLine().parseArgs(line.split(" ")).subcommand(), "subcommand");
    }

    @ParameterizedTest
    @CsvSource({
        "run --console app.jar Main, usual, app.jar",
        "run --console --for 5s app.jar, usual, app.jar",
        "run --console=8080 app.jar Main, 8080, app.jar",
        "run --console=0 app.jar --console=1, 0, app.jar",
    })
    void takesAPortByItsEqualsSign(String line, String port, String jar) {
        CommandLine.ParseResult run = parse(line);

        String given = run.matchedOptionValue("--console", "none");
        assertThat(given).isEqualTo(port);
        Path application = run.matchedPositionalValue(0, Path.of("none"));
        assertThat(application).hasToString(jar);
    }

    @Test
    void isOffUnlessAskedFor() {
        assertThat(parse("run app.jar").hasMatchedOption("--console")).isFalse();
        assertThat(parse("demo --console").hasMatchedOption("--console")).isTrue();
    }
}
