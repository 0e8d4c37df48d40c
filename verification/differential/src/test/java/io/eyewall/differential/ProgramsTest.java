package io.eyewall.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.differential.program.Program;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgramsTest {
    private static final List<Program> ALL = Programs.all();

    @Test
    void namesAreUniqueAndValidTopologyNames() {
        Set<String> names = new HashSet<>();
        for (Program program : ALL) {
            assertThat(names.add(program.name())).as(program.name()).isTrue();
            assertThat(program.name()).matches("[a-z0-9-]+");
        }
    }

    @Test
    void everyProgramSaysWhatItShowsAndWhereStormDecidesIt() {
        for (Program program : ALL) {
            assertThat(program.shows()).as(program.name()).endsWith(".");
            assertThat(program.source()).as(program.name()).matches("\\S+\\.(java|yaml).*");
        }
    }

    @Test
    void programsThatEndStormAreMarkedAsDifferent() {
        for (Program program : ALL) {
            boolean ends = program.place() == Program.Place.ENDS_STORMS_PROCESS;
            assertThat(program.differences().containsKey(Program.PROCESS_FACT))
                    .as(program.name())
                    .isEqualTo(ends);
        }
    }

    /** Ten subjects are about clusters, or need one of their own in each program. */
    @Test
    void representativesAreOfMostSubjectsAndShareACluster() {
        List<Program> few = Programs.representative();

        assertThat(ALL).containsAll(few);
        assertThat(few).hasSizeGreaterThan(40).doesNotHaveDuplicates();
        assertThat(few).allMatch(program -> program.place() == Program.Place.SHARED_CLUSTER);
    }
}
