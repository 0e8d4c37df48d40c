package io.eyewall.engine.multilang;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ChildPipesTest {
    @Test
    void whoHoldsThemIsFound() throws Exception {
        Process child = new ProcessBuilder("sleep", "1000").start();
        try {
            assertThat(ChildPipes.ofProcess(child.toHandle()).holders())
                    .containsExactly(child.toHandle());
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    /** This process's own streams belong to the process that started it, which reads the output. */
    @Test
    void whatItSharesWithThisProcessSaysNothing() throws Exception {
        Process child = new ProcessBuilder("sleep", "1000").inheritIO().start();
        try {
            assertThat(ChildPipes.ofProcess(child.toHandle()).holders()).isEmpty();
        } finally {
            child.destroyForcibly().waitFor();
        }
    }
}
