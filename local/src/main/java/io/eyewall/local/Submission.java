package io.eyewall.local;

import io.eyewall.engine.RunningTopology;
import org.apache.storm.generated.TopologyInitialStatus;

/**
 * A topology that a {@link LocalNimbus} was given, and what Storm's clients want to know of it that
 * the engine doesn't. Guarded by the nimbus's lock.
 */
final class Submission {
    private final RunningTopology topology;
    private boolean active;

    Submission(RunningTopology topology, boolean active) {
        this.topology = topology;
        this.active = active;
    }

    RunningTopology topology() {
        return topology;
    }

    String name() {
        return topology.plan().name();
    }

    String id() {
        return topology.plan().id();
    }

    void activate() {
        refuseUnlessAlive("activate");
        topology.activate();
        active = true;
    }

    void deactivate() {
        refuseUnlessAlive("deactivate");
        topology.deactivate();
        active = false;
    }

    private void refuseUnlessAlive(String action) {
        switch (topology.status()) {
            case STARTING, ACTIVE, INACTIVE -> {}
            case KILLED, ENDED ->
                    throw new IllegalStateException(
                            "can't "
                                    + action
                                    + " topology '"
                                    + name()
                                    + "': it has been killed; submit it again");
            case FAILED ->
                    throw new IllegalStateException(
                            "can't "
                                    + action
                                    + " topology '"
                                    + name()
                                    + "': it has failed; kill it and submit it again");
        }
    }

    /**
     * Storm's word for the status. A topology that is still starting has the status that it was
     * asked to take, as on Storm; FAILED is ours, as Storm ends the process instead.
     */
    String stormStatus() {
        return switch (topology.status()) {
            case STARTING ->
                    (active ? TopologyInitialStatus.ACTIVE : TopologyInitialStatus.INACTIVE).name();
            case ACTIVE -> "ACTIVE";
            case INACTIVE -> "INACTIVE";
            case KILLED, ENDED -> "KILLED";
            case FAILED -> "FAILED";
        };
    }
}
