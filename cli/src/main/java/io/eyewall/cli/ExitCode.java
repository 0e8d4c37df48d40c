package io.eyewall.cli;

/** How the command ends. */
final class ExitCode {
    /** It did what was asked. */
    static final int OK = 0;

    /** The application's main threw, or submitted nothing. */
    static final int FAILED = 1;

    /** Wrong options or arguments. */
    static final int USAGE = 2;

    /** User code of a topology threw. */
    static final int TOPOLOGY_FAILED = 3;

    /** What a shell adds to a signal's number; 130 after Ctrl-C. */
    static final int SIGNAL = 128;

    private ExitCode() {}
}
