package io.eyewall.control;

import io.eyewall.engine.RunningTopology;

/** What {@link RemoteTopologyTest} is measured by. */
class EngineTopologyTest extends RunningTopologyContract {
    @Override
    RunningTopology shown(RunningTopology real) {
        return real;
    }
}
