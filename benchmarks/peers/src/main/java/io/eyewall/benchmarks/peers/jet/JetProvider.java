package io.eyewall.benchmarks.peers.jet;

import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.SystemProvider;

/** Makes Jet's systems; loads nothing of Jet's before. */
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
