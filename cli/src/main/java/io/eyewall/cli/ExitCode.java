package io.eyewall.cli;

/** How the command ends; docs/reference/command.md says the same for users. */
final class ExitCode {
    /** It did what was asked. Errors that components have reported don't change that. */
    static final int OK = 0;

    /** The application's main threw or submitted nothing, or JSON lines were lost. */
    static final int FAILED = 1;

    /** Wrong options or arguments. */
    static final int USAGE = 2;

    /** User code of a topology threw. */
    static final int TOPOLOGY_FAILED = 3;

    /**
     * {@code --until-drained}: time was up, it was killed, or messages were given up before that.
     */
    static final int NOT_DRAINED = 4;

    /** The number that a shell adds to a signal's; 130 after Ctrl-C. */
    static final int SIGNAL = 128;

    /** Nobody reads what is printed: what a shell says of a command that SIGPIPE has ended. */
    static final int UNREAD = SIGNAL + 13;

    private ExitCode() {}
}
