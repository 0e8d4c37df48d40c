package io.eyewall.differential.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs programs on Storm in several processes, one after another, until all have come to their end.
 * Storm's daemons may stumble when topologies come and go quickly, the more so on a busy machine,
 * and then end the process: what was not yet through is run again, fewer at a time, and what was
 * running at the end each in a process of its own, so that it doesn't end the others' once more.
 */
final class StormRuns {
    /** A process of Storm's keeps something of every topology that it has run. */
    private static final int MAX_PER_PROCESS = 100;

    private static final int MAX_ROUNDS = 6;
    private static final int MAX_FAILURES = 2;

    /** Runs some programs in one process. */
    @FunctionalInterface
    interface OneProcess {
        /**
         * @param run names its output
         * @return what it wrote, which lacks some if the process ended before its time
         */
        Observations run(String run, List<String> programs, int atATime)
                throws IOException, InterruptedException;
    }

    private final String name;
    private final int atATime;
    private final OneProcess process;
    private final Observations seen = new Observations(new TreeMap<>());
    private final Map<String, Integer> failures = new HashMap<>();
    private int processes;

    /**
     * @param name begins the names of the processes' output
     * @param atATime programs beside each other in a process at first; later half as many
     */
    StormRuns(String name, int atATime, OneProcess process) {
        this.name = name;
        this.atATime = atATime;
        this.process = process;
    }

    /** Blocks until it has come through, or given up on, all of them; once per object. */
    Observations run(List<String> programs) throws IOException, InterruptedException {
        List<String> left = programs;
        for (int round = 0; round < MAX_ROUNDS && !left.isEmpty(); round++) {
            int most = round == 0 ? atATime : Math.max(1, atATime / 2);
            List<String> suspects = new ArrayList<>();
            for (int i = 0; i < left.size(); i += MAX_PER_PROCESS) {
                int end = Math.min(left.size(), i + MAX_PER_PROCESS);
                suspects.addAll(runSome(left.subList(i, end), most));
            }
            for (String suspect : suspects) {
                if (!runSome(List.of(suspect), 1).isEmpty()) {
                    failures.merge(suspect, 1, Integer::sum);
                }
            }
            left = left(programs);
        }
        return seen;
    }

    /** Returns those that were running when the process ended before its time. */
    private List<String> runSome(List<String> programs, int most)
            throws IOException, InterruptedException {
        processes++;
        String run = processes == 1 ? name : name + "-" + processes;
        Observations some = process.run(run, programs, most);
        for (String program : programs) {
            if (some.programs().containsKey(program) && !some.endedWell(program)) {
                failures.merge(program, 1, Integer::sum);
            }
        }
        seen.add(some);
        return programs.stream()
                .filter(program -> !some.programs().containsKey(program))
                .limit(most)
                .toList();
    }

    private List<String> left(List<String> programs) {
        List<String> left = new ArrayList<>();
        for (String program : programs) {
            boolean givenUp = failures.getOrDefault(program, 0) >= MAX_FAILURES;
            if (!seen.endedWell(program) && !givenUp) {
                left.add(program);
            }
        }
        return left;
    }
}
