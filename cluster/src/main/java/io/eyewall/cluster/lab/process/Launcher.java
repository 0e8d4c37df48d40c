package io.eyewall.cluster.lab.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts a lab's processes, each with its mark. Whatever thread calls {@link #stop}: after it no
 * process is started any more.
 */
public final class Launcher {
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final File NOTHING = new File("/dev/null");

    private final Mark mark;
    private boolean stopped; // guarded by this

    public Launcher(Mark mark) {
        this.mark = mark;
    }

    /**
     * A process to start.
     *
     * @param host on which host of the lab
     * @param command program and arguments, with what brings it to its host before
     * @param variables of the environment, besides the mark; Storm's own of this process are left
     *     out
     * @param folder its working directory
     */
    public record Command(
            String host, List<String> command, Map<String, String> variables, Path folder) {}

    /**
     * Starts a process that goes on when this one ends, and is reached by no signal of its
     * terminal.
     *
     * @param output file to which it appends what it prints
     * @throws IOException if it can't be started, or the launcher is stopped
     */
    public Process daemon(Command what, Path output) throws IOException {
        List<String> own = new ArrayList<>();
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(p -> own.add("" + p));
        own.addAll(what.command());
        ProcessBuilder builder =
                builder(what, own)
                        .redirectInput(NOTHING)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        return start(builder);
    }

    /**
     * Starts a process whose input, output and errors are this one's.
     *
     * @throws IOException if it can't be started, or the launcher is stopped
     */
    public Process client(Command what) throws IOException {
        return start(builder(what, what.command()).inheritIO());
    }

    /**
     * The same, but its output is read by this one.
     *
     * @throws IOException as above
     */
    public Process clientThatIsRead(Command what) throws IOException {
        return start(
                builder(what, what.command())
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    /**
     * Starts a process whose output is read by this one.
     *
     * @param errors file to which it appends what it says besides
     * @throws IOException if it can't be started, or the launcher is stopped
     */
    public Process reporter(Command what, Path errors) throws IOException {
        return start(
                builder(what, what.command())
                        .redirectInput(NOTHING)
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
    }

    /**
     * The same, and this one writes its input.
     *
     * @throws IOException as above
     */
    public Process conversation(Command what, Path errors) throws IOException {
        return start(
                builder(what, what.command())
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())));
    }

    private ProcessBuilder builder(Command what, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(what.folder().toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("STORM_"));
        environment.putAll(what.variables());
        environment.putAll(mark.environment(what.host()));
        return builder;
    }

    private synchronized Process start(ProcessBuilder builder) throws IOException {
        if (stopped) {
            throw new IOException("the lab is being taken down");
        }
        return builder.start();
    }

    /** None is started after this. */
    public synchronized void stop() {
        stopped = true;
    }
}
