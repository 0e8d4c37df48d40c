package io.eyewall.cluster.load;

import io.eyewall.cluster.load.ExecutorRow.Flow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Converts an executor's traffic to and from the text of one column: a line {@code TASK TUPLES
 * BYTES}, per second, for each receiver, those with the most tuples first. With a row per receiver,
 * the database file was 20 times as large, and writing took 20 times as long. No state.
 */
final class FlowText {
    /**
     * The column's length in characters. Receivers of the fewest tuples are left out if the text
     * would be longer.
     */
    static final int MAX_CHARS = 1 << 20;

    private FlowText() {}

    static String write(List<Flow> flows) {
        StringBuilder text = new StringBuilder();
        for (Flow flow :
                flows.stream()
                        .sorted(Comparator.comparingDouble(f -> -f.tuplesPerSec()))
                        .toList()) {
            String line = flow.to() + " " + flow.tuplesPerSec() + " " + flow.bytesPerSec() + "\n";
            if (text.length() + line.length() > MAX_CHARS) {
                break;
            }
            text.append(line);
        }
        return text.toString();
    }

    /**
     * Parses the column's text. Skips malformed lines, since other programs may have written them.
     */
    static List<Flow> read(String text) {
        return text.lines().flatMap(line -> parseLine(line).stream()).toList();
    }

    private static Optional<Flow> parseLine(String line) {
        String[] words = line.split(" ");
        if (words.length != 3) {
            return Optional.empty();
        }
        try {
            Flow flow =
                    new Flow(
                            Integer.parseInt(words[0]),
                            Double.parseDouble(words[1]),
                            Double.parseDouble(words[2]));
            boolean valid =
                    flow.to() >= 1 && isRate(flow.tuplesPerSec()) && isRate(flow.bytesPerSec());
            return valid ? Optional.of(flow) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isRate(double perSec) {
        return perSec >= 0 && perSec < Double.POSITIVE_INFINITY;
    }
}
