package io.eyewall.cli;

import java.util.List;
import java.util.Map;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.VersionInfo;

/**
 * {@code eyewall storm}, what {@code bin/storm} calls: takes the command line of Storm's {@code
 * storm}. Not for people, who have the commands themselves; so no help lists it.
 */
final class StormCommandLine {
    static final String NAME = "storm";

    private static final String USAGE =
            """
            Takes command lines of Storm's 'storm', and does the same here:
              storm jar APP.jar MAIN [ARGS...]       eyewall submit; with --local among ARGS eyewall run
              storm local APP.jar MAIN [ARGS...]     eyewall run --for 20s, or --local-ttl SECS
              storm list | kill | activate | deactivate | rebalance | monitor NAME
              storm nimbus                           eyewall server
              storm version | classpath | localconfvalue KEY | remoteconfvalue KEY
            Options of storm, -c KEY=VALUE, --config FILE, --jars, --artifacts, may stand anywhere.
            docs/reference/command.md says more.""";

    private StormCommandLine() {}

    /**
     * Does it.
     *
     * @param line without {@code storm}
     * @return an {@link ExitCode}
     */
    static int execute(List<String> line) {
        String command = line.isEmpty() ? "help" : line.get(0);
        switch (command) {
            case "version" -> VersionInfo.main(new String[0]);
            case "classpath", "server_classpath" ->
                    System.out.println(System.getProperty("java.class.path"));
            case "localconfvalue", "remoteconfvalue" -> {
                return confValues(command, line.subList(1, line.size()));
            }
            default -> {
                return translated(line);
            }
        }
        return ExitCode.OK;
    }

    private static int confValues(String command, List<String> keys) {
        if (keys.isEmpty()) {
            return refuse("storm " + command + " needs a key");
        }
        Map<String, Object> conf = Utils.readStormConfig();
        keys.forEach(key -> System.out.println(key + ": " + conf.get(key)));
        return ExitCode.OK;
    }

    private static int translated(List<String> line) {
        List<String> ours;
        try {
            ours = StormLine.translate(line);
        } catch (IllegalArgumentException e) {
            return refuse(String.valueOf(e.getMessage()));
        }
        if (ours.equals(StormLine.HELP)) {
            System.out.println(USAGE);
            return ExitCode.OK;
        }
        return Main.commandLine().execute(ours.toArray(new String[0]));
    }

    private static int refuse(String why) {
        System.err.println("eyewall: " + why);
        return ExitCode.USAGE;
    }
}
