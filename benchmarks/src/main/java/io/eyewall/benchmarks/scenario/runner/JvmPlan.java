package io.eyewall.benchmarks.scenario.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How child JVMs are started; every system gets the same, but for {@link #youngGeneration}.
 *
 * @param java path of the {@code java} command
 * @param collector the garbage collector
 * @param heap the value of {@code -Xmx}, such as {@code 2g}
 * @param extraArguments more JVM arguments
 */
public record JvmPlan(String java, Collector collector, String heap, List<String> extraArguments) {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(\\D?)");

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

    /**
     * The bound that the command {@code eyewall} sets to its young generation
     * (docs/decisions/0117): 64 MiB per processor, 128 MiB at least; none with other collectors, in
     * a heap of which it is not little, or where an argument says something about it.
     *
     * @param processors of the machine
     */
    public List<String> youngGeneration(int processors) {
        long boundMib = Math.max(128, 64L * processors);
        boolean told =
                extraArguments.stream()
                        .anyMatch(argument -> argument.matches("-Xmn.*|.*New(Size|Ratio).*"));
        return told || collector != Collector.PARALLEL || heapMib() < 4 * boundMib
                ? List.of()
                : List.of("-XX:MaxNewSize=" + boundMib + "m");
    }

    /** 0 if it is not a number with a unit. */
    private long heapMib() {
        Matcher size = SIZE.matcher(heap);
        if (!size.matches()) {
            return 0;
        }
        long number = Long.parseLong(size.group(1));
        return switch (size.group(2)) {
            case "g", "G" -> number << 10;
            case "m", "M" -> number;
            default -> 0;
        };
    }
}
