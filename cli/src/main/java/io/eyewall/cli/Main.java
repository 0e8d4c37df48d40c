package io.eyewall.cli;

import io.eyewall.cli.bench.BenchCommand;
import io.eyewall.cli.calibrate.CalibrateCommand;
import io.eyewall.cli.cluster.ClusterCommand;
import io.eyewall.cli.completion.CompletionCommand;
import io.eyewall.cli.console.ConsoleCommand;
import io.eyewall.cli.doctor.DoctorCommand;
import io.eyewall.cli.email.EmailCommand;
import io.eyewall.cli.flame.FlameCommand;
import io.eyewall.cli.lab.LabCommand;
import io.eyewall.cli.lint.LintCommand;
import io.eyewall.cli.plan.PlanCommand;
import io.eyewall.cli.remote.ActivateCommand;
import io.eyewall.cli.remote.DeactivateCommand;
import io.eyewall.cli.remote.KillCommand;
import io.eyewall.cli.remote.ListCommand;
import io.eyewall.cli.remote.LogsCommand;
import io.eyewall.cli.remote.RebalanceCommand;
import io.eyewall.cli.remote.SnapshotCommand;
import io.eyewall.cli.run.DemoCommand;
import io.eyewall.cli.run.RunCommand;
import io.eyewall.cli.schedule.ScheduleCommand;
import io.eyewall.cli.server.ServerCommand;
import io.eyewall.cli.simulate.SimulateCommand;
import io.eyewall.cli.snapshots.SnapshotsCommand;
import io.eyewall.cli.sql.SqlCommand;
import io.eyewall.cli.storm.StormCommandLine;
import io.eyewall.cli.submit.SubmitCommand;
import io.eyewall.cli.submit.UpdateCommand;
import io.eyewall.cli.suite.TestCommand;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.UsageErrorPrinter;
import io.eyewall.cli.terminal.Version;
import io.eyewall.cli.top.TopCommand;
import io.eyewall.cli.trace.TraceCommand;
import io.eyewall.local.launch.StormClassLoader;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code eyewall} command. */
@Command(
        name = "eyewall",
        description = "Runs Apache Storm topologies, unmodified, on the cores of this machine.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "'eyewall COMMAND --help' describes a command;"
                    + " docs/reference/command.md describes the output and the exit codes."
        },
        subcommands = {
            RunCommand.class,
            LintCommand.class,
            TestCommand.class,
            SqlCommand.class,
            ServerCommand.class,
            SubmitCommand.class,
            UpdateCommand.class,
            DemoCommand.class,
            ListCommand.class,
            TopCommand.class,
            LogsCommand.class,
            FlameCommand.class,
            TraceCommand.class,
            SnapshotCommand.class,
            SnapshotsCommand.class,
            ConsoleCommand.class,
            ActivateCommand.class,
            DeactivateCommand.class,
            RebalanceCommand.class,
            KillCommand.class,
            PlanCommand.class,
            CalibrateCommand.class,
            SimulateCommand.class,
            LabCommand.class,
            ScheduleCommand.class,
            ClusterCommand.class,
            EmailCommand.class,
            BenchCommand.class,
            DoctorCommand.class,
            CompletionCommand.class,
            VersionCommand.class
        },
        usageHelpAutoWidth = true)
public final class Main {
    private static final Set<String> RUN_APPLICATIONS =
            Set.of("run", "lint", "test", "sql", "submit", "jar", "update", StormCommandLine.NAME);

    private Main() {}

    /**
     * Runs the command and ends the process with an {@link ExitCode}. For commands that run
     * applications, a {@link StormClassLoader} loads the classes of this command again; other
     * commands start faster without that.
     *
     * @param args a command and its arguments, {@code --help} or {@code --version}
     * @throws ReflectiveOperationException never; the class has the method
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        if (args.length == 0 || !RUN_APPLICATIONS.contains(args[0])) {
            execute(args);
            return;
        }
        StormClassLoader loader = StormClassLoader.ofProcess();
        Thread.currentThread().setContextClassLoader(loader);
        Class.forName(Main.class.getName(), true, loader)
                .getMethod("execute", String[].class)
                .invoke(null, (Object) args);
    }

    /**
     * Does the same as {@link #main} with the classes of the class loader that loaded this class.
     */
    public static void execute(String[] args) {
        boolean isStormCommand = args.length > 0 && args[0].equals(StormCommandLine.NAME);
        System.exit(
                isStormCommand
                        ? new StormCommandLine(Main::commandLine)
                                .execute(List.of(args).subList(1, args.length))
                        : commandLine().execute(args));
    }

    /** Creates picocli's model of the command with all subcommands. */
    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        CommandLine run = Objects.requireNonNull(commandLine.getSubcommands().get("run"), "run");
        run.setStopAtPositional(true); // further arguments are the application's
        for (String name : List.of("submit", "update")) {
            Objects.requireNonNull(commandLine.getSubcommands().get(name), name)
                    .setStopAtPositional(true);
        }
        Objects.requireNonNull(run.getSubcommands().get("flux"), "flux").setStopAtPositional(false);
        LabCommand.stopAtPositionalArguments(
                Objects.requireNonNull(commandLine.getSubcommands().get("lab"), "lab"));
        Objects.requireNonNull(commandLine.getSubcommands().get("bench"), "bench")
                .setUnmatchedOptionsArePositionalParams(true); // the benchmarks parse them
        commandLine.setParameterExceptionHandler(new UsageErrorPrinter());
        return commandLine;
    }
}
