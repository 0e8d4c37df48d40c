package io.eyewall.cli.terminal;

/** The exit codes of the command. docs/reference/command.md lists them for users. */
public final class ExitCode {
    /** The command has succeeded. Errors that components have reported do not change that. */
    public static final int OK = 0;

    /** The application's main method threw or submitted nothing, or JSON lines were lost. */
    public static final int FAILED = 1;

    /** Wrong options or arguments. */
    public static final int USAGE = 2;

    /** User code of a topology threw. */
    public static final int TOPOLOGY_FAILED = 3;

    /**
     * {@code --until-drained}: the time was up, the topology was killed, or messages were given up
     * before the topology was drained.
     */
    public static final int NOT_DRAINED = 4;

    /** The number to which a shell adds the signal's number; 130 after Ctrl-C. */
    public static final int SIGNAL = 128;

    /**
     * The output's reader has gone. A shell reports the same code for a command that SIGPIPE has
     * ended.
     */
    public static final int UNREAD = SIGNAL + 13;

    private ExitCode() {}
}
