package io.eyewall.benchmarks.scenario.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs a program in a fresh JVM with a temporary directory of its own, which is deleted afterwards.
 * Used by one thread; the child never outlives {@link #run} or this JVM.
 */
public final class ChildJvm {
    private static final int LOG_LINES_REPORTED = 40;

    private ChildJvm() {}

    /** Reads the result of a child. */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reads the result.
         *
         * @param directory the child's working and temporary directory
         * @param log the child's output
         */
        T read(Path directory, List<String> log) throws IOException;
    }

    /**
     * Runs a child and blocks until it has ended.
     *
     * @param what description of the run, for messages
     * @param command returns the command to start, given the child's directory
     * @param limitMs time after which the child is killed
     * @throws ChildFailedException if its status is not 0; the message contains the end of its log
     * @throws IOException if the child can't be started, or its result can't be read
     */
    public static <T> T run(
            String what, Function<Path, List<String>> command, long limitMs, Reader<T> reader)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("eyewall-benchmark");
        try {
            Path log = directory.resolve("child.log");
            ProcessBuilder builder =
                    new ProcessBuilder(command.apply(directory))
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            int status = await(builder.start(), limitMs);
            List<String> printed =
                    new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
            if (status != 0) {
                throw new ChildFailedException(
                        what
                                + ": child JVM ended with status "
                                + status
                                + " and no result; its log ends:\n"
                                + tail(printed));
            }
            return reader.read(directory, printed);
        } finally {
            deleteTree(directory);
        }
    }

    /**
     * Returns the exit status; kills a child that exceeds the limit or whose runner is interrupted.
     */
    private static int await(Process child, long limitMs) throws InterruptedException {
        Thread killer = new Thread(child::destroyForcibly, "kill-benchmark-child");
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            if (!child.waitFor(limitMs, TimeUnit.MILLISECONDS)) {
                child.destroyForcibly();
            }
            return child.waitFor();
        } finally {
            child.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(killer);
        }
    }

    private static String tail(List<String> lines) {
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_REPORTED), lines.size()));
    }

    private static void deleteTree(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(directory)) {
            deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
