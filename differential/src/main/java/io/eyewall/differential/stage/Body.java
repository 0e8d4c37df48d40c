package io.eyewall.differential.stage;

import java.io.Serializable;

/** Bodies of spouts and bolts: serializable, because they travel inside the topology. */
public final class Body {
    private Body() {}

    /** Called with the task alone. */
    public interface Plain<T extends TaskView> extends Serializable {
        void run(T task) throws Exception;
    }

    /** Called with the task and one thing: a tuple, or the message id of an ack or fail. */
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
