package io.eyewall.differential.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.eyewall.differential.compatibility.ClassesThatRan;
import io.eyewall.differential.program.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** One test per program: Storm and Eyewall must agree on all facts that are not marked. */
class DifferentialTest {

    @TestFactory
    Stream<DynamicTest> sameOnStormAndEyewall() throws Exception {
        Path folder = Path.of("target", "differential");
        BothSystems systems = new BothSystems(folder);
        BothSystems.Result result = systems.run();
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
        List<String> problems =
                Comparison.problems(
                        program,
                        result.storm().programs().get(program.name()),
                        result.eyewall().programs().get(program.name()));
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
