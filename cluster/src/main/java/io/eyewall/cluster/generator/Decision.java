package io.eyewall.cluster.generator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one look at a cluster; kept, and shown to people as JSON.
 *
 * @param timeMs when, in milliseconds since 1970
 * @param why it was looked
 * @param verdict of an {@link io.eyewall.placement.advice.Advice}, or {@code NOTHING}, {@code
 *     FAILED}
 * @param reason in a sentence
 * @param algorithm with its parameters
 * @param number of the plan that was adopted; null if none was
 * @param presentMsPerSec what the placement costs, in milliseconds of work per second; null if
 *     somebody has no place
 * @param plannedMsPerSec what it would cost by the plan
 * @param nodesNow in use
 * @param nodesPlanned by the plan
 * @param moves executors that leave their node, or have none
 * @param overloaded nodes that are used beyond theta, each in a sentence
 * @param hot executors that one thread hardly does, each in a sentence with the remedy
 * @param explanation the plan, for people
 */
public record Decision(
        long timeMs,
        String why,
        String verdict,
        String reason,
        String algorithm,
        @Nullable Long number,
        @Nullable Double presentMsPerSec,
        @Nullable Double plannedMsPerSec,
        int nodesNow,
        int nodesPlanned,
        List<String> moves,
        List<String> overloaded,
        List<String> hot,
        String explanation) {
    /** Nothing could be placed. */
    static final String NOTHING = "NOTHING";

    /** The algorithm threw. */
    static final String FAILED = "FAILED";

    /** One without a plan. */
    static Decision none(long timeMs, String why, String verdict, String reason, String algorithm) {
        return new Decision(
                timeMs, why, verdict, reason, algorithm, null, null, null, 0, 0, List.of(),
                List.of(), List.of(), "");
    }

    Decision withNumber(long adopted) {
        return new Decision(
                timeMs,
                why,
                verdict,
                reason,
                algorithm,
                adopted,
                presentMsPerSec,
                plannedMsPerSec,
                nodesNow,
                nodesPlanned,
                moves,
                overloaded,
                hot,
                explanation);
    }
}
