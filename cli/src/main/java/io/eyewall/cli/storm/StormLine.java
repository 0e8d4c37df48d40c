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

    private static final String FLUX = ".flux.Flux";
    private static final String FLUX_MS = "60000";

    /** Options with a value and their names in Eyewall; an empty name for those without effect. */
    private static final Map<String, String> OF_ALL =
            Map.of("-c", "-c", "--config", "--conf", "-storm_config_opts", "");

    private static final Map<String, String> OF_APPLICATIONS =
            Map.of(
                    "--jars", "--jars",
                    "--artifacts", "--artifacts",
                    "--artifactRepositories", "--artifactRepositories",
                    "--mavenLocalRepositoryDirectory", "--mavenLocalRepositoryDirectory",
                    "--proxyUrl", "",
                    "--proxyUsername", "",
                    "--proxyPassword", "");

    private static final Map<String, String> OF_LOCAL =
            Map.of("--local-ttl", "--for", "--java-debug", "", "--local-zookeeper", "");

    private static final Set<String> FLAGS = Set.of("--storm-server-classpath");

    /** Commands that start daemons; Eyewall has no such daemons. */
    private static final Set<String> DAEMONS =
            Set.of("supervisor", "ui", "logviewer", "drpc", "pacemaker", "dev-zookeeper");

    /** Replacements for commands that have no meaning in Eyewall. */
    private static final Map<String, String> INSTEAD =
            Map.of(
                    "sql",
                    "the SQL here is another: 'eyewall sql FILE.sql', docs/guides/sql.md",
                    "heartbeats",
                    "there is no ZooKeeper here; 'eyewall top' and 'eyewall list' say what lives",
                    "node-health-check",
                    "use 'eyewall doctor', or /readyz of 'eyewall server'",
                    "kill_workers",
                    "use 'eyewall kill NAME' for each topology of 'eyewall list'",
                    "admin",
                    "there is no ZooKeeper here that it could mend; a server keeps its state in"
                            + " files, docs/guides/server.md",
                    "shell",
                    "make a jar of the resources, and 'eyewall run' it",
                    "repl",
                    "use jshell with the class path that 'storm classpath' prints");

    private final String command;
    private final List<String> options = new ArrayList<>();
    private final List<String> rest = new ArrayList<>();
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
        StormLine storm = of(line);
        return storm == null ? HELP : storm.ours();
    }

    /** Reads a command line; returns null if it names no command. */
    static @Nullable StormLine of(List<String> line) {
        int at = 0;
        List<String> before = new ArrayList<>();
        while (at < line.size() && line.get(at).startsWith("-")) { // options before the command
            before.add(line.get(at));
            boolean hasValue = OF_ALL.containsKey(line.get(at)) && at + 1 < line.size();
            if (hasValue) {
                before.add(line.get(at + 1));
            }
            at += hasValue ? 2 : 1;
        }
        if (at == line.size()) {
            return null;
        }
        StormLine storm = new StormLine(line.get(at));
        List<String> arguments = new ArrayList<>(before);
        arguments.addAll(line.subList(at + 1, line.size()));
        storm.read(arguments);
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
    List<String> rest() {
        return rest;
    }

    private Map<String, String> known() {
        Map<String, String> known = new LinkedHashMap<>(OF_ALL);
        if (command.equals("jar") || command.equals("local")) {
            known.putAll(OF_APPLICATIONS);
        }
        if (command.equals("local")) {
            known.putAll(OF_LOCAL);
        }
        return known;
    }

    private void read(List<String> arguments) {
        Map<String, String> known = known();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String ours = known.get(name);
            if (FLAGS.contains(argument)) {
                continue;
            }
            if (ours == null) {
                rest.add(argument);
                continue;
            }
            if (equals < 0 && i + 1 == arguments.size()) {
                throw new IllegalArgumentException(
                        "storm " + command + ": " + name + " needs a value");
            }
            String value = equals < 0 ? arguments.get(++i) : argument.substring(equals + 1);
            if (!ours.isEmpty()) {
                boolean isTtl = ours.equals("--for");
                hasTtl |= isTtl;
                options.addAll(List.of(ours, isTtl ? value + "s" : value));
            }
        }
    }

    private List<String> ours() {
        return switch (command) {
            case "jar" -> application(rest.contains("--local"));
            case "local" -> application(true);
            case "list", "kill", "activate", "deactivate", "rebalance" -> with(command, rest);
            case "monitor" -> with("top", names());
            case "nimbus" -> with("server", options, rest);
            case "help" -> HELP;
            default -> throw new IllegalArgumentException(refusal());
        };
    }

    /**
     * Returns the command that runs the application on this machine, or submits it to a cluster.
     */
    private List<String> application(boolean here) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException(
                    "storm " + command + " needs the application's jar, and its main class");
        }
        if (command.equals("local") && !hasTtl) {
            options.addAll(List.of("--for", DEFAULT_TTL_SECS + "s"));
        }
        if (command.equals("jar") && here && rest.size() > 1 && rest.get(1).endsWith(FLUX)) {
            options.addAll(List.of("--for", fluxMs() + "ms"));
        }
        return with(here ? "run" : "submit", options, rest);
    }

    /**
     * Returns how many milliseconds Flux of Storm 1.x runs a local topology. Flux of Storm 2.x
     * ignores that option.
     */
    private String fluxMs() {
        for (int i = 0; i + 1 < rest.size(); i++) {
            boolean isSleep = rest.get(i).equals("--sleep") || rest.get(i).equals("-s");
            if (isSleep && rest.get(i + 1).matches("\\d+")) {
                return rest.get(i + 1);
            }
        }
        return FLUX_MS;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < rest.size(); i++) {
            if (rest.get(i).startsWith("-")) {
                i++; // skips an interval or a component: top shows all
            } else {
                names.add(rest.get(i));
            }
        }
        return names;
    }

    private String refusal() {
        String instead =
                DAEMONS.contains(command)
                        ? "there is no such daemon here; 'eyewall server' is Nimbus, supervisor, UI"
                                + " and log viewer, and 'eyewall run --drpc' has DRPC"
                        : INSTEAD.get(command);
        if (instead != null) {
            return "storm " + command + ": " + instead;
        }
        return "storm "
                + command
                + " is not here; 'eyewall --help' says what is. Storm's own command works with"
                + " 'eyewall server', too: docs/guides/server.md";
    }

    private static List<String> with(String command, List<String> first) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(first);
        return all;
    }

    private static List<String> with(String command, List<String> first, List<String> second) {
        List<String> all = with(command, first);
        all.addAll(second);
        return all;
    }
}
