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

    private int wait;

    @Override
    String act(RemoteTopology topology) {
        if (waitSecs != null && waitSecs < 0) {
            throw new ParameterException(
                    command().commandLine(), "-w is " + waitSecs + ", expected 0 or more seconds");
        }
        wait =
                waitSecs != null
                        ? waitSecs
                        : ObjectReader.getInt(
                                topology.plan().conf().get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS),
                                0);
        if (topology.status().isOver()) {
            throw new IllegalStateException(
                    "topology '" + topology.name() + "' is over already: " + topology.status());
        }
        topology.kill(Duration.ofSeconds(wait));
        return "is killed; pending messages may complete for " + wait + " s";
    }

    @Override
    void write(JsonGenerator json) throws IOException {
        json.writeNumberField("waitSecs", wait);
    }
}
