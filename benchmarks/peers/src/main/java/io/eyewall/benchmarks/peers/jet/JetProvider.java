package io.eyewall.benchmarks.peers.jet;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.SystemProvider;

/** Creates Jet's systems; loads no class of Jet before the first one. */
public final class JetProvider implements SystemProvider {
    @Override
    public PeerKind kind() {
        return PeerKind.JET;
    }

    @Override
    public RunningSystem create(Scenario scenario) {
        return new JetSystem(scenario);
    }
}
