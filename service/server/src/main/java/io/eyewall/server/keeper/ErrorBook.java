package io.eyewall.server.keeper;

import io.eyewall.engine.ErrorReport;
import io.eyewall.server.store.TopologyFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.apache.storm.Constants;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The errors of a topology's ended processes, with the reasons why these ended. The latest errors
 * are also on disk. Any thread may read; one thread writes.
 */
final class ErrorBook {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorBook.class);
    private static final int MAX_ERRORS = 100;

    private final TopologyFolder folder;
    private volatile List<ErrorReport> errors;

    /** Numbers of errors by task id, including errors that are no longer in the list. */
    private volatile Map<Integer, Long> counts;

    ErrorBook(TopologyFolder folder) throws IOException {
        this.folder = folder;
        this.errors = folder.errors();
        this.counts = count(errors);
    }

    /** Returns the latest errors, oldest first. */
    List<ErrorReport> errors() {
        return errors;
    }

    /**
     * Returns the numbers of errors by task id; each end of a process counts as an error of task
     * -1.
     */
    Map<Integer, Long> counts() {
        return counts;
    }

    private static Map<Integer, Long> count(List<ErrorReport> errors) {
        return errors.stream()
                .collect(Collectors.groupingBy(ErrorReport::taskId, Collectors.counting()));
    }

    /**
     * Adds the errors of a process that has ended.
     *
     * @param reported errors that the process reported while it ran
     * @param failure the reason why the process gave up, if it stored one
     * @param reason what the server knows about the end
     */
    void addCrash(List<ErrorReport> reported, @Nullable ErrorReport failure, String reason) {
        List<ErrorReport> all = new ArrayList<>(errors);
        all.addAll(reported);
        if (failure != null && reported.stream().noneMatch(each -> isSameError(each, failure))) {
            all.add(failure);
        }
        int nowSecs = (int) (System.currentTimeMillis() / 1000);
        all.add(new ErrorReport(Constants.SYSTEM_COMPONENT_ID, -1, 0, nowSecs, reason));
        Map<Integer, Long> newCounts = new HashMap<>(counts);
        count(all.subList(errors.size(), all.size()))
                .forEach((task, count) -> newCounts.merge(task, count, Long::sum));
        counts = Map.copyOf(newCounts);
        errors = List.copyOf(all.subList(Math.max(0, all.size() - MAX_ERRORS), all.size()));
        try {
            folder.writeErrors(errors);
        } catch (IOException e) {
            LOG.warn("errors can't be stored in {}: {}", folder, e.toString());
        }
    }

    /**
     * Returns whether a reported error is the failure itself: the engine also reports the error
     * that fails a topology.
     */
    private static boolean isSameError(ErrorReport reported, ErrorReport failure) {
        return reported.number() == 0
                && reported.taskId() == failure.taskId()
                && reported.componentId().equals(failure.componentId());
    }

    /** Describes an exit code; codes from 129 on are 128 plus the number of a signal. */
    static String describeExit(OptionalInt code) {
        if (code.isEmpty()) {
            return "exit code unknown (an earlier server had started it)";
        }
        int number = code.getAsInt();
        return number > 128
                ? "exit code %d (signal %d)".formatted(number, number - 128)
                : "exit code " + number;
    }
}
