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
 * Errors of the processes of a topology that have ended, with the reasons of their ends; the last
 * of them, also on disk. Any thread may read; one writes.
 */
final class ErrorBook {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorBook.class);
    private static final int MOST = 100;

    private final TopologyFolder folder;
    private volatile List<ErrorReport> errors;
    private volatile Map<Integer, Long> counts;

    ErrorBook(TopologyFolder folder) throws IOException {
        this.folder = folder;
        this.errors = folder.errors();
        this.counts = count(errors);
    }

    /** Oldest first. */
    List<ErrorReport> errors() {
        return errors;
    }

    /** How many there are, by task; ends of processes under -1. */
    Map<Integer, Long> counts() {
        return counts;
    }

    private static Map<Integer, Long> count(List<ErrorReport> errors) {
        return errors.stream()
                .collect(Collectors.groupingBy(ErrorReport::taskId, Collectors.counting()));
    }

    /**
     * Adds those of a process that has ended.
     *
     * @param reported while it ran
     * @param failure why it gave up, if it said so
     * @param reason what is known from outside
     */
    void addCrash(List<ErrorReport> reported, @Nullable ErrorReport failure, String reason) {
        List<ErrorReport> all = new ArrayList<>(errors);
        all.addAll(reported);
        if (failure != null && reported.stream().noneMatch(each -> same(each, failure))) {
            all.add(failure);
        }
        int nowSecs = (int) (System.currentTimeMillis() / 1000);
        all.add(new ErrorReport(Constants.SYSTEM_COMPONENT_ID, -1, 0, nowSecs, reason));
        Map<Integer, Long> more = new HashMap<>(counts);
        count(all.subList(errors.size(), all.size()))
                .forEach((t, n) -> more.merge(t, n, Long::sum));
        counts = Map.copyOf(more);
        errors = List.copyOf(all.subList(Math.max(0, all.size() - MOST), all.size()));
        try {
            folder.writeErrors(errors);
        } catch (IOException e) {
            LOG.warn("errors can't be kept in {}: {}", folder, e.toString());
        }
    }

    /** The engine reports what fails a topology, too. */
    private static boolean same(ErrorReport reported, ErrorReport failure) {
        return reported.number() == 0
                && reported.taskId() == failure.taskId()
                && reported.componentId().equals(failure.componentId());
    }

    /** Says what an exit code means: from 129 on it is a signal's number and 128. */
    static String meaning(OptionalInt code) {
        if (code.isEmpty()) {
            return "exit code unknown (another server had started it)";
        }
        int number = code.getAsInt();
        return number > 128
                ? "exit code %d (signal %d)".formatted(number, number - 128)
                : "exit code " + number;
    }
}
