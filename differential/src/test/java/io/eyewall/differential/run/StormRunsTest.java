package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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

        Observations seen = new StormRuns("storm", process).run(PROGRAMS);

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

        Observations seen = new StormRuns("storm", dying).run(PROGRAMS.subList(0, 40));

        assertThat(runs).containsExactly("40/8", "20/4", "10/4", "5/4", "2/4", "1/4");
        assertThat(seen.programs()).hasSize(40);
    }

    @Test
    void givesUpOnProgramsThatFailTwice() throws Exception {
        StormRuns.OneProcess failing =
                (run, programs, atATime) -> {
                    runs.add(run);
                    return some(programs, "no");
                };

        Observations seen = new StormRuns("storm", failing).run(List.of("p"));

        assertThat(runs).containsExactly("storm", "storm-2");
        assertThat(seen.endedWell("p")).isFalse();
    }
}
