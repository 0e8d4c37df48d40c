package io.eyewall.toolkit.failure;

import org.jspecify.annotations.Nullable;

/**
 * Thrown for a record that can never be read or written, however often it is tried. The record goes
 * to the dead letters.
 */
public final class BadRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String record;
    private final long records;

    /**
     * Creates an exception with the given cause, if there is one, and without the record's text.
     */
    public BadRecordException(String reason, @Nullable Throwable cause) {
        this(reason, cause, "");
    }

    /**
     * Creates an exception that carries the record as text, for records whose text the code that
     * catches the exception cannot obtain.
     */
    public BadRecordException(String reason, @Nullable Throwable cause, String record) {
        this(reason, cause, record, 1);
    }

    /**
     * Creates an exception for text that may comprise several records whose boundaries are unknown.
     */
    public BadRecordException(
            String reason, @Nullable Throwable cause, String record, long records) {
        super(reason, cause);
        this.record = record;
        this.records = records;
    }

    /** Returns the number of records that the bad text may comprise. */
    public long records() {
        return records;
    }

    /** Returns the record as text, or an empty string if the exception does not carry it. */
    public String record() {
        return record;
    }

    /** Returns the reason in one line, including the cause if there is one. */
    public String reason() {
        String message = getMessage();
        Throwable cause = getCause();
        return cause == null ? String.valueOf(message) : message + ": " + cause;
    }
}
