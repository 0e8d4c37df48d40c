package io.eyewall.cluster.load;

import io.eyewall.cluster.load.ExecutorRow.Flow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Writes an executor's traffic as the text of one column: {@code TASK TUPLES BYTES} per second, a
 * line per receiver, most tuples first. A row per receiver took a file 20 times as large, and as
 * long.
 */
final class FlowText {
    /** Of the column, in characters; receivers of the fewest tuples are left out beyond. */
    static final int MOST_CHARS = 1 << 20;

    private FlowText() {}

    static String write(List<Flow> flows) {
        StringBuilder text = new StringBuilder();
        for (Flow flow :
                flows.stream()
                        .sorted(Comparator.comparingDouble(f -> -f.tuplesPerSec()))
                        .toList()) {
            String line = flow.to() + " " + flow.tuplesPerSec() + " " + flow.bytesPerSec() + "\n";
            if (text.length() + line.length() > MOST_CHARS) {
                break;
            }
            text.append(line);
        }
        return text.toString();
    }

    /** Lines that are none are passed over: who knows who has written them. */
    static List<Flow> read(String text) {
        return text.lines().flatMap(line -> flow(line).stream()).toList();
    }

    private static Optional<Flow> flow(String line) {
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
            boolean right =
                    flow.to() >= 1 && isRate(flow.tuplesPerSec()) && isRate(flow.bytesPerSec());
            return right ? Optional.of(flow) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isRate(double perSec) {
        return perSec >= 0 && perSec < Double.POSITIVE_INFINITY;
    }
}
