package io.eyewall.benchmarks.tstorm;

import picocli.CommandLine;

/** Validates numbers on the command line before anything is started. */
final class Arguments {
    private Arguments() {}

    static void atLeast(CommandLine.Model.CommandSpec spec, String option, int value, int least) {
        if (value < least) {
            throw wrong(spec, option + " is " + value + ", expected " + least + " or more");
        }
    }

    static CommandLine.ParameterException wrong(
            CommandLine.Model.CommandSpec spec, String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
