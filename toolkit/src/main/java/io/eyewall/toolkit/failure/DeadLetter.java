package io.eyewall.toolkit.failure;

import java.io.Serializable;

/**
 * A record that could not be dealt with.
 *
 * @param reason why, in one line
 * @param position where it stood in its source, or else the component and task that it came from
 * @param record what it was, as text; a long one is cut
 */
public record DeadLetter(String reason, String position, String record) implements Serializable {}
