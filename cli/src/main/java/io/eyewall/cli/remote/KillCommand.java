package io.eyewall.cli.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.control.RemoteTopology;
import java.io.IOException;
import java.time.Duration;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code eyewall kill}: ends a topology. */
@Command(
        name = "kill",
        description =
                "End a topology: its spouts stop emitting, pending messages may"
                        + " complete for a while, then everything is closed. Returns immediately.",
        footer = {
            "",
            "Exit codes: 0 done, 1 no process answered, or there is no such topology, or several, 2"
                    + " wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class KillCommand extends NamedVerb {
    @Option(
            names = "-w",
            paramLabel = "SECS",
            description =
                    "Time for which pending messages may complete (default: the topology's"
                            + " topology.message.timeout.secs).")
    private @Nullable Integer waitSecs;

    /** The wait in effect, which {@link #writeResult} repeats. */
    private int usedWaitSecs;

    @Override
    String performOn(RemoteTopology topology) {
        if (waitSecs != null && waitSecs < 0) {
            throw new ParameterException(
                    command().commandLine(), "-w is " + waitSecs + ", expected 0 or more seconds");
        }
        usedWaitSecs =
                waitSecs != null
                        ? waitSecs
                        : ObjectReader.getInt(
                                topology.plan().conf().get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS),
                                0);
        if (topology.status().isOver()) {
            throw new IllegalStateException(
                    "topology '" + topology.name() + "' is over already: " + topology.status());
        }
        topology.kill(Duration.ofSeconds(usedWaitSecs));
        return "is killed; pending messages may complete for " + usedWaitSecs + " s";
    }

    @Override
    void writeResult(JsonGenerator json) throws IOException {
        json.writeNumberField("waitSecs", usedWaitSecs);
    }
}
