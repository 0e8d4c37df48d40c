package io.eyewall.cli.calibrate;

import io.eyewall.cli.JsonOption;
import io.eyewall.cli.LogLevels;
import io.eyewall.cli.plan.Recordings;
import io.eyewall.model.calibration.MachineConstants;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** {@code eyewall calibrate}. */
@Command(
        name = "calibrate",
        description =
                "Measure what this machine takes for a direct call, an ack, a tuple to another core,"
                        + " and waking a core up; 'eyewall plan predict' uses it. Takes some 30 s of"
                        + " two processors that are otherwise idle.",
        footer = {"", "Exit codes: 0 measured and stored, 1 impossible, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class CalibrateCommand implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final int MESSAGES_PER_SEC = 200;
    private static final double LEAST_SD_NS = 5;
    private static final double MOST_SPREAD_NS = 30;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Option(
            names = "--millis",
            defaultValue = "1000",
            description = "Length of each of its 15 measurements (default: ${DEFAULT-VALUE}).")
    private int millis;

    @Option(names = "-o", paramLabel = "FILE", description = "Where to; else the usual place.")
    private @Nullable Path file;

    @Mixin private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws InterruptedException, IOException, InvalidTopologyException {
        if (millis < 100) {
            throw new ParameterException(
                    command.commandLine(), "--millis is " + millis + ", below 100");
        }
        new LogLevels().install(0);
        PrintWriter err = command.commandLine().getErr();
        try {
            MachineConstants constants = measure(Duration.ofMillis(millis));
            Path to = file == null ? Recordings.machineFile() : file;
            Recordings.write(to, constants);
            print(constants, to);
            return 0;
        } catch (IllegalStateException e) {
            err.println("eyewall: " + e.getMessage());
            err.flush();
            return 1;
        }
    }

    private static MachineConstants measure(Duration window)
            throws InterruptedException, InvalidTopologyException {
        List<Double> calls = new ArrayList<>();
        List<Double> acks = new ArrayList<>();
        List<Double> crossings = new ArrayList<>();
        List<Double> wakes = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            double call = Probe.OF_CALLS.run(window).busyNs();
            calls.add(call);
            acks.add(Math.max(0, Probe.OF_ACKS.run(window).busyNs() - call));
            double together = Probe.ofWords(1).run(window).busyNs();
            double apart = Probe.ofWords(2).run(window).busyNs();
            crossings.add(Math.max(0, (apart - together) / 2));
            // There and back: the bolt's core sleeps, and so does the spout's.
            wakes.add(Probe.ofWakes(MESSAGES_PER_SEC).run(window).latencyNs() / 2);
        }
        double crossing = median(crossings);
        double spread = crossings.stream().mapToDouble(c -> Math.abs(c - crossing)).max().orElse(0);
        if (spread > Math.max(MOST_SPREAD_NS, crossing)) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT,
                            "a crossing took %.0f ns give or take %.0f: other processes need these"
                                    + " processors, too; nothing was stored, try again when they"
                                    + " are idle",
                            crossing,
                            spread));
        }
        return new MachineConstants(
                true,
                median(calls),
                median(acks),
                crossing,
                Math.max(LEAST_SD_NS, spread),
                median(wakes));
    }

    private void print(MachineConstants constants, Path to) {
        json.print(
                String.format(
                        Locale.ROOT,
                        "call      %8.1f ns%nack       %8.1f ns%ncrossing  %8.1f ns at each end, +- %.1f%n"
                                + "wake      %8.0f ns%nwritten to %s",
                        constants.callNs(),
                        constants.ackNs(),
                        constants.crossingNs(),
                        constants.crossingSdNs(),
                        constants.wakeNs(),
                        to),
                line -> {
                    line.writeNumberField("callNs", constants.callNs());
                    line.writeNumberField("ackNs", constants.ackNs());
                    line.writeNumberField("crossingNs", constants.crossingNs());
                    line.writeNumberField("crossingSdNs", constants.crossingSdNs());
                    line.writeNumberField("wakeNs", constants.wakeNs());
                    line.writeStringField("file", to.toString());
                });
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
