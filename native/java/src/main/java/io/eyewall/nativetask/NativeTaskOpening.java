package io.eyewall.nativetask;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.task.TopologyContext;

/**
 * The parameters with which a task is opened.
 *
 * @param streams the output streams, indexed by stream number
 * @param conf the component's configuration
 * @param context the task's context
 * @param waker called on any thread when the task has unsolicited output
 * @param onCrash called on the task's thread with the reason when a new task has replaced this one;
 *     frames written in the call go to the new task
 */
record NativeTaskOpening(
        List<String> streams,
        Map<String, Object> conf,
        TopologyContext context,
        Runnable waker,
        Consumer<String> onCrash) {

    /**
     * Returns the task's logger name, the same as in native workers. It has no dots, because log
     * layouts cut names at dots.
     */
    String loggerName() {
        return context.getThisComponentId() + "-" + context.getThisTaskId();
    }

    /** Returns the task's name for messages. */
    String name(TaskOrigin origin) {
        return "component '"
                + context.getThisComponentId()
                + "' task "
                + context.getThisTaskId()
                + " ("
                + origin
                + ")";
    }
}
