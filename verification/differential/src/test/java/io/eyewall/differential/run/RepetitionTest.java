package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.differential.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepetitionTest {
    private static final Program STEADY = program("steady");
    private static final Program SHAKY = program("shaky");
    private static final Program WRONG = program("wrong");

    private final List<List<String>> runs = new ArrayList<>();

    private static Program program(String name) {
        return Program.of(name, "Shows something.", "Some.java", stage -> {});
    }

    /** What both saw: the same of programs named here, else something different. */
    private static BothSystems.Result saw(List<Program> programs, List<Program> same) {
        Observations storm = new Observations(new TreeMap<>());
        Observations eyewall = new Observations(new TreeMap<>());
        for (Program program : programs) {
            storm.programs()
                    .put(program.name(), new Observations.Program(Map.of("a", "storm"), null));
            String ours = same.contains(program) ? "storm" : "other";
            eyewall.programs()
                    .put(program.name(), new Observations.Program(Map.of("a", ours), null));
        }
        return new BothSystems.Result(programs, storm, eyewall);
    }

    private BothSystems.Result again(List<Program> programs, List<Program> same) {
        runs.add(programs.stream().map(Program::name).toList());
        return saw(programs, same);
    }

    @Test
    void runsNothingAgainWhereAllAgrees() throws Exception {
        Repetition repetition = new Repetition(programs -> again(programs, programs));

        repetition.settle(saw(List.of(STEADY, SHAKY), List.of(STEADY, SHAKY)));

        assertThat(runs).isEmpty();
        assertThat(repetition.mended()).isEmpty();
    }

    @Test
    void takesWhatIsSeenAgainAndNamesIt() throws Exception {
        Repetition repetition = new Repetition(programs -> again(programs, List.of(SHAKY)));

        BothSystems.Result result =
                repetition.settle(saw(List.of(STEADY, SHAKY, WRONG), List.of(STEADY)));

        assertThat(runs).containsExactly(List.of("shaky", "wrong"), List.of("wrong"));
        assertThat(Repetition.problems(SHAKY, result)).isEmpty();
        assertThat(Repetition.problems(STEADY, result)).isEmpty();
        assertThat(Repetition.problems(WRONG, result)).isNotEmpty();
        assertThat(repetition.mended()).containsOnlyKeys("shaky");
        assertThat(repetition.mended().get("shaky").get(0)).contains("'a' differs");
    }

    @Test
    void leavesManyAsTheyAre() throws Exception {
        List<Program> many =
                IntStream.rangeClosed(0, Repetition.MAX_PROGRAMS)
                        .mapToObj(i -> program("p" + i))
                        .toList();
        Repetition repetition = new Repetition(programs -> again(programs, programs));

        BothSystems.Result result = repetition.settle(saw(many, List.of()));

        assertThat(runs).isEmpty();
        assertThat(many)
                .allSatisfy(
                        program -> assertThat(Repetition.problems(program, result)).isNotEmpty());
    }
}
