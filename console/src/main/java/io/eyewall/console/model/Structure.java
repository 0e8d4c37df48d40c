package io.eyewall.console.model;

import java.util.List;

/**
 * What a topology is made of; its tables of numbers have their rows in the same order.
 *
 * @param key the topology's, unique in a console
 * @param id the topology's own
 * @param name as submitted
 * @param trident whether Trident has built it
 * @param components of the user
 * @param edges subscriptions between them
 * @param executors of these components, {@link #MOST_ROWS} at most
 * @param tasks of these components, likewise
 * @param hiddenExecutors how many more there are
 * @param columns names of the columns of each table
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
    /** More would be too much for a page; they count in the sums. */
    public static final int MOST_ROWS = 4096;

    /**
     * A component.
     *
     * @param id as submitted
     * @param label what to call it
     * @param spout whether it is one
     * @param executors how many it has
     * @param tasks how many it has
     * @param capacity tuples that may wait for one of its executors before senders are held back
     */
    public record Component(
            String id, String label, boolean spout, int executors, int tasks, int capacity) {}

    /**
     * An executor.
     *
     * @param of index of its component
     * @param first least task
     * @param last greatest task
     */
    public record Executor(int of, int first, int last) {}

    /**
     * A task.
     *
     * @param of index of its component
     * @param id its number
     */
    public record Task(int of, int id) {}

    /**
     * A subscription.
     *
     * @param from index of the component that sends
     * @param to index of the one that receives
     * @param stream its name
     * @param grouping how tuples are spread over tasks
     */
    public record Edge(int from, int to, String stream, String grouping) {}
}
