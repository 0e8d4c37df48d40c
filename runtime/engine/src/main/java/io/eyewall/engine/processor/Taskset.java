package io.eyewall.engine.processor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code /proc}, and binds threads by util-linux's {@code taskset} (decision 32). */
final class Taskset implements Affinity {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String ALLOWED_PREFIX = "Cpus_allowed_list:";
    private static final int MAX_WAIT_SECS = 5;

    @Override
    public List<Long> threads() throws IOException {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.map(task -> Long.valueOf(task.getFileName().toString())).toList();
        }
    }

    @Override
    public List<Long> children() throws IOException {
        List<Long> children = new ArrayList<>();
        for (long thread : threads()) {
            try {
                String all = Files.readString(TASKS.resolve(thread + "/children")).strip();
                for (String child : all.isEmpty() ? new String[0] : all.split(" ", -1)) {
                    children.add(Long.valueOf(child));
                }
            } catch (NoSuchFileException e) {
                // The thread has ended, or this kernel does not list children.
            }
        }
        return children;
    }

    @Override
    public List<Integer> allowedProcessors(long id) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + id + "/status"))) {
            return lines.filter(line -> line.startsWith(ALLOWED_PREFIX))
                    .findFirst()
                    .map(line -> ProcessorList.parse(line.substring(ALLOWED_PREFIX.length())))
                    .orElse(List.of());
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }

    @Override
    public void bind(long id, boolean wholeProcess, List<Integer> processors)
            throws IOException, InterruptedException {
        String list = processors.stream().map(String::valueOf).collect(Collectors.joining(","));
        List<String> command = new ArrayList<>(List.of("taskset"));
        if (wholeProcess) {
            command.add("-a");
        }
        command.addAll(List.of("-p", "-c", list, Long.toString(id)));
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD) // lines for each thread
                        .start();
        process.getOutputStream().close();
        // It ends at its first error, whose text the pipe can hold until it is read.
        boolean ended = process.waitFor(MAX_WAIT_SECS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        String output =
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if ((!ended || process.exitValue() != 0) && !allowedProcessors(id).isEmpty()) {
            throw new IOException(String.join(" ", command) + " failed: " + output);
        }
    }
}
