package io.eyewall.lab.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts a lab's processes, each with the lab's mark. Any thread may call. After {@link #stop} no
 * process is started any more.
 */
public final class ProcessLauncher {
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final File DEV_NULL = new File("/dev/null");

    private final Mark mark;
    private boolean stopped; // guarded by this

    public ProcessLauncher(Mark mark) {
        this.mark = mark;
    }

    /**
     * A process to start.
     *
     * @param host the host of the lab on which it runs
     * @param commandLine program and arguments, with the prefix that makes the program run on its
     *     host
     * @param variables environment variables besides the mark; this process' variables are
     *     inherited, except those of Storm
     * @param folder its working directory
     */
    public record Command(
            String host, List<String> commandLine, Map<String, String> variables, Path folder) {}

    /**
     * Starts a process that outlives this process, and does not receive the signals of the
     * terminal.
     *
     * @param output the file to which its output is appended
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process startDaemon(Command command, Path output) throws IOException {
        List<String> commandLine = new ArrayList<>();
        SETSID.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(setsid -> commandLine.add(setsid.toString()));
        commandLine.addAll(command.commandLine());
        ProcessBuilder builder =
                createBuilder(command, commandLine)
                        .redirectInput(DEV_NULL)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        return start(builder);
    }

    /**
     * Starts a process that uses this process' standard streams.
     *
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process startClient(Command command) throws IOException {
        return start(createBuilder(command, command.commandLine()).inheritIO());
    }

    /**
     * Starts a process that uses this process' standard input and error, and whose output this
     * process reads.
     *
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process startClientWithReadableOutput(Command command) throws IOException {
        return start(
                createBuilder(command, command.commandLine())
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    /**
     * Starts a process without input, whose output this process reads.
     *
     * @param errors the file to which its standard error is appended
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process startReporter(Command command, Path errors) throws IOException {
        return start(
                createBuilder(command, command.commandLine())
                        .redirectInput(DEV_NULL)
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
    }

    /**
     * Starts a process whose input this process writes and whose output this process reads.
     *
     * @param errors the file to which its standard error is appended
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process startWithPipes(Command command, Path errors) throws IOException {
        return start(
                createBuilder(command, command.commandLine())
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
    }

    private ProcessBuilder createBuilder(Command command, List<String> commandLine) {
        ProcessBuilder builder =
                new ProcessBuilder(commandLine).directory(command.folder().toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("STORM_"));
        environment.putAll(command.variables());
        environment.putAll(mark.environment(command.host()));
        return builder;
    }

    private synchronized Process start(ProcessBuilder builder) throws IOException {
        if (stopped) {
            throw new IOException("the lab is being taken down");
        }
        return builder.start();
    }

    /** Makes all later starts fail. */
    public synchronized void stop() {
        stopped = true;
    }
}
