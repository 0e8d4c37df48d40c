package io.eyewall.differential.stage;

import java.io.Serializable;

/** Bodies of spouts and bolts: serializable, because they travel inside the topology. */
public final class Body {
    private Body() {}

    /** A body that receives only the task. */
    public interface Plain<T extends TaskView> extends Serializable {
        void run(T task) throws Exception;
    }

    /**
     * A body that receives the task and an argument: a tuple, or the message id of an ack or fail.
     */
    public interface With<T extends TaskView, A> extends Serializable {
        void run(T task, A argument) throws Exception;
    }

    static <T extends TaskView> void run(Plain<T> body, T task) {
        try {
            body.run(task);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static <T extends TaskView, A> void run(With<T, A> body, T task, A argument) {
        run(view -> body.run(view, argument), task);
    }
}
