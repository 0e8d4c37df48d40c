package io.eyewall.cli.storm;

import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.nimbus.Refusals;
import io.eyewall.cli.nimbus.StormClients;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.LogLevels;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.VersionInfo;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code eyewall storm}: executes the command line of Storm's {@code storm}, for {@code bin/storm}.
 * No help text lists it, because people can use Eyewall's commands directly.
 */
public final class StormCommandLine {
    public static final String NAME = "storm";

    private static final String USAGE =
            """
            Takes command lines of Storm's 'storm', and does the same here:
              storm jar APP.jar MAIN [ARGS...]       eyewall submit; with --local among ARGS eyewall run
              storm local APP.jar MAIN [ARGS...]     eyewall run --for 20s, or --local-ttl SECS
              storm list | kill | activate | deactivate | rebalance | monitor NAME
              storm nimbus                           eyewall server
              storm blobstore | drpc-client | get-errors | set_log_level | upload-credentials
              storm version | classpath | localconfvalue KEY | remoteconfvalue KEY
            Options of storm, -c KEY=VALUE, --config FILE, --jars, --artifacts, may stand anywhere.
            docs/reference/command.md describes them.""";

    private final Supplier<CommandLine> eyewall;

    /**
     * @param eyewall creates the command line that executes the translated command
     */
    public StormCommandLine(Supplier<CommandLine> eyewall) {
        this.eyewall = eyewall;
    }

    /**
     * Executes a command line.
     *
     * @param line the arguments, without {@code storm} itself
     * @return an {@link ExitCode}
     */
    public int execute(List<String> line) {
        String command = line.isEmpty() ? "help" : line.get(0);
        switch (command) {
            case "version" -> VersionInfo.main(new String[0]);
            case "classpath", "server_classpath" ->
                    System.out.println(System.getProperty("java.class.path"));
            case "localconfvalue", "remoteconfvalue" -> {
                return confValues(command, line.subList(1, line.size()));
            }
            default -> {
                return runTranslated(line);
            }
        }
        return ExitCode.OK;
    }

    private static int confValues(String command, List<String> keys) {
        if (keys.isEmpty()) {
            return printUsageError("storm " + command + " needs a key");
        }
        Map<String, Object> conf = Utils.readStormConfig();
        keys.forEach(key -> System.out.println(key + ": " + conf.get(key)));
        return ExitCode.OK;
    }

    /** Reads Storm's configuration in the same way as Eyewall's own commands. */
    @Command
    private static final class ConfReader implements Runnable {
        @Mixin private ConfOptions conf = new ConfOptions();

        @Override
        public void run() {
            conf.install();
        }
    }

    private static int runStormClient(StormLine line) {
        new LogLevels().install(0);
        CommandLine conf = new CommandLine(new ConfReader());
        int code = conf.execute(line.options().toArray(new String[0]));
        if (code != ExitCode.OK) {
            return code;
        }
        try {
            new StormClients(line.command(), System.out).run(line.positional());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            return printUsageError(String.valueOf(e.getMessage()));
        } catch (Exception e) { // exceptions of Storm's client have no common class
            System.err.println(
                    "eyewall: storm " + line.command() + " failed: " + Refusals.messageOf(e));
            return ExitCode.FAILED;
        }
    }

    private int runTranslated(List<String> line) {
        List<String> translation;
        try {
            StormLine storm = StormLine.parse(line);
            if (storm != null && StormClients.COMMANDS.contains(storm.command())) {
                return runStormClient(storm);
            }
            translation = StormLine.translate(line);
        } catch (IllegalArgumentException e) {
            return printUsageError(String.valueOf(e.getMessage()));
        }
        if (translation.equals(StormLine.HELP)) {
            System.out.println(USAGE);
            return ExitCode.OK;
        }
        return eyewall.get().execute(translation.toArray(new String[0]));
    }

    private static int printUsageError(String problem) {
        System.err.println("eyewall: " + problem);
        return ExitCode.USAGE;
    }
}
