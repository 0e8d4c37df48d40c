package io.eyewall.console.model;

import java.util.List;

/**
 * The components, edges, executors and tasks of a topology. The tables of {@link Numbers} have
 * their rows in the same order.
 *
 * @param key the topology's key, unique in a console
 * @param id the topology's id
 * @param name the topology's name as submitted
 * @param trident whether Trident built it
 * @param components the user's components
 * @param edges the subscriptions between these components
 * @param executors the executors of these components, at most {@link #MAX_ROWS}
 * @param tasks the tasks of these components, at most {@link #MAX_ROWS}
 * @param hiddenExecutors the number of executors beyond that limit
 * @param columns the column names of each table
 */
public record Structure(
        String key,
        String id,
        String name,
        boolean trident,
        List<Component> components,
        List<Edge> edges,
        List<Executor> executors,
        List<Task> tasks,
        int hiddenExecutors,
        Columns columns) {
    /** The most rows that a page can show; executors beyond it still count in the sums. */
    public static final int MAX_ROWS = 4096;

    /**
     * A component.
     *
     * @param id the component's id as submitted
     * @param label the name to show
     * @param spout whether it is a spout
     * @param executors the number of its executors
     * @param tasks the number of its tasks
     * @param capacity the tuples that one of its mailboxes holds before back-pressure stops the
     *     senders
     */
    public record Component(
            String id, String label, boolean spout, int executors, int tasks, int capacity) {}

    /**
     * An executor.
     *
     * @param of the index of its component
     * @param first the lowest task
     * @param last the highest task
     */
    public record Executor(int of, int first, int last) {}

    /**
     * A task.
     *
     * @param of the index of its component
     * @param id the task's number
     */
    public record Task(int of, int id) {}

    /**
     * A subscription.
     *
     * @param from the index of the sending component
     * @param to the index of the receiving component
     * @param stream the stream's name
     * @param grouping the grouping that chooses the receiving tasks
     */
    public record Edge(int from, int to, String stream, String grouping) {}
}
