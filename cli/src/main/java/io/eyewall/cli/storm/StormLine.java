package io.eyewall.cli.storm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Translates a command line of Storm's {@code storm} to the Eyewall command with the same effect
 * (Storm: bin/storm.py). As with Storm's command, its options may stand anywhere, also among those
 * of the application.
 */
final class StormLine {
    /**
     * The translation of {@code storm help}, which {@link StormCommandLine} answers without running
     * an Eyewall command.
     */
    static final List<String> HELP = List.of("--help");

    private static final String DEFAULT_TTL_SECS = "20";

    private static final String FLUX_CLASS_SUFFIX = ".flux.Flux";
    private static final String DEFAULT_FLUX_MS = "60000";

    /** Options with a value and their names in Eyewall; an empty name for those without effect. */
    private static final Map<String, String> COMMON_OPTIONS =
            Map.of("-c", "-c", "--config", "--conf", "-storm_config_opts", "");

    private static final Map<String, String> APPLICATION_OPTIONS =
            Map.of(
                    "--jars", "--jars",
                    "--artifacts", "--artifacts",
                    "--artifactRepositories", "--artifactRepositories",
                    "--mavenLocalRepositoryDirectory", "--mavenLocalRepositoryDirectory",
                    "--proxyUrl", "",
                    "--proxyUsername", "",
                    "--proxyPassword", "");

    private static final Map<String, String> LOCAL_OPTIONS =
            Map.of("--local-ttl", "--for", "--java-debug", "", "--local-zookeeper", "");

    private static final Set<String> IGNORED_FLAGS = Set.of("--storm-server-classpath");

    /** Commands that start daemons; Eyewall has no such daemons. */
    private static final Set<String> DAEMONS =
            Set.of("supervisor", "ui", "logviewer", "drpc", "pacemaker", "dev-zookeeper");

    /** Replacements for commands that have no meaning in Eyewall. */
    private static final Map<String, String> REPLACEMENTS =
            Map.of(
                    "sql",
                    "Eyewall has its own SQL: 'eyewall sql FILE.sql', docs/guides/sql.md",
                    "heartbeats",
                    "there is no ZooKeeper here; 'eyewall top' and 'eyewall list' show what runs",
                    "node-health-check",
                    "use 'eyewall doctor', or /readyz of 'eyewall server'",
                    "kill_workers",
                    "use 'eyewall kill NAME' for each topology of 'eyewall list'",
                    "admin",
                    "there is no ZooKeeper to repair; a server keeps its state in"
                            + " files, docs/guides/server.md",
                    "shell",
                    "make a jar of the resources, and 'eyewall run' it",
                    "repl",
                    "use jshell with the class path that 'storm classpath' prints");

    private final String command;
    private final List<String> options = new ArrayList<>();
    private final List<String> positional = new ArrayList<>();
    private boolean hasTtl;

    private StormLine(String command) {
        this.command = command;
    }

    /**
     * Translates a command line.
     *
     * @param line the arguments, without {@code storm} itself
     * @return the arguments of {@code eyewall}
     * @throws IllegalArgumentException if the command does not exist, or not in Eyewall; the
     *     message says what to do
     */
    static List<String> translate(List<String> line) {
        StormLine storm = parse(line);
        return storm == null ? HELP : storm.toEyewall();
    }

    /** Reads a command line; returns null if it names no command. */
    static @Nullable StormLine parse(List<String> line) {
        int index = 0;
        List<String> leadingOptions = new ArrayList<>();
        while (index < line.size() && line.get(index).startsWith("-")) {
            leadingOptions.add(line.get(index));
            boolean hasValue =
                    COMMON_OPTIONS.containsKey(line.get(index)) && index + 1 < line.size();
            if (hasValue) {
                leadingOptions.add(line.get(index + 1));
            }
            index += hasValue ? 2 : 1;
        }
        if (index == line.size()) {
            return null;
        }
        StormLine storm = new StormLine(line.get(index));
        List<String> arguments = new ArrayList<>(leadingOptions);
        arguments.addAll(line.subList(index + 1, line.size()));
        storm.parseArguments(arguments);
        return storm;
    }

    /** Returns Storm's name of the command. */
    String command() {
        return command;
    }

