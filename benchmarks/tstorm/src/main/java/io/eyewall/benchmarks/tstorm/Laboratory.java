package io.eyewall.benchmarks.tstorm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A lab with a name of its own, controlled by the {@code eyewall} command; only one exists at a
 * time.
 */
final class Laboratory implements AutoCloseable {
    /** The address of the lab's head; see docs/guides/lab.md. */
    static final String HEAD = "10.83.0.254";

    /** The address of the schedule generator that {@link #generate} starts. */
    static final String GENERATOR = "http://" + HEAD + ":9627";

    private static final int LOOK_MS = 1_000;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String NAME = "tstorm";

    private final Checkout checkout;
    private final List<Process> running = new ArrayList<>();
    private final Thread end = new Thread(this::takeDown, "end"); // if this process is ended

    /**
     * Starts the lab.
     *
     * @param options options of {@code eyewall lab up}
     */
    Laboratory(Checkout checkout, List<String> options) throws IOException, InterruptedException {
        this.checkout = checkout;
        Runtime.getRuntime().addShutdownHook(end);
        lab("down");
        List<String> words = new ArrayList<>(List.of("up", "--any-memory"));
        words.addAll(options);
        must(words);
    }

    /** A condition that {@link #await} polls. */
    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Waits for a condition, and fails after {@code limitS} seconds. */
    static void await(int limitS, String what, Condition condition)
            throws IOException, InterruptedException {
        long endNs = System.nanoTime() + limitS * 1_000_000_000L;
        while (!condition.holds()) {
            if (System.nanoTime() > endNs) {
                throw new IOException("waited " + limitS + " s in vain for " + what);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    /** Writes the token of a generator into a folder. */
    static Path token(Path folder) throws IOException {
        return Files.writeString(folder.resolve("token"), "0123456789abcdef0123456789abcdef\n");
    }

    /**
     * Starts a schedule generator on the head, which plans on request.
     *
     * @param folder folder for its log and state
     */
    void generate(Path folder, Path token) throws IOException {
        keep(
                folder.resolve("generator.log"),
                checkout.eyewall().toString(),
                "schedule",
                "serve",
                "--bind",
                HEAD,
                "--token-file",
                token.toString(),
                "--state",
                folder.resolve("generator").toString(),
                "--period",
                "86400");
    }

    /**
     * Submits a topology of this module.
     *
     * @param arguments arguments of its main method, of which the first is the topology's name
     */
    void submit(Class<?> topology, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of("submit", checkout.jar().toString(), topology.getName()));
        words.addAll(arguments);
        must(words);
    }

    /** Runs a verb of {@code eyewall lab}. */
    void must(List<String> words) throws IOException, InterruptedException {
        int code = lab(words.toArray(String[]::new));
        if (code != 0) {
            throw new IOException("eyewall lab " + String.join(" ", words) + " ended with " + code);
        }
    }

    private int lab(String... words) throws IOException, InterruptedException {
        return builder(words)
                .inheritIO()
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Runs a program on the head until the lab is closed. */
    Process keep(Path output, String... program) throws IOException {
        Process process =
                builder(onHead(program))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start();
        running.add(process);
        return process;
    }

    /**
     * Runs a program on the head.
     *
     * @return its output; empty if it failed
     */
    String ask(String... program) throws IOException, InterruptedException {
        return answer(builder(onHead(program)));
    }

    /** Returns the output of {@code eyewall lab status}. */
    JsonNode status() throws IOException, InterruptedException {
        return JSON.readTree(answer(builder("status", "--json")));
    }

    /**
     * Returns the process ids of a topology's workers, without their log writers.
     *
     * @param status result of {@link #status}
     * @param topology beginning of the topology's id
     */
    static Set<Long> workers(JsonNode status, String topology) {
        Set<Long> pids = new HashSet<>();
        for (JsonNode process : status.path("processes")) {
            if (process.path("role").asText().equalsIgnoreCase("worker")
                    && process.path("topologyId").asText().startsWith(topology)) {
                pids.add(process.path("pid").asLong());
            }
        }
        return pids;
    }

    private static String answer(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? text : "";
    }

    private static String[] onHead(String... program) {
        List<String> words = new ArrayList<>(List.of("exec", "head"));
        words.addAll(Arrays.asList(program));
        return words.toArray(String[]::new);
    }

    private ProcessBuilder builder(String... words) {
        List<String> line =
                new ArrayList<>(
                        List.of(checkout.eyewall().toString(), "lab", words[0], "--name", NAME));
        line.addAll(Arrays.asList(words).subList(1, words.length));
        return new ProcessBuilder(line);
    }

    /** Ends the lab and all programs that it has started. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(end);
        takeDown();
    }

    private void takeDown() {
        try {
            for (int i = running.size() - 1; i >= 0; i--) {
                running.get(i).destroy();
            }
            lab("down");
            for (Process process : running) {
                process.waitFor();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
