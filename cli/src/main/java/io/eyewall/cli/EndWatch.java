package io.eyewall.cli;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SpoutEnd;
import io.eyewall.engine.TopologyStatus;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks whether the spouts of topologies have come to their end: {@code --until-drained}. */
final class EndWatch {
    private EndWatch() {}

    /**
     * Why nobody can know when a topology has come to its end; null: it is known, or not yet.
     *
     * @param topologies those that are started are looked at
     */
    static @Nullable String problem(List<RunningTopology> topologies) {
        for (RunningTopology topology : topologies) {
            if (topology.status() == TopologyStatus.ACTIVE) {
                String silent =
                        topology.spoutEnds().stream()
                                .filter(end -> end.state() == SpoutEnd.State.UNKNOWN)
                                .map(end -> "'" + end.componentId() + "'")
                                .distinct()
                                .collect(Collectors.joining(", "));
                if (!silent.isEmpty()) {
                    return "--until-drained: of topology '"
                            + topology.plan().name()
                            + "', spout "
                            + silent
                            + " does not say when it has come to its end (by a gauge '"
                            + SpoutEnd.GAUGE
                            + "', as the toolkit's sources do); use --for or Ctrl-C, or see"
                            + " docs/toolkit.md";
                }
            }
        }
        return null;
    }

    /**
     * Whether all have come to their end.
     *
     * @param topologies at least one
     */
    static boolean allEnded(List<RunningTopology> topologies) {
        return topologies.stream().allMatch(EndWatch::hasEnded);
    }

    private static boolean hasEnded(RunningTopology topology) {
        return topology.status().isOver()
                || (topology.status() == TopologyStatus.ACTIVE
                        && topology.spoutEnds().stream()
                                .allMatch(end -> end.state() == SpoutEnd.State.ENDED));
    }
}
