package io.eyewall.benchmarks.peers.flink;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.SystemProvider;

/** Makes Flink's systems; loads nothing of Flink's before. */
public final class FlinkProvider implements SystemProvider {
    @Override
    public PeerKind kind() {
        return PeerKind.FLINK;
    }

    @Override
    public RunningSystem create(Scenario scenario) {
        return new FlinkSystem(scenario);
    }
}
