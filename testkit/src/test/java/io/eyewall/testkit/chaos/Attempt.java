package io.eyewall.testkit.chaos;

import java.io.Serializable;

/**
 * One emit of a message, as its message id.
 *
 * @param task the spout's task
 * @param number of the message in its task, from 1
 * @param attempt from 1; one more for each replay
 */
record Attempt(int task, int number, int attempt) implements Serializable {
    Attempt next() {
        return new Attempt(task, number, attempt + 1);
    }

    /** As {@link #toString}, without the attempt: what must be acked in the end. */
    String message() {
        return task + ":" + number;
    }

    @Override
    public String toString() {
        return task + ":" + number + "#" + attempt;
    }
}
