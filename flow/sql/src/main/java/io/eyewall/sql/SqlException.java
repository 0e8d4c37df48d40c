package io.eyewall.sql;

/**
 * Reports that a script is wrong or asks for something unsupported. The message states the remedy.
 */
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    /**
     * Creates an error at a line and column of the script.
     *
     * @param line line, counted from 1; 0 if the line and column are unknown
     * @param column column, counted from 1
     * @param message description of the error and its remedy
     */
    public SqlException(int line, int column, String message) {
        super(message);
        this.line = line;
        this.column = column;
    }

    /** Returns the line, counted from 1; 0 if line and column are unknown. */
    public int line() {
        return line;
    }

    /** Returns the column, counted from 1. */
    public int column() {
        return column;
    }

    /** Returns the error as {@code FILE:LINE:COLUMN: MESSAGE}. */
    public String describe(String file) {
        return (line == 0 ? file : file + ":" + line + ":" + column) + ": " + getMessage();
    }
}
