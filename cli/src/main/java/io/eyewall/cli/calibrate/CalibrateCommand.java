package io.eyewall.cli.calibrate;

import io.eyewall.cli.plan.Recordings;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonOption;
import io.eyewall.cli.terminal.LogLevels;
import io.eyewall.control.machine.MachineProbe;
import io.eyewall.model.calibration.MachineConstants;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.storm.generated.InvalidTopologyException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eyewall calibrate}: measures this machine's constants for the performance model. */
@Command(
        name = "calibrate",
        description =
                "Measure the time that this machine needs for a direct call, an ack, a"
                        + " tuple to another core, and for sleeping and waking; 'eyewall plan"
                        + " predict' uses the results. Takes about 30 s, during which two"
                        + " processors should be idle.",
        footer = {"", "Exit codes: 0 measured and stored, 1 failed, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class CalibrateCommand implements Callable<Integer> {
    private static final int MIN_MILLIS = 100;

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--millis",
            defaultValue = "1000",
            description = "Duration of each of the 14 measurements (default: ${DEFAULT-VALUE}).")
    private int millis;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "File to write (default: where 'eyewall plan' looks for it).")
    private @Nullable Path file;

    @Mixin private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws InterruptedException, IOException, InvalidTopologyException {
        if (millis < MIN_MILLIS) {
            throw new ParameterException(
                    command.commandLine(), "--millis is " + millis + ", below " + MIN_MILLIS);
        }
        new LogLevels().install(0);
        PrintWriter err = command.commandLine().getErr();
        try {
            MachineConstants constants = MachineProbe.measure(Duration.ofMillis(millis));
            Path target = file == null ? Recordings.machineFile() : file;
            Recordings.write(target, constants);
            print(constants, target);
            return ExitCode.OK;
        } catch (IllegalStateException e) {
            err.println("eyewall: nothing was stored: " + e.getMessage());
            err.flush();
            return ExitCode.FAILED;
        }
    }

    private void print(MachineConstants constants, Path target) {
        json.print(
                String.format(
                        Locale.ROOT,
                        "call      %8.1f ns%nack       %8.1f ns%ncrossing  %8.1f ns at each end, +- %.1f%n"
                                + "wake      %8.0f ns, 99%% below %.0f; %.0f ns of the caller%n"
                                + "clock     %8.0f ns late, 99%% below %.0f%n"
                                + "sleep     %8.0f ns of processor time%nwritten to %s",
                        constants.callNs(),
                        constants.ackNs(),
                        constants.crossingNs(),
                        constants.crossingSdNs(),
                        constants.wake().meanNs(),
                        constants.wake().atNs(0.99),
                        constants.wakingNs(),
                        constants.late().meanNs(),
                        constants.late().atNs(0.99),
                        constants.sleepNs(),
                        target),
                line -> {
                    line.writeNumberField("callNs", constants.callNs());
                    line.writeNumberField("ackNs", constants.ackNs());
                    line.writeNumberField("crossingNs", constants.crossingNs());
                    line.writeNumberField("crossingSdNs", constants.crossingSdNs());
                    line.writeNumberField("wakeNs", constants.wake().meanNs());
                    line.writeNumberField("wakingNs", constants.wakingNs());
                    line.writeNumberField("lateNs", constants.late().meanNs());
                    line.writeNumberField("sleepNs", constants.sleepNs());
                    line.writeStringField("file", target.toString());
                });
    }
}
