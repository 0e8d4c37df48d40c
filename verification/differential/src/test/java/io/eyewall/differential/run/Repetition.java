package io.eyewall.differential.run;

import io.eyewall.differential.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs programs again, with the machine to themselves, where the two systems disagreed. Storm's
 * daemons and many programs' own patience depend on time, and a crowded machine makes a few of
 * hundreds differ in a run; what differs for a reason differs again. Only a few are run again: many
 * are no accident.
 */
final class Repetition {
    /** More than these in disagreement stay as they are. */
    static final int MAX_PROGRAMS = 12;

    static final int MAX_TIMES = 2;

    private final OnBoth both;

    /** By program: what was wrong with it before it agreed. */
    private final Map<String, List<String>> mended = new TreeMap<>();

    /** Runs some programs on both systems. */
    @FunctionalInterface
    interface OnBoth {
        BothSystems.Result run(List<Program> programs) throws Exception;
    }

    Repetition(OnBoth both) {
        this.both = both;
    }

    /**
     * Repeats those that disagree, twice at most.
     *
     * @param first what was seen of all
     * @return what was seen last of each
     */
    BothSystems.Result settle(BothSystems.Result first) throws Exception {
        Observations storm = copy(first.storm());
        Observations eyewall = copy(first.eyewall());
        BothSystems.Result latest = new BothSystems.Result(first.programs(), storm, eyewall);
        List<Program> left = disagreeing(latest, first.programs());
        boolean isFew = left.size() <= MAX_PROGRAMS;
        for (int time = 0; isFew && time < MAX_TIMES && !left.isEmpty(); time++) {
            Map<String, List<String>> before = new TreeMap<>();
            left.forEach(program -> before.put(program.name(), problems(program, latest)));
            BothSystems.Result again = both.run(left);
            storm.add(again.storm());
            eyewall.add(again.eyewall());
            List<Program> still = disagreeing(latest, left);
            still.forEach(program -> before.remove(program.name()));
            mended.putAll(before);
            left = still;
        }
        return latest;
    }

    /** What was wrong with programs that agreed only when they were run again. */
    Map<String, List<String>> mended() {
        return mended;
    }

    /** What is wrong with a program, as {@link Comparison} tells it. */
    static List<String> problems(Program program, BothSystems.Result result) {
        return Comparison.problems(
                program,
                result.storm().programs().get(program.name()),
                result.eyewall().programs().get(program.name()));
    }

    private static List<Program> disagreeing(BothSystems.Result result, List<Program> among) {
        List<Program> disagreeing = new ArrayList<>();
        for (Program program : among) {
            if (!problems(program, result).isEmpty()) {
                disagreeing.add(program);
            }
        }
        return disagreeing;
    }

    private static Observations copy(Observations seen) {
        return new Observations(new TreeMap<>(seen.programs()));
    }
}
