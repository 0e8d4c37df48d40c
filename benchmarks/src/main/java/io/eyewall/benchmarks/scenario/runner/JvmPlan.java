package io.eyewall.benchmarks.scenario.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How child JVMs are started; every system gets the same.
 *
 * @param java path of the {@code java} command
 * @param collector the garbage collector
 * @param heap the value of {@code -Xmx}, such as {@code 2g}
 * @param extraArguments more JVM arguments
 */
public record JvmPlan(String java, Collector collector, String heap, List<String> extraArguments) {

    /** The garbage collectors on offer. */
    public enum Collector {
        /**
         * Throughput collector: the cheapest write barriers. They write to a card only if it is
         * clean: else two cores that store references into old objects share lines of the table.
         */
        PARALLEL("-XX:+UseParallelGC", "-XX:+UseCondCardMark"),
        /** The JDK's default. */
        G1("-XX:+UseG1GC"),
        /** One thread. */
        SERIAL("-XX:+UseSerialGC"),
        /** Low latency. */
        Z("-XX:+UseZGC");

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> arguments;

        Collector(String... arguments) {
            this.arguments = List.of(arguments);
        }

        /** The JVM arguments that select it. */
        public List<String> arguments() {
            return arguments;
        }
    }

    /** Copies the list. */
    public JvmPlan {
        extraArguments = List.copyOf(extraArguments);
    }

    /**
     * Starts a JVM once, so that a wrong argument is known before anything is measured.
     *
     * @throws IllegalArgumentException if it does not start; the message has its reason
     */
    public void check() throws InterruptedException {
        List<String> command = command();
        command.add("-version");
        String reason;
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            byte[] printed = process.getInputStream().readAllBytes();
            if (process.waitFor() == 0) {
                return;
            }
            reason = new String(printed, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            reason = String.valueOf(e.getMessage());
        }
        throw new IllegalArgumentException(
                "no JVM to measure; expected "
                        + String.join(" ", command)
                        + " to work (--java, --gc, --heap and --jvm-arg change it), but: "
                        + reason);
    }

    /** The command up to, and without, the class path. */
    public List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(arguments());
        return command;
    }

    /** The JVM arguments that decide what is measured. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(collector.arguments());
        arguments.add("-Xmx" + heap);
        arguments.addAll(extraArguments);
        return arguments;
    }
}
