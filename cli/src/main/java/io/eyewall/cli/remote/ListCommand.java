package io.eyewall.cli.remote;

import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Printed;
import io.eyewall.cli.terminal.TextTable;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.RemoteTopology;
import io.eyewall.control.health.Health;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code eyewall list}: lists the running topologies and their processes. */
@Command(
        name = "list",
        description = "List the topologies that processes of this user run.",
        footer = {
            "",
            "Exit codes: 0 listed, even if there are none, 1 no process can be"
                    + " asked, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class ListCommand extends Verb {
    private static final List<String> HEADER =
            List.of("topology", "id", "status", "health", "tasks", "executors", "uptime", "pid");

    /** A row of the printed list. */
    private record Row(
            RemoteTopology topology,
            TopologyStatus status,
            @Nullable Health health,
            int tasks,
            int executors,
            int uptimeSecs) {

        static Row read(RemoteTopology topology, @Nullable Health health) {
            TopologyPlan plan = topology.plan();
            List<ComponentPlan> components =
                    plan.components().values().stream()
                            .filter(ComponentPlan::isUserDefined)
                            .toList();
            return new Row(
                    topology,
                    topology.status(),
                    health,
                    components.stream().mapToInt(component -> component.taskIds().size()).sum(),
                    (int)
                            plan.executors().stream()
                                    .filter(e -> plan.component(e.componentId()).isUserDefined())
                                    .count(),
                    topology.uptimeSecs());
        }
    }

    @Override
    protected void run() throws NobodyException {
        TextTable table = new TextTable(4, HEADER);
        Map<String, Health> healthById = new ServersHealth(processes()).query();
        boolean anyListed = false;
        List<Processes.Found> topologies =
                pid() == null
                        ? processes().topologies(healthById.keySet())
                        : processes().topologies(pid());
        for (Processes.Found found : topologies) {
            Row row;
            try {
                row = Row.read(found.topology(), healthById.get(found.topology().id()));
            } catch (ProcessGoneException | ControlException e) {
                continue; // the topology's process has ended meanwhile
            }
            anyListed = true;
            if (json()) {
                out().println(toJson(row));
            }
            table.add(toCells(row));
        }
        if (!json()) {
            (anyListed ? table.lines() : List.of("nothing is running")).forEach(out()::println);
        }
    }

    private static List<String> toCells(Row row) {
        return List.of(
                Printable.line(row.topology().name()),
                Printable.line(row.topology().id()),
                row.status().name(),
                row.health() == null ? "-" : Printable.line(row.health().text()),
                Integer.toString(row.tasks()),
                Integer.toString(row.executors()),
                Printed.time(row.uptimeSecs()),
                Long.toString(row.topology().process().pid()));
    }

    private static String toJson(Row row) {
        return JsonLine.of(
                json -> {
                    json.writeStringField("topology", row.topology().name());
                    json.writeStringField("id", row.topology().id());
                    json.writeNumberField("pid", row.topology().process().pid());
                    json.writeStringField("status", row.status().name());
                    if (row.health() != null) {
                        json.writeStringField("health", row.health().word().text());
                        json.writeStringField("why", row.health().why());
                    }
                    json.writeNumberField("tasks", row.tasks());
                    json.writeNumberField("executors", row.executors());
                    json.writeNumberField("uptimeSecs", row.uptimeSecs());
                });
    }
}
