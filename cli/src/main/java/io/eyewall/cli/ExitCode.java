package io.eyewall.cli;

/** The exit codes of the command. docs/reference/command.md lists them for users. */
final class ExitCode {
    /** The command has succeeded. Errors that components have reported do not change that. */
    static final int OK = 0;

    /** The application's main method threw or submitted nothing, or JSON lines were lost. */
    static final int FAILED = 1;

    /** Wrong options or arguments. */
    static final int USAGE = 2;

    /** User code of a topology threw. */
    static final int TOPOLOGY_FAILED = 3;

    /**
     * {@code --until-drained}: the time was up, the topology was killed, or messages were given up
     * before the topology was drained.
     */
    static final int NOT_DRAINED = 4;

    /** The number to which a shell adds the signal's number; 130 after Ctrl-C. */
    static final int SIGNAL = 128;

    /**
     * The output's reader has gone. A shell reports the same code for a command that SIGPIPE has
     * ended.
     */
    static final int UNREAD = SIGNAL + 13;

    private ExitCode() {}
}
