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
     * @param command program and arguments, with the prefix that makes it run on its host
     * @param variables environment variables besides the mark; this process' variables are
     *     inherited, except those of Storm
     * @param folder its working directory
     */
    public record Command(
            String host, List<String> command, Map<String, String> variables, Path folder) {}

    /**
     * Starts a process that outlives this one, and does not receive the signals of its terminal.
     *
     * @param output the file to which its output is appended
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process daemon(Command spec, Path output) throws IOException {
        List<String> commandLine = new ArrayList<>();
        SETSID.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(p -> commandLine.add("" + p));
        commandLine.addAll(spec.command());
        ProcessBuilder builder =
                builder(spec, commandLine)
                        .redirectInput(DEV_NULL)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        return start(builder);
    }

    /**
     * Starts a process with this one's standard streams.
     *
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process client(Command spec) throws IOException {
        return start(builder(spec, spec.command()).inheritIO());
    }

    /**
     * Starts a process with this one's standard input and error, whose output this one reads.
     *
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process clientWithReadableOutput(Command spec) throws IOException {
        return start(
                builder(spec, spec.command())
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    /**
     * Starts a process without input, whose output this one reads.
     *
     * @param errors the file to which its standard error is appended
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process reporter(Command spec, Path errors) throws IOException {
        return start(
                builder(spec, spec.command())
                        .redirectInput(DEV_NULL)
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
    }

    /**
     * Starts a process whose input this one writes and whose output it reads.
     *
     * @param errors the file to which its standard error is appended
     * @throws IOException if it cannot be started, or the launcher is stopped
     */
    public Process processWithPipes(Command spec, Path errors) throws IOException {
        return start(
                builder(spec, spec.command())
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
    }

    private ProcessBuilder builder(Command spec, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(spec.folder().toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("STORM_"));
        environment.putAll(spec.variables());
        environment.putAll(mark.environment(spec.host()));
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
