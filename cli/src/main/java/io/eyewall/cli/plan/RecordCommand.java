package io.eyewall.cli.plan;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Verb;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.model.calibration.Recording;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eyewall plan record}: records a running topology to a file. */
@Command(
        name = "record",
        description =
                "Measure a running topology for some seconds and store the"
                        + " measurements in a file for 'eyewall plan predict'. Record the"
                        + " topology while it is under load.",
        footer = {"", "Exit codes: 0 written, 1 no process answered, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class RecordCommand extends Verb {
    @Parameters(
            paramLabel = "TOPOLOGY|PID",
            description = "The topology's name or id, or the number of its process.")
    private String topologyOrPid = "";

    @Option(names = "-o", required = true, paramLabel = "FILE", description = "File to write.")
    private Path file = Path.of("");

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "Duration of the recording (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Override
    protected void run() throws NobodyException, InterruptedException, IOException {
        if (seconds < 1) {
            throw new IllegalArgumentException("--seconds is " + seconds + ", below 1");
        }
        Recording recording =
                Recordings.record(Recordings.find(processes(), topologyOrPid, pid()), seconds);
        Recordings.write(file, recording);
        int windows = recording.windows().size();
        out().println(
                        json()
                                ? JsonLine.of(
                                        line -> {
                                            line.writeStringField("file", file.toString());
                                            line.writeNumberField("windows", windows);
                                        })
                                : recording.topology()
                                        + ": "
                                        + windows
                                        + " windows written to "
                                        + file);
    }
}
