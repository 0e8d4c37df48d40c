package io.eyewall.testkit.chaos;

import java.io.Serializable;

/**
 * The message id of one emit of a message.
 *
 * @param task the spout's task
 * @param number number of the message in its task, from 1
 * @param attempt number of the emit of this message, from 1
 */
record Attempt(int task, int number, int attempt) implements Serializable {
    Attempt next() {
        return new Attempt(task, number, attempt + 1);
    }

    /** Returns the message without the attempt: the unit that must be acked in the end. */
    String message() {
        return task + ":" + number;
    }

    @Override
    public String toString() {
        return task + ":" + number + "#" + attempt;
    }
}
