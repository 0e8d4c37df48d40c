package io.eyewall.cli.console;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Processes;
import io.eyewall.cli.remote.RemoteTopologies;
import io.eyewall.cli.remote.Verb;
import io.eyewall.cli.terminal.JsonOption;
import io.eyewall.control.ControlFolder;
import io.eyewall.control.ProcessCalls;
import io.eyewall.ports.PortTakenException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall console}: serves a page that shows the topologies of all processes of this user.
 */
@Command(
        name = "console",
        description =
                "Show the running topologies of all processes of this user in the"
                        + " browser, until Ctrl-C, including topologies that start later.",
        footer = {
            "",
            "Serves on the loopback address. Exit codes: 1 the port is taken, or no process answers,"
                    + " 2 wrong usage, 130 interrupted."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class ConsoleCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(
            arity = "0..1",
            paramLabel = "TOPOLOGY|PID",
            description =
                    "Show only topologies with this name or id, or of this process"
                            + " (default: all).")
    private @Nullable String selector;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the page (default: 7470, or any free port).")
    private int port = ConsolePage.USUAL_PORT_OR_ANY;

    @Mixin private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws InterruptedException {
        if (port != ConsolePage.USUAL_PORT_OR_ANY && (port < 0 || port > 65_535)) {
            throw new ParameterException(
                    command.commandLine(), "--port is " + port + ", expected 0 (any) to 65535");
        }
        PrintWriter err = command.commandLine().getErr();
        try {
            // A process that does not answer is polled each second; a line for each poll would be
            // too much.
            Processes processes = new Processes(ControlFolder.ofUser(), problem -> {});
            processes.connectAll(); // throws if no process can be asked
            try (ConsolePage page =
                    ConsolePage.open(
                            port, new RemoteTopologies(processes, selector), ProcessCalls.REMOTE)) {
                err.println("eyewall: console at " + page.address() + "; Ctrl-C ends it");
                err.flush();
                json.printForPrograms(line -> line.writeStringField("console", page.address()));
                new CountDownLatch(1).await(); // until a signal ends the process
            }
        } catch (PortTakenException | NobodyException e) {
            err.println("eyewall: " + e.getMessage());
            err.flush();
            return Verb.NOT_DONE;
        }
        return Verb.DONE;
    }
}
