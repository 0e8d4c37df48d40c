package io.eyewall.cli;

import java.io.PrintStream;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that say what is printed. */
final class OutputOptions {
    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "Print events and results as JSON lines on the standard output.")
    private boolean json;

    @Option(
            names = "-v",
            scope = ScopeType.INHERIT,
            description = "Log more on the standard error: -v information, -vv debugging.")
    private boolean[] verbosity = {};

    boolean json() {
        return json;
    }

    /** Sets the level of the SLF4J binding; to be called before the first logger is made. */
    void configureLogging() {
        String level =
                switch (verbosity.length) {
                    case 0 -> "warn";
                    case 1 -> "info";
                    default -> "debug";
                };
        setUnlessSet("org.slf4j.simpleLogger.defaultLogLevel", level);
        setUnlessSet("org.slf4j.simpleLogger.showDateTime", "true");
        setUnlessSet("org.slf4j.simpleLogger.dateTimeFormat", "HH:mm:ss.SSS");
        setUnlessSet("org.slf4j.simpleLogger.levelInBrackets", "true");
        setUnlessSet("slf4j.internal.verbosity", "WARN");
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    Reporter reporter(PrintStream out, PrintStream err) {
        return json
                ? new JsonReporter(out)
                : new TextReporter(err, Terminal.isErrorStream(), Terminal.columns());
    }
}
