package io.eyewall.cli.lab;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.TextTable;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabStatus;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code eyewall lab status}: prints a lab's hosts, processes and topologies. */
@Command(
        name = "status",
        description = "Show hosts, processes, slots, rates of links, topologies and their workers.",
        footer = {"", "Exit codes: 0 Nimbus answers, 1 it does not, or there is no lab."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class LabStatusCommand extends LabSubcommand {
    @Override
    int run() throws LabException, IOException, InterruptedException {
        LabStatus status = openLab().status();
        if (json()) {
            out().println(JsonMapper.builder().build().writeValueAsString(status));
        } else {
            printText(status);
        }
        return status.problem() == null ? ExitCode.OK : ExitCode.FAILED;
    }

    private void printText(LabStatus status) {
        out().println(
                        "Lab '%s' on %s, Nimbus at %s%s"
                                .formatted(
                                        status.name(),
                                        status.network().name().toLowerCase(Locale.ROOT),
                                        status.nimbus(),
                                        status.problem() == null ? "" : ": " + status.problem()));
        TextTable hosts = new TextTable(4, List.of("HOST", "ADDRESS", "SLOTS", "RATE", "USED"));
        for (LabStatus.Host host : status.hosts()) {
            hosts.add(
                    List.of(
                            host.name(),
                            host.address(),
                            host.slots().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(" ")),
                            host.rate() == null ? "-" : host.rate(),
                            host.usedSlots() == null ? "-" : host.usedSlots().toString()));
        }
        printTable(hosts);
        TextTable processes =
                new TextTable(4, List.of("PROCESS", "HOST", "PORT", "TOPOLOGY", "PID"));
        for (LabStatus.Running each : status.processes()) {
            processes.add(
                    List.of(
                            each.role().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                            each.host(),
                            each.port() == null ? "" : each.port().toString(),
                            each.topologyId() == null ? "" : Printable.line(each.topologyId()),
                            Long.toString(each.pid())));
        }
        printTable(processes);
        if (!status.topologies().isEmpty()) {
            TextTable topologies =
                    new TextTable(3, List.of("TOPOLOGY", "STATUS", "WORKERS", "ACKED", "FAILED"));
            for (LabStatus.Topology each : status.topologies()) {
                topologies.add(
                        List.of(
                                Printable.line(each.name()),
                                each.status(),
                                each.workers().stream()
                                        .map(worker -> worker.host() + ":" + worker.port())
                                        .collect(Collectors.joining(" ")),
                                Long.toString(each.acked()),
                                Long.toString(each.failed())));
            }
            printTable(topologies);
        }
    }

    private void printTable(TextTable table) {
        out().println();
        table.lines().forEach(out()::println);
    }
}
