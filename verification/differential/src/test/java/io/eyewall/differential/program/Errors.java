package io.eyewall.differential.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.TopologyInfo;

/** Reads the reported errors from a topology's information. */
public final class Errors {
    private Errors() {}

    /**
     * Returns the first lines of errors by component, sorted because errors within a second have no
     * order.
     */
    public static Map<String, List<String>> of(TopologyInfo info) {
        Map<String, List<String>> errors = new TreeMap<>();
        info.get_errors()
                .forEach(
                        (component, list) -> {
                            if (!list.isEmpty()) {
                                errors.put(component, firstLines(list));
                            }
                        });
        return errors;
    }

    /** Returns the number of errors that a component has reported. */
    public static int count(TopologyInfo info, String component) {
        return info.get_errors().getOrDefault(component, List.of()).size();
    }

    private static List<String> firstLines(List<ErrorInfo> errors) {
        return errors.stream()
                .map(error -> error.get_error().lines().findFirst().orElse(""))
                .sorted()
                .toList();
    }
}
