package io.eyewall.toolkit.failure;

import org.jspecify.annotations.Nullable;

/**
 * A record that will never be read or written, however often it is tried: it goes to the dead
 * letters.
 */
public final class BadRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String record;
    private final long records;

    /** With the exception that it comes from, if any. */
    public BadRecordException(String reason, @Nullable Throwable cause) {
        this(reason, cause, "");
    }

    /** With the record as text, where nobody else has it any more. */
    public BadRecordException(String reason, @Nullable Throwable cause, String record) {
        this(reason, cause, record, 1);
    }

    /** That may be several records, which can't be told from each other. */
    public BadRecordException(
            String reason, @Nullable Throwable cause, String record, long records) {
        super(reason, cause);
        this.record = record;
        this.records = records;
    }

    /** How many records it may be. */
    public long records() {
        return records;
    }

    /** The record as text; empty if it is not known here. */
    public String record() {
        return record;
    }

    /** Why, in one line. */
    public String reason() {
        String message = getMessage();
        Throwable cause = getCause();
        return cause == null ? String.valueOf(message) : message + ": " + cause;
    }
}
