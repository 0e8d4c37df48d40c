package io.eyewall.nativetask.child;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a child is started.
 *
 * @param program and what comes before the name of its rings' file and their capacity
 * @param arguments what comes after
 * @param environment what is added to this process's
 */
public record ChildCommand(
        List<String> program, List<String> arguments, Map<String, String> environment) {

    ProcessBuilder builder(Path file, int capacity) {
        List<String> line = new ArrayList<>(program);
        line.add(file.toString());
        line.add(Integer.toString(capacity));
        line.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        return builder;
    }
}
