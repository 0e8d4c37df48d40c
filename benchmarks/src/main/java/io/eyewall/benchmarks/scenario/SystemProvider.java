package io.eyewall.benchmarks.scenario;

/**
 * Creates systems of one kind. Peers whose libraries would burden everything else are compiled in
 * separate modules and found by {@link java.util.ServiceLoader} in the child JVM that has them on
 * its class path.
 */
public interface SystemProvider {

    /** Returns the kind of its systems. */
    PeerKind kind();

    /** Creates a system for a scenario that the kind supports; nothing runs yet. */
    RunningSystem create(Scenario scenario);
}
