package io.eyewall.cli;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.local.net.PortTakenException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** The option for the console, a page in the browser. */
final class ConsoleOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Option(
            names = "--console",
            paramLabel = "PORT",
            arity = "0..1",
            preprocessor = OnlyAttached.class,
            scope = ScopeType.INHERIT,
            description =
                    "Show the topologies in the browser, on this machine's own address; prints where"
                            + " (default: port 7470, or any that is free).")
    private @Nullable Integer port;

    /** {@code --console APP.jar} has no port: only what is attached by = is one. */
    static final class OnlyAttached implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // it is picocli's stack
        public boolean preprocess(
                Stack<String> args, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
            if (info.get("separator") == null) {
                args.push(Integer.toString(ConsolePage.USUAL_PORT_OR_ANY));
            }
            return false;
        }
    }

    /**
     * Opens the page if it is wanted, and says where.
     *
     * @param topologies those of this process
     * @param placement of the engine, once there is one
     * @return what to close at the end
     * @throws ParameterException if the port can't be had
     */
    ConsolePage open(
            Supplier<List<RunningTopology>> topologies,
            Supplier<Optional<LivePlacement>> placement) {
        Integer wanted = port;
        if (wanted == null) {
            return ConsolePage.NONE;
        }
        try {
            ConsolePage page = ConsolePage.open(wanted, topologies, new OwnPlacement(placement));
            System.err.println("eyewall: console at " + page.address());
            return page;
        } catch (PortTakenException | IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--console: " + e.getMessage(), e);
        }
    }
}
