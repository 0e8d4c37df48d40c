package io.eyewall.benchmarks.accuracy;

import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.whatif.Search;
import io.eyewall.model.whatif.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Counts the reconfigurations until a rate is reached. It begins on one core with single executors
 * and asks the model for the smallest configuration that sustains a rate with a fifth to spare,
 * runs it with sources that always have more, and calibrates again if the rate is missed.
 */
final class GoalStudy implements Study {
    private static final double[] TIMES = {0.7, 1.2, 1.5};
    private static final int MAX_STEPS = 5;
    private static final int CORES = 2;

    private final Trial trial;
    private final List<Row> rows = new ArrayList<>();

    /** A row of the table; 0 steps if the model knew that the rate cannot be reached. */
    private record Row(
            String name,
            double times,
            double goal,
            int steps,
            Subject.Configuration last,
            double reached) {}

    GoalStudy(Trial trial) {
        this.trial = trial;
    }

    @Override
    public void run(Subject subject) throws IOException, InterruptedException {
        Calibration begin = trial.calibrate(subject, Subject.ONE_CORE);
        for (double times : TIMES) {
            Row row = reach(subject, begin, times);
            rows.add(row);
            System.err.println(row);
        }
    }

    private Row reach(Subject subject, Calibration begin, double times)
            throws IOException, InterruptedException {
        MachineConstants machine = trial.machine();
        double goal = times * begin.measuredRootsPerSec();
        Calibration known = begin;
        Subject.Configuration last = Subject.ONE_CORE;
        for (int step = 1; step <= MAX_STEPS; step++) {
            double crossingNs = known.crossingNs();
            Optional<Search.Found> found =
                    new Search(known.topology(), size -> Setting.engine(size, machine, crossingNs))
                            .cheapest(goal, Double.POSITIVE_INFINITY, CORES);
            if (found.isEmpty()) {
                return new Row(subject.name(), times, goal, step - 1, last, 0);
            }
            last =
                    new Subject.Configuration(
                            found.get().prediction().setting().size(), found.get().executors());
            known = trial.calibrate(subject, last);
            if (known.measuredRootsPerSec() >= goal) {
                return new Row(
                        subject.name(), times, goal, step, last, known.measuredRootsPerSec());
            }
        }
        return new Row(subject.name(), times, goal, MAX_STEPS, last, known.measuredRootsPerSec());
    }

    @Override
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(
                "| topology | goal, of one core's rate | goal/s | reconfigurations | the last |"
                        + " reached/s |\n|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.1f | %.0f | %d | %d cores, %s | %s |%n",
                            row.name(),
                            row.times(),
                            row.goal(),
                            row.steps(),
                            row.last().cores(),
                            row.last().executors(),
                            row.reached() == 0
                                    ? "taken for impossible"
                                    : String.format(Locale.ROOT, "%.0f", row.reached())));
        }
        return text.toString();
    }
}
