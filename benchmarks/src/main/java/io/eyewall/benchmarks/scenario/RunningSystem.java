package io.eyewall.benchmarks.scenario;

/**
 * A system that runs one scenario in this JVM and publishes its progress on the {@link Scoreboard}.
 *
 * <p>Lifecycle: {@link #start} once, then its sources emit until {@link Scoreboard#requestStop},
 * then it drains by itself, then {@link #close} once.
 */
public interface RunningSystem {

    /**
     * Starts the system and returns; tuples may flow before or after it has returned.
     *
     * @throws Exception if the system cannot start
     */
    void start() throws Exception;

    /**
     * Ends the system and waits for its threads.
     *
     * @throws Exception if the system cannot end
     */
    void close() throws Exception;
}
