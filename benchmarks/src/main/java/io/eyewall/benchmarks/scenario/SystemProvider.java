package io.eyewall.benchmarks.scenario;

/**
 * Makes systems of one kind. Peers whose libraries would weigh on everything else are compiled in
 * modules of their own and found by {@link java.util.ServiceLoader} in the child JVM that has them
 * on its class path.
 */
public interface SystemProvider {

    /** The kind that it makes. */
    PeerKind kind();

    /** Makes a system for a scenario that the kind supports; nothing runs yet. */
    RunningSystem create(Scenario scenario);
}
