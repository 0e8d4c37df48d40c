package io.eyewall.cli.top;

import io.eyewall.control.RemoteTopology;
import io.eyewall.control.figures.ComponentFigures;
import io.eyewall.control.figures.TopologyFigures;
import io.eyewall.control.figures.TopologySample;
import io.eyewall.control.forecast.Forecast;
import io.eyewall.control.health.Health;
import io.eyewall.topology.snapshot.SnapshotReport;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The state of one topology, as it is shown.
 *
 * @param topology the topology
 * @param now its last sample
 * @param figures its figures since the sample before, or since its start
 * @param forecast the model's prediction; empty while too little has been measured
 * @param snapshots how its snapshots are; empty if it takes none
 * @param health the topology's health
 */
record View(
        RemoteTopology topology,
        TopologySample now,
        TopologyFigures figures,
        Optional<Forecast> forecast,
        Optional<SnapshotReport> snapshots,
        Health health) {

    /** Returns the user's components, spouts first, then by name. */
    List<ComponentFigures> components() {
        return figures.components().values().stream()
                .sorted(Comparator.comparing(component -> !component.isSpout()))
                .toList();
    }
}
