package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.model.calibration.MachineConstants;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // fields are set by the framework
class CalibrateCommandTest {
    @TempDir Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int calibrate(String... options) {
        String[] args = new String[options.length + 1];
        args[0] = "calibrate";
        System.arraycopy(options, 0, args, 1, options.length);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    /** A crowded machine may give figures that differ too much; nothing is stored then. */
    @Test
    void storesWhatItHasMeasuredOrSaysWhyNot() throws Exception {
        Path file = directory.resolve("machine.json");
        if (calibrate("--millis", "100", "-o", file.toString()) == ExitCode.FAILED) {
            assertThat(err.toString()).contains("nothing was stored");
            assertThat(file).doesNotExist();
            return;
        }
        MachineConstants measured =
                new ObjectMapper().readValue(Files.readString(file), MachineConstants.class);
        assertThat(measured.measured()).isTrue();
        assertThat(measured.callNs()).isBetween(1.0, 100_000.0);
        assertThat(measured.wake().meanNs()).isPositive();
        assertThat(measured.late().meanNs()).isPositive();
        assertThat(measured.sleepNs()).isBetween(100.0, 1e6);
        assertThat(out.toString())
                .contains(
                        "call ", "ack ", "crossing ", "wake ", "clock ", "sleep ", file.toString());
    }

    @Test
    void refusesToMeasureTooShortly() {
        assertThat(calibrate("--millis", "99")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--millis is 99, below 100");
    }
}
