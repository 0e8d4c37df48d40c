package io.eyewall.cli.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.cli.terminal.DurationConverter;
import io.eyewall.control.RemoteTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall snapshot}: takes a snapshot of a topology now. */
@Command(
        name = "snapshot",
        description =
                "Take a snapshot of a topology now, and wait until it is whole and sinks have"
                        + " committed it. With --to, copy it to a folder, from which 'run', 'sql',"
                        + " 'submit' and 'update' can begin (--from).",
        footer = {
            "",
            "Exit codes: 0 done, 1 no process answered, the topology takes no snapshots, or it"
                    + " could not be written, 2 wrong usage.",
            "docs/guides/snapshots.md has the details."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class SnapshotCommand extends NamedVerb {
    @Option(
            names = "--to",
            paramLabel = "FOLDER",
            description = "New or empty folder for a copy of the snapshot.")
    private @Nullable Path copyTo;

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Longest wait, such as 30s or 5m (default: 1m).")
    private Duration limit = Duration.ofMinutes(1);

    /** The number of the snapshot, which {@link #writeResult} repeats. */
    private long number;

    @Override
    String performOn(RemoteTopology topology) throws InterruptedException {
        number = topology.takeSnapshot(copyTo, limit);
        return "has snapshot "
                + number
                + (copyTo == null ? "" : ", with a copy in " + copyTo.toAbsolutePath());
    }

    @Override
    void writeResult(JsonGenerator json) throws IOException {
        json.writeNumberField("snapshot", number);
        if (copyTo != null) {
            json.writeStringField("copy", copyTo.toAbsolutePath().toString());
        }
    }
}
