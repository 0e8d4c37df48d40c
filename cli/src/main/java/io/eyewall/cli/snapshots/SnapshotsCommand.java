package io.eyewall.cli.snapshots;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Printed;
import io.eyewall.cli.terminal.TextTable;
import io.eyewall.state.StateException;
import io.eyewall.toolkit.snapshot.SnapshotContents;
import io.eyewall.toolkit.snapshot.SnapshotContents.TaskContents;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eyewall snapshots}: shows the newest snapshots of topologies, and what they contain. */
@Command(
        name = "snapshots",
        description =
                "Show the newest snapshot of each topology in a folder (eyewall.snapshot.dir); of"
                        + " one topology the state of each task, or of one component each entry."
                        + " Topologies may be running.",
        footer = {
            "",
            "Exit codes: 0 shown, 1 the folder can't be read, or there is no such snapshot or"
                    + " component, 2 wrong usage.",
            "docs/guides/snapshots.md has the details."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class SnapshotsCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The folder of snapshots.")
    private Path folder = Path.of("");

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "A topology: show the state of each task.")
    private @Nullable String name;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "COMPONENT",
            description = "A component: show all entries of its state.")
    private @Nullable String component;

    @Option(names = "--json", description = "Print JSON, one object per line.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        try {
            if (name == null) {
                printTopologies(out);
            } else if (component == null) {
                printTasks(out, contentsOf(name));
            } else {
                printEntries(out, contentsOf(name), component);
            }
        } catch (StateException e) {
            String message = Printable.headline(Objects.toString(e.getMessage()));
            command.commandLine().getErr().println("eyewall: " + message);
            return ExitCode.FAILED;
        } finally {
            out.flush();
        }
        return ExitCode.OK;
    }

    private void printTopologies(PrintWriter out) {
        List<SnapshotContents> all = new ArrayList<>();
        for (String topology : SnapshotContents.topologies(folder)) {
            SnapshotContents contents = SnapshotContents.read(folder, topology);
            if (contents != null) {
                all.add(contents);
            }
        }
        if (json) {
            all.forEach(contents -> out.println(toJson(contents)));
            return;
        }
        TextTable table =
                new TextTable(
                        3,
                        List.of(
                                "TOPOLOGY",
                                "TAKEN",
                                "STATE",
                                "SNAPSHOT",
                                "AGE",
                                "ENTRIES",
                                "BYTES"));
        for (SnapshotContents each : all) {
            table.add(
                    List.of(
                            Printable.line(each.topology()),
                            taken(each).toString(),
                            each.hasEnded() ? "ended" : "in the middle",
                            String.valueOf(each.number()),
                            Printed.time(ageSecs(each)),
                            Printed.count(entries(each)),
                            Printed.count(each.bytes())));
        }
        table.lines().forEach(out::println);
    }

    private static Instant taken(SnapshotContents contents) {
        return Instant.ofEpochMilli(contents.takenMs()).truncatedTo(ChronoUnit.SECONDS);
    }

    private static long ageSecs(SnapshotContents contents) {
        return Math.max(0, (System.currentTimeMillis() - contents.takenMs()) / 1000);
    }

    private static long entries(SnapshotContents contents) {
        return contents.tasks().stream().mapToLong(TaskContents::entries).sum();
    }

    private static String toJson(SnapshotContents contents) {
        return JsonLine.of(
                line -> {
                    line.writeStringField("topology", contents.topology());
                    line.writeNumberField("snapshot", contents.number());
                    line.writeNumberField("takenMs", contents.takenMs());
                    line.writeNumberField("bytes", contents.bytes());
                    line.writeNumberField("entries", entries(contents));
                    line.writeBooleanField("ended", contents.hasEnded());
                });
    }

    private SnapshotContents contentsOf(String topology) {
        SnapshotContents contents = SnapshotContents.read(folder, topology);
        if (contents == null) {
            throw new StateException(
                    "topology '%s' has no snapshot in %s; there are those of %s"
                            .formatted(topology, folder, SnapshotContents.topologies(folder)));
        }
        return contents;
    }

    private void printTasks(PrintWriter out, SnapshotContents contents) {
        if (json) {
            contents.tasks().forEach(task -> out.println(toJson(task)));
            return;
        }
        out.printf(
                "snapshot %d, taken %s, %s%n",
                contents.number(),
                taken(contents),
                contents.hasEnded() ? "at the end" : "in the middle");
        TextTable table = new TextTable(1, List.of("COMPONENT", "TASK", "ENTRIES", "BYTES"));
        for (TaskContents task : contents.tasks()) {
            table.add(
                    List.of(
                            Printable.line(task.component()),
                            String.valueOf(task.index()),
                            Printed.count(task.entries()),
                            Printed.count(task.bytes())));
        }
        table.lines().forEach(out::println);
    }

    private static String toJson(TaskContents task) {
        return JsonLine.of(
                line -> {
                    line.writeStringField("component", task.component());
                    line.writeNumberField("task", task.index());
                    line.writeNumberField("entries", task.entries());
                    line.writeNumberField("bytes", task.bytes());
                });
    }

    private void printEntries(PrintWriter out, SnapshotContents contents, String ofComponent) {
        List<String> components =
                contents.tasks().stream().map(TaskContents::component).distinct().toList();
        if (!components.contains(ofComponent)) {
            throw new StateException(
                    "component '%s' has no state in snapshot %d; those that have are %s"
                            .formatted(ofComponent, contents.number(), components));
        }
        SnapshotContents.forEachEntry(
                folder,
                contents.topology(),
                ofComponent,
                Objects.requireNonNull(Utils.readDefaultConfig()),
                (task, entry) ->
                        out.println(
                                json ? toJson(task, entry) : task + "  " + Printable.line(entry)));
    }

    private static String toJson(int task, String entry) {
        return JsonLine.of(
                line -> {
                    line.writeNumberField("task", task);
                    line.writeStringField("entry", entry);
                });
    }
}
