package io.eyewall.engine;

/**
 * Why a topology failed.
 *
 * @param topology its name
 * @param componentId where
 * @param taskId which task of it, or -1 when no single task is to blame
 * @param call what was being called, e.g. {@code execute}
 * @param cause what was thrown
 */
public record TopologyFailure(
        String topology, String componentId, int taskId, String call, Throwable cause) {

    /** One line: topology, component, task, call and exception. */
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
