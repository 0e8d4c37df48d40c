package io.eyewall.differential.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.generated.ErrorInfo;
import org.apache.storm.generated.TopologyInfo;

/** Reported errors as a topology's information shows them. */
public final class Errors {
    private Errors() {}

    /** Component to the first lines of its errors, sorted: errors of one second have no order. */
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

    /** How many errors a component has reported. */
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
