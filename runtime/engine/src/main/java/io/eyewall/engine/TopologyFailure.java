package io.eyewall.engine;

/**
 * The reason why a topology failed.
 *
 * @param topology name of the topology
 * @param componentId the failed component; if the engine failed, a part of it in parentheses
 * @param taskId the failed task, or -1 if no single task is to blame
 * @param call the call that threw, such as {@code execute}; without a task, the part that threw
 * @param cause the exception
 */
public record TopologyFailure(
        String topology, String componentId, int taskId, String call, Throwable cause) {

    /** Returns one line with topology, component, task, call and exception. */
    public String describe() {
        return "topology '"
                + topology
                + "' failed: "
                + thrower()
                + (taskId < 0 ? " " : ": ")
                + StackTraceText.headlineOf(cause);
    }

    /** Returns the beginning of a sentence: the component, task and call that threw. */
    public String thrower() {
        return taskId < 0
                ? call + " threw"
                : "component '" + componentId + "' task " + taskId + " threw in " + call;
    }
}
