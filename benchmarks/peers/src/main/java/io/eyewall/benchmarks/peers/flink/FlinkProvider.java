package io.eyewall.benchmarks.peers.flink;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.SystemProvider;

/** Creates Flink's systems; loads no class of Flink before the first one. */
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
