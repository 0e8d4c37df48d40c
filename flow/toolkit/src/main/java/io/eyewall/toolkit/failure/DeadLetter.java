package io.eyewall.toolkit.failure;

import java.io.Serializable;

/**
 * A record that could not be processed.
 *
 * @param reason reason in one line
 * @param position position of the record in its source or, without one, the component and task that
 *     sent it
 * @param record the record as text; a long text is truncated
 */
public record DeadLetter(String reason, String position, String record) implements Serializable {}
