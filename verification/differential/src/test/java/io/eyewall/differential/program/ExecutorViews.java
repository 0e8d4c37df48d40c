package io.eyewall.differential.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.TopologyInfo;

/** Reads the executors from a topology's information. */
public final class ExecutorViews {
    private ExecutorViews() {}

    /** Returns the sorted task ranges of executors by component. */
    public static Map<String, List<String>> ranges(TopologyInfo info) {
        Map<String, List<String>> ranges = new TreeMap<>();
        for (ExecutorSummary executor : info.get_executors()) {
            ranges.computeIfAbsent(executor.get_component_id(), id -> new ArrayList<>())
                    .add(
                            "%02d-%02d"
                                    .formatted(
                                            executor.get_executor_info().get_task_start(),
                                            executor.get_executor_info().get_task_end()));
        }
        ranges.values().forEach(list -> list.sort(null));
        return ranges;
    }
}
