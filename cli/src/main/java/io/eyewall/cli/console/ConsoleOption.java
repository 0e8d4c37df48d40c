package io.eyewall.cli.console;

import io.eyewall.control.ControlService;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.ports.PortTakenException;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The option {@code --console}, which serves the console in the browser. */
public final class ConsoleOption {
    private static final String USUAL = "usual";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--console",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = USUAL,
            preprocessor = AttachedPortOnly.class,
            scope = ScopeType.INHERIT,
            description =
                    "Show the topologies in the browser, on the loopback address, which is"
                            + " printed (default: port 7470, or any free port).")
    private @Nullable String port;

    /**
     * Takes a port only if it is attached by {@code =}, so that {@code --console APP.jar} has no
     * port.
     */
    static final class AttachedPortOnly implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // picocli's stack
        public boolean preprocess(
                Stack<String> args, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
            if (!"=".equals(info.get("separator"))) {
                args.push(USUAL);
            }
            return false; // picocli continues and takes the topmost argument as the value
        }
    }

    /**
     * Opens the page if the option is given, and prints its address.
     *
     * @param topologies the topologies of this process
     * @param services the control services of this process
     * @return the page, which the caller closes at the end
     * @throws ParameterException if the port is not available
     */
    public ConsolePage open(
            Supplier<List<RunningTopology>> topologies, Map<String, ControlService> services) {
        String portOrUsual = port;
        if (portOrUsual == null) {
            return ConsolePage.NONE;
        }
        try {
            ConsolePage page =
                    ConsolePage.open(
                            portNumber(portOrUsual), topologies, new ProcessCalls(services));
            System.err.println("eyewall: console at " + page.address());
            return page;
        } catch (PortTakenException | IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--console: " + e.getMessage(), e);
        }
    }

    private static int portNumber(String port) {
        if (port.equals(USUAL)) {
            return ConsolePage.USUAL_PORT_OR_ANY;
        }
        String message = "'" + port + "' is not a port; expected 0 (any) to 65535";
        try {
            int number = Integer.parseInt(port);
            if (number >= 0 && number <= 65_535) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(message, e);
        }
        throw new IllegalArgumentException(message);
    }
}