    /** Returns the configuration, as options of Eyewall. */
    List<String> options() {
        return options;
    }

    /** Returns the remaining arguments. */
    List<String> positional() {
        return positional;
    }

    private Map<String, String> knownOptions() {
        Map<String, String> knownOptions = new LinkedHashMap<>(COMMON_OPTIONS);
        if (command.equals("jar") || command.equals("local")) {
            knownOptions.putAll(APPLICATION_OPTIONS);
        }
        if (command.equals("local")) {
            knownOptions.putAll(LOCAL_OPTIONS);
        }
        return knownOptions;
    }

    private void parseArguments(List<String> arguments) {
        Map<String, String> eyewallNames = knownOptions();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String eyewallName = eyewallNames.get(name);
            if (IGNORED_FLAGS.contains(argument)) {
                continue;
            }
            if (eyewallName == null) {
                positional.add(argument);
                continue;
            }
            if (equals < 0 && i + 1 == arguments.size()) {
                throw new IllegalArgumentException(
                        "storm " + command + ": " + name + " needs a value");
            }
            String value = equals < 0 ? arguments.get(++i) : argument.substring(equals + 1);
            if (!eyewallName.isEmpty()) {
                boolean isTtl = eyewallName.equals("--for");
                hasTtl |= isTtl;
                options.addAll(List.of(eyewallName, isTtl ? value + "s" : value));
            }
        }
    }

    private List<String> toEyewall() {
        return switch (command) {
            case "jar" -> runOrSubmit(positional.contains("--local"));
            case "local" -> runOrSubmit(true);
            case "list", "kill", "activate", "deactivate", "rebalance" ->
                    concat(command, positional);
            case "monitor" -> concat("top", topologyNames());
            case "nimbus" -> concat("server", options, positional);
            case "help" -> HELP;
            default -> throw new IllegalArgumentException(unsupportedMessage());
        };
    }

    /**
     * Returns the command that runs the application on this machine, or submits it to a cluster.
     */
    private List<String> runOrSubmit(boolean runsHere) {
        if (positional.isEmpty()) {
            throw new IllegalArgumentException(
                    "storm " + command + " needs the application's jar, and its main class");
        }
        if (command.equals("local") && !hasTtl) {
            options.addAll(List.of("--for", DEFAULT_TTL_SECS + "s"));
        }
        if (command.equals("jar")
                && runsHere
                && positional.size() > 1
                && positional.get(1).endsWith(FLUX_CLASS_SUFFIX)) {
            options.addAll(List.of("--for", fluxMs() + "ms"));
        }
        return concat(runsHere ? "run" : "submit", options, positional);
    }

    /**
     * Returns for how many milliseconds Flux of Storm 1.x runs a local topology. Flux of Storm 2.x
     * ignores that option.
     */
    private String fluxMs() {
        for (int i = 0; i + 1 < positional.size(); i++) {
            boolean isSleep = positional.get(i).equals("--sleep") || positional.get(i).equals("-s");
            if (isSleep && positional.get(i + 1).matches("\\d+")) {
                return positional.get(i + 1);
            }
        }
        return DEFAULT_FLUX_MS;
    }

    private List<String> topologyNames() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < positional.size(); i++) {
            if (positional.get(i).startsWith("-")) {
                i++; // skips the value of the option: top shows all components
            } else {
                names.add(positional.get(i));
            }
        }
        return names;
    }

    private String unsupportedMessage() {
        String replacement =
                DAEMONS.contains(command)
                        ? "there is no such daemon here; 'eyewall server' is Nimbus, supervisor, UI"
                                + " and log viewer, and 'eyewall run --drpc' has DRPC"
                        : REPLACEMENTS.get(command);
        if (replacement != null) {
            return "storm " + command + ": " + replacement;
        }
        return "storm "
                + command
                + " is not supported; 'eyewall --help' lists the commands. Storm's own command"
                + " works with 'eyewall server', too: docs/guides/server.md";
    }

    private static List<String> concat(String command, List<String> first) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(first);
        return all;
    }

    private static List<String> concat(String command, List<String> first, List<String> second) {
        List<String> all = concat(command, first);
        all.addAll(second);
        return all;
    }
}
