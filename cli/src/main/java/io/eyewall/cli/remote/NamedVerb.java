package io.eyewall.cli.remote;

import com.fasterxml.jackson.core.JsonGenerator;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.control.RemoteTopology;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/** A command that acts on one named topology. */
abstract class NamedVerb extends Verb {
    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The topology's name or id, in any process.")
    private String name = "";

    /**
     * Performs the command on a topology.
     *
     * @return the result for people, which follows the topology's name
     */
    abstract String performOn(RemoteTopology topology) throws InterruptedException;

    /**
     * Writes the result for programs, in addition to the topology's name, id, process and status.
     */
    void writeResult(JsonGenerator json) throws IOException {}

    @Override
    protected final void run() throws NobodyException, InterruptedException {
        RemoteTopology topology = processes().topology(name, pid()).topology();
        String outcome = performOn(topology);
        if (!json()) {
            out().println(
                            "topology '"
                                    + Printable.line(topology.name())
                                    + "' of process "
                                    + topology.process().pid()
                                    + " "
                                    + outcome);
            return;
        }
        String status = topology.status().name();
        out().println(
                        JsonLine.of(
                                json -> {
                                    json.writeStringField("topology", topology.name());
                                    json.writeStringField("id", topology.id());
                                    json.writeNumberField("pid", topology.process().pid());
                                    json.writeStringField("status", status);
                                    writeResult(json);
                                }));
    }
}
