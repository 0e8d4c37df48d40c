package io.eyewall.cli.lab;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eyewall lab kill}: kills processes of a lab. */
@Command(
        name = "kill",
        description =
                "Kill parts of the lab as 'kill -9' does. (To kill a topology, use"
                        + " 'eyewall lab storm kill NAME'.)",
        footer = {"", "Exit codes: 0 done, 1 failed, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class LabKillCommand extends LabSubcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "WHAT",
            description =
                    "nimbus, zookeeper, HOST (its supervisor and workers), HOST:supervisor,"
                            + " HOST:PORT (the worker in that slot), worker (one of them).")
    private List<String> targets = List.of();

    @Override
    int run() throws LabException, IOException, InterruptedException {
        Lab lab = openLab();
        for (String target : targets) {
            List<Long> killed = lab.kill(target);
            String pids = killed.stream().map(String::valueOf).collect(Collectors.joining(", "));
            print(
                    target + ": killed " + pids,
                    line -> {
                        line.writeStringField("killed", target);
                        line.writeArrayFieldStart("pids");
                        for (long pid : killed) {
                            line.writeNumber(pid);
                        }
                        line.writeEndArray();
                    });
        }
        return ExitCode.OK;
    }
}
