package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StormRunsTest {
    private static final List<String> PROGRAMS =
            IntStream.range(100, 350).mapToObj(i -> "p" + i).toList();

    private final List<String> runs = new ArrayList<>();

    private static Observations some(List<String> programs, String failure) {
        Observations seen = new Observations(new TreeMap<>());
        for (String program : programs) {
            seen.programs().put(program, new Observations.Program(Map.of(), failure));
        }
        return seen;
    }

    @Test
    void spreadsProgramsOverProcesses() throws Exception {
        StormRuns.OneProcess process =
                (run, programs, atATime) -> {
                    runs.add(run + " " + programs.size() + "/" + atATime);
                    return some(programs, null);
                };

        Observations seen = new StormRuns("storm", 8, process).run(PROGRAMS);

        assertThat(seen.programs().keySet()).containsExactlyElementsOf(PROGRAMS);
        assertThat(runs).containsExactly("storm 100/8", "storm-2 100/8", "storm-3 50/8");
    }

    @Test
    void runsAgainWhatAnEndedProcessLeft() throws Exception {
        StormRuns.OneProcess dying =
                (run, programs, atATime) -> {
                    runs.add(programs.size() + "/" + atATime);
                    return some(programs.subList(0, (programs.size() + 1) / 2), null);
                };

        Observations seen = new StormRuns("storm", 8, dying).run(PROGRAMS.subList(0, 40));

        List<String> expected = new ArrayList<>(List.of("40/8"));
        expected.addAll(Collections.nCopies(8, "1/1"));
        expected.add("12/4");
        expected.addAll(Collections.nCopies(4, "1/1"));
        expected.addAll(List.of("2/4", "1/1"));
        assertThat(runs).isEqualTo(expected);
        assertThat(seen.programs()).hasSize(40);
    }

    @Test
    void aProgramThatEndsEachProcessDoesNotTakeOthersWithIt() throws Exception {
        String culprit = PROGRAMS.get(17);
        StormRuns.OneProcess process =
                (run, programs, atATime) -> {
                    if (programs.contains(culprit)) {
                        runs.add(String.valueOf(programs.size()));
                        return some(programs.subList(0, programs.indexOf(culprit)), null);
                    }
                    return some(programs, null);
                };

        Observations seen = new StormRuns("storm", 8, process).run(PROGRAMS);

        assertThat(seen.programs()).hasSize(PROGRAMS.size() - 1).doesNotContainKey(culprit);
        assertThat(runs).containsExactly("100", "1", "76", "1");
    }

    @Test
    void givesUpOnProgramsThatFailTwice() throws Exception {
        StormRuns.OneProcess failing =
                (run, programs, atATime) -> {
                    runs.add(run);
                    return some(programs, "no");
                };

        Observations seen = new StormRuns("storm", 8, failing).run(List.of("p"));

        assertThat(runs).containsExactly("storm", "storm-2");
        assertThat(seen.endedWell("p")).isFalse();
    }
}
