package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.eyewall.differential.compatibility.ClassesThatRan;
import io.eyewall.differential.program.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * One test per program: Storm and Eyewall must agree on all facts that are not marked, at the
 * latest when they are run again without company (see {@link Repetition}).
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@Tag("more")
class DifferentialTest {

    @TestFactory
    Stream<DynamicTest> sameOnStormAndEyewall() throws Exception {
        Path folder = Path.of("target", "differential");
        BothSystems systems = BothSystems.forChosen(folder);
        Repetition repetition =
                new Repetition(
                        programs ->
                                BothSystems.oneByOne(folder.resolve("again"), programs)
                                        .run(new Observations(new TreeMap<>())));
        BothSystems.Result result = repetition.settle(systems.run());
        repetition
                .mended()
                .forEach(
                        (name, before) ->
                                System.out.println(
                                        "AGREED ONLY WHEN RUN AGAIN: "
                                                + name
                                                + "\n"
                                                + String.join("\n", before)));
        Stream<DynamicTest> programs =
                result.programs().stream()
                        .map(
                                program ->
                                        DynamicTest.dynamicTest(
                                                program.name(), () -> compare(program, result)));
        if (!systems.isComplete()) {
            return programs;
        }
        Path ran = folder.resolve("classes-that-ran.txt");
        DynamicTest classes =
                DynamicTest.dynamicTest(
                        "classes that ran",
                        () ->
                                assertThat(ClassesThatRan.missing(systems.classLog(), ran))
                                        .as("classes of the committed list that did not run")
                                        .isEmpty());
        return Stream.concat(programs, Stream.of(classes));
    }

    private static void compare(Program program, BothSystems.Result result) {
        List<String> problems = Repetition.problems(program, result);
        if (!problems.isEmpty()) {
            fail(
                    "%s: %s (Storm: %s)%n%s"
                            .formatted(
                                    program.name(),
                                    program.shows(),
                                    program.source(),
                                    String.join("\n", problems)));
        }
    }
}
