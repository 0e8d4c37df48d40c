package io.eyewall.nativetask.child;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command line and environment of a child process.
 *
 * @param program the program and the arguments before the ring file's name and capacity
 * @param arguments the arguments after the ring file's name and capacity
 * @param environment variables to add to this process's environment
 */
public record ChildCommand(
        List<String> program, List<String> arguments, Map<String, String> environment) {

    ProcessBuilder builder(Path file, int capacity) {
        List<String> commandLine = new ArrayList<>(program);
        commandLine.add(file.toString());
        commandLine.add(Integer.toString(capacity));
        commandLine.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(commandLine).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        return builder;
    }
}
