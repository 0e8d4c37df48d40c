package io.eyewall.sql;

/** A script is wrong, or wants what is not supported; the message says what to do. */
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    /**
     * @param line from 1; 0 if no place is known
     * @param column from 1
     */
    public SqlException(int line, int column, String message) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /** From 1; 0 if no place is known. */
    public int line() {
        return line;
    }

    /** From 1. */
    public int column() {
        return column;
    }

    /** {@code FILE:LINE:COLUMN: MESSAGE}. */
    public String describe(String file) {
        return (line == 0 ? file : file + ":" + line + ":" + column) + ": " + getMessage();
    }
}
