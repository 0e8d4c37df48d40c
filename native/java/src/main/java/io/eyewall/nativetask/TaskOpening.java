package io.eyewall.nativetask;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.task.TopologyContext;

/**
 * The parameters with which a task is opened.
 *
 * @param streams its output streams, by their numbers
 * @param waker called by any thread when the task has something to say unasked
 * @param onCrash called by the task's thread when the task has been replaced by a new one, with
 *     why; what it writes is for the new one
 */
record TaskOpening(
        List<String> streams,
        Map<String, Object> conf,
        TopologyContext context,
        Runnable waker,
        Consumer<String> onCrash) {

    /** As a worker without Java has it; without dots, before which layouts cut names. */
    String logger() {
        return context.getThisComponentId() + "-" + context.getThisTaskId();
    }

    /** For messages. */
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
