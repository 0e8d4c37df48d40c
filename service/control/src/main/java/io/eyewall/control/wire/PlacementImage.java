package io.eyewall.control.wire;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Score;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON form of a placement; its map of levels must be an {@link EnumMap}. */
record PlacementImage(
        String algorithm,
        Map<ExecutorId, String> assignment,
        Score score,
        @Nullable Score startScore,
        EnumMap<Level, Plan.LevelCost> traffic,
        double balanceNsPerSec,
        int openUnits,
        double openNsPerSec,
        List<Plan.Move> moves,
        double migrationNs,
        List<Plan.VertexLoad> loads,
        List<String> broken,
        List<Plan.Binding> binding) {

    static PlacementImage of(Plan plan) {
        EnumMap<Level, Plan.LevelCost> traffic = new EnumMap<>(Level.class);
        traffic.putAll(plan.traffic());
        return new PlacementImage(
                plan.algorithm(),
                plan.assignment(),
                plan.score(),
                plan.startScore(),
                traffic,
                plan.balanceNsPerSec(),
                plan.openUnits(),
                plan.openNsPerSec(),
                plan.moves(),
                plan.migrationNs(),
                plan.loads(),
                plan.broken(),
                plan.binding());
    }

    Plan plan() {
        return new Plan(
                algorithm,
                assignment,
                score,
                startScore,
                traffic,
                balanceNsPerSec,
                openUnits,
                openNsPerSec,
                moves,
                migrationNs,
                loads,
                broken,
                binding);
    }
}
