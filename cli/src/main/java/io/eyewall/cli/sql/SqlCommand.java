package io.eyewall.cli.sql;

import io.eyewall.cli.application.AppMain;
import io.eyewall.cli.application.Applications;
import io.eyewall.cli.application.BuiltFiles;
import io.eyewall.cli.application.MainClasses;
import io.eyewall.cli.conf.ConfOptions;
import io.eyewall.cli.conf.StateOptions;
import io.eyewall.cli.console.ConsoleOption;
import io.eyewall.cli.run.Session;
import io.eyewall.cli.run.TextReporter;
import io.eyewall.cli.run.Unread;
import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.DurationConverter;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.LogLevels;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Version;
import io.eyewall.engine.StackTraceText;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.local.legacy.ApplicationLoaders.Chosen;
import io.eyewall.local.legacy.ApplicationLoaders.Mode;
import io.eyewall.topology.config.ConfigKeys;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall sql}: runs SQL queries as a topology. The compiler has a class loader of its own.
 */
@Command(
        name = "sql",
        customSynopsis = {
            "eyewall sql [OPTIONS] FILE.sql [FUNCTIONS.jar...]",
            "       eyewall sql [OPTIONS] -e QUERY [FUNCTIONS.jar...]"
        },
        description =
                "Run a script of SQL as one topology, until all rows have been read or Ctrl-C. Rows"
                        + " of a query without INSERT go to the standard output, as CSV.",
        footer = {
            "",
            "Exit codes: as 'eyewall run --until-drained'; 1 if the script is wrong; 0 if --for ends",
            "a query that has no end; 141 if nobody reads the rows.",
            "docs/guides/sql.md describes the language."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class SqlCommand implements Callable<Integer> {
    private static final String LAUNCHER = "io.eyewall.sql.SqlLauncher";

    /**
     * Configuration of the topology: no message times out, as rows stay in windows and wait for
     * tables for any time.
     */
    private static final Map<String, Object> TOPOLOGY_CONF =
            Map.of(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, false);

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE.sql|FUNCTIONS.jar",
            description = "The script, and the jars with the classes of its functions.")
    private List<String> parameters = List.of();

    @Option(
            names = {"-e", "--execute"},
            paramLabel = "QUERY",
            description = "Run this text instead of a file.")
    private @Nullable String text;

    @Option(names = "--explain", description = "Print the plans of all queries, but run nothing.")
    private boolean explain;

    @Option(names = "--json", description = "Print rows as JSON, one object per line.")
    private boolean json;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Number of tasks of groupings and joins (default: 1).")
    private int parallelism = 1;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Stop after TIME; for example 500ms, 30s or 5m.")
    private @Nullable Duration limit;

    @Mixin private StateOptions state = new StateOptions();

    @Mixin private ConfOptions conf = new ConfOptions();

    @Override
    public Integer call() throws Exception {
        Console console = Console.install(false);
        Unread.install();
        LogLevels levels = new LogLevels();
        levels.addSetting(TopologyFailure.class.getName() + "=off"); // reported below
        levels.install(0);
        conf.add(state.settings());
        Map<String, Object> overrides = conf.install();
        if (parallelism < 1) {
            throw usageError("--parallelism is " + parallelism + ", expected 1 or more");
        }
        List<String> scripts =
                parameters.stream().filter(parameter -> !parameter.endsWith(".jar")).toList();
        if (scripts.size() != (text == null ? 1 : 0)) {
            throw usageError("expected one FILE.sql, or -e QUERY; there are " + scripts);
        }
        String file = text == null ? scripts.get(0) : "query";
        ClassLoader loader = loadClasses(note -> console.printMessage("eyewall: " + note));
        String script = text == null ? readScript(file) : text;
        Map<String, Object> compiled = compile(loader, file, script);
        if (compiled.get("error") instanceof String error) {
            console.printMessage("eyewall: " + error);
            return ExitCode.FAILED;
        }
        if (explain || !(compiled.get("topology") instanceof StormTopology topology)) {
            console.printResult(String.valueOf(compiled.get("explanation")).stripTrailing());
            return ExitCode.OK;
        }
        String needsSnapshots = String.valueOf(compiled.get("needsSnapshots"));
        if (!needsSnapshots.isEmpty() && !overrides.containsKey(ConfigKeys.SNAPSHOT_DIR.name())) {
            console.printMessage(
                    "eyewall: "
                            + file
                            + ": "
                            + needsSnapshots
                            + "; run it with -c "
                            + ConfigKeys.SNAPSHOT_DIR.name()
                            + "=FOLDER");
            return ExitCode.FAILED;
        }
        Session session =
                new Session(
                        new SqlReporter(console), console, overrides, limit, new ConsoleOption());
        session.untilDrained();
        int code =
                session.run(
                        file,
                        loader,
                        nimbus ->
                                nimbus.start(
                                        topologyName(file),
                                        topologyConf(compiled),
                                        topology,
                                        new SubmitOptions(TopologyInitialStatus.ACTIVE)));
        boolean isEndByLimitExpected =
                limit != null && Boolean.TRUE.equals(compiled.get("unbounded"));
        return code == ExitCode.NOT_DRAINED && isEndByLimitExpected ? ExitCode.OK : code;
    }

    /** Returns the configuration, by which snapshots of another script of this name are known. */
    private static Map<String, Object> topologyConf(Map<String, Object> compiled) {
        Map<String, Object> topologyConf = new HashMap<>(TOPOLOGY_CONF);
        topologyConf.put(ConfigKeys.SNAPSHOT_FINGERPRINT.name(), compiled.get("fingerprint"));
        return topologyConf;
    }

    /**
     * Reports a query that failed because of its data in one line, and a defect with its stack
     * trace.
     */
    private static final class SqlReporter extends TextReporter {
        private final Console console;

        SqlReporter(Console console) {
            super(console);
            this.console = console;
        }

        @Override
        public void onFailure(TopologyFailure failure) {
            Throwable cause = failure.cause();
            if (!cause.getClass().getName().startsWith("io.eyewall.")) {
                super.onFailure(failure);
                console.printMessage(StackTraceText.of(cause).stripTrailing());
                return;
            }
            console.printMessage(
                    "eyewall: "
                            + failure.topology()
                            + " failed: "
                            + Printable.finalMessage(String.valueOf(cause.getMessage())));
            if (cause.getCause() != null) {
                console.printMessage(StackTraceText.of(cause.getCause()).stripTrailing());
            }
        }
    }

    private String readScript(String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw usageError(file + ": no such file; expected a script of SQL, or -e QUERY");
        } catch (CharacterCodingException e) {
            throw usageError(file + ": is not a script of SQL; expected text in UTF-8");
        } catch (IOException e) {
            throw usageError(file + ": can't be read: " + e);
        }
    }

    private ClassLoader loadClasses(Consumer<String> notes) throws IOException {
        List<Path> functionJars = new ArrayList<>();
        parameters.stream()
                .filter(parameter -> parameter.endsWith(".jar"))
                .map(Path::of)
                .forEach(functionJars::add);
        functionJars.forEach(
                jar ->
                        AppMain.requireNoProblem(
                                command.commandLine(), MainClasses.jarProblem(jar)));
        List<Path> sqlJars;
        try (Stream<Path> files = Files.list(BuiltFiles.find("sql"))) {
            sqlJars = files.sorted().toList();
        } catch (IllegalStateException e) {
            throw usageError("the jars of SQL: " + e.getMessage());
        }
        Chosen chosen = Applications.choose(functionJars, sqlJars, Mode.AS_NEEDED);
        chosen.notes().forEach(notes);
        return chosen.loader();
    }

    @SuppressWarnings("unchecked") // the launcher is such a Function
    private Map<String, Object> compile(ClassLoader loader, String file, String script)
            throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader previousLoader = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Function<Map<String, String>, Map<String, Object>> launcher =
                    Class.forName(LAUNCHER, true, loader)
                            .asSubclass(Function.class)
                            .getDeclaredConstructor()
                            .newInstance();
            return launcher.apply(
                    Map.of(
                            "file",
                            file,
                            "script",
                            script,
                            "parallelism",
                            Integer.toString(parallelism),
                            "json",
                            Boolean.toString(json)));
        } finally {
            thread.setContextClassLoader(previousLoader);
        }
    }

    /**
     * Returns the topology's name: the file's name, reduced to the characters that Storm allows.
     */
    private static String topologyName(String file) {
        Path last = Path.of(file).getFileName();
        String name = String.valueOf(last).replaceFirst("\\.[^.]*$", "");
        return name.replaceAll("[^A-Za-z0-9_-]", "-");
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
