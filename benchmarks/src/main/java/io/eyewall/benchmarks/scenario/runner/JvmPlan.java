package io.eyewall.benchmarks.scenario.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line of child JVMs; it is the same for every system, except for {@link
 * #youngGeneration}.
 *
 * @param java path of the {@code java} command
 * @param collector the garbage collector
 * @param heap the value of {@code -Xmx}, such as {@code 2g}
 * @param extraArguments more JVM arguments
 */
public record JvmPlan(String java, Collector collector, String heap, List<String> extraArguments) {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})(\\D?)");

    /** The available garbage collectors. */
    public enum Collector {
        /**
         * The throughput collector, with the cheapest write barriers. They write to a card only if
         * it is clean; otherwise two cores that store references into old objects would share cache
         * lines of the card table.
         */
        PARALLEL("-XX:+UseParallelGC", "-XX:+UseCondCardMark"),
        /** The default collector of the JDK. */
        G1("-XX:+UseG1GC"),
        /** The collector with one thread. */
        SERIAL("-XX:+UseSerialGC"),
        /** The collector with low latency. */
        Z("-XX:+UseZGC");

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> arguments;

        Collector(String... arguments) {
            this.arguments = List.of(arguments);
        }

        /** Returns the JVM arguments that select the collector. */
        public List<String> arguments() {
            return arguments;
        }
    }

    /** Copies the list. */
    public JvmPlan {
        extraArguments = List.copyOf(extraArguments);
    }

    /**
     * Starts a JVM once, so that a wrong argument is detected before any measurement.
     *
     * @throws IllegalArgumentException if the JVM does not start; the message contains its reason
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

    /** Returns the command up to the class path, which it does not contain. */
    public List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(arguments());
        return command;
    }

    /** Returns the JVM arguments that affect the measurements. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(collector.arguments());
        arguments.add("-Xmx" + heap);
        arguments.addAll(extraArguments);
        return arguments;
    }

    /**
     * Returns the argument that limits the young generation as the {@code eyewall} command does
     * (docs/decisions/0117): 64 MiB per processor, 128 MiB at least. It returns none for other
     * collectors, for a heap of less than four times this limit, and if another argument sets the
     * young generation.
     *
     * @param processors number of processors of the machine
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

    /** Returns the heap in MiB; 0 if it is not a number with a unit. */
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
