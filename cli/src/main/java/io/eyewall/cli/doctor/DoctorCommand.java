package io.eyewall.cli.doctor;

import io.eyewall.cli.doctor.DoctorFinding.Verdict;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eyewall doctor}: checks the machine and its tools. */
@Command(
        name = "doctor",
        description =
                "Check whether this machine has what Eyewall needs: Java, memory,"
                        + " processors, folders, ports and optional tools; print remedies.",
        footer = {"", "Exit codes: 0 Eyewall works here, 1 it does not, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class DoctorCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(names = "--json", description = "Print JSON, one object per line.")
    private boolean json;

    @Override
    public Integer call() {
        List<DoctorFinding> findings = new ArrayList<>(MachineChecks.checkAll());
        findings.addAll(PortChecks.checkAll());
        findings.addAll(ToolChecks.checkAll(Objects.requireNonNullElse(System.getenv("PATH"), "")));
        PrintWriter out = command.commandLine().getOut();
        findings.forEach(finding -> out.println(json ? toJson(finding) : toText(finding)));
        out.flush();
        return findings.stream().anyMatch(finding -> finding.verdict() == Verdict.PROBLEM)
                ? ExitCode.FAILED
                : ExitCode.OK;
    }

    private static String toText(DoctorFinding finding) {
        return String.format(
                Locale.ROOT,
                "%-7s  %-16s  %s",
                finding.verdict().name().toLowerCase(Locale.ROOT),
                finding.subject(),
                finding.description());
    }

    private static String toJson(DoctorFinding finding) {
        return JsonLine.of(
                line -> {
                    line.writeStringField("subject", finding.subject());
                    line.writeStringField("verdict", finding.verdict().name());
                    line.writeStringField("says", finding.description());
                });
    }
}
