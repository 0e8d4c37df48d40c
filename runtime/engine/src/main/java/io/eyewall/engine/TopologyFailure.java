package io.eyewall.engine;

/**
 * The reason why a topology failed.
 *
 * @param topology name of the topology
 * @param componentId the failed component
 * @param taskId the failed task, or -1 if no single task is to blame
 * @param call the call that threw, such as {@code execute}
 * @param cause the exception
 */
public record TopologyFailure(
        String topology, String componentId, int taskId, String call, Throwable cause) {

    /** Returns one line with topology, component, task, call and exception. */
    public String describe() {
        return "topology '"
                + topology
                + "' failed: component '"
                + componentId
                + "' task "
                + taskId
                + " threw in "
                + call
                + ": "
                + StackTraceText.headlineOf(cause);
    }
}
