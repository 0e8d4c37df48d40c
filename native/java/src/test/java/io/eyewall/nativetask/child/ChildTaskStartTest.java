package io.eyewall.nativetask.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How starts fail, and which failures may pass. */
class ChildTaskStartTest {
    private static ChildStartException failureOf(String... program) {
        ChildCommand command = new ChildCommand(List.of(program), List.of(), Map.of());
        return catchThrowableOfType(
                ChildStartException.class, () -> ChildTask.start(command, "test", () -> {}));
    }

    /** All of its processes end: the test would wait for one that doesn't. */
    @ParameterizedTest
    @Timeout(60)
    @CsvSource({
        "kill -9 $$, was killed by signal 9, true",
        "exit 74, ended with exit value 74, true",
        "exit 1, ended with exit value 1, false",
        "echo no; exec sleep 600, wrote byte 110, false",
        "printf '\\001', cannot map the rings of its process, true"
    })
    void aProcessThatDoesNotMakeItsRingsIsAFailure(String script, String why, boolean passing) {
        ChildStartException failure = failureOf("/bin/sh", "-c", script);
        assertThat(failure).hasMessageContaining(why);
        assertThat(failure.isTransient()).isEqualTo(passing);
        ProcessHandle.current().children().forEach(child -> child.onExit().join());
    }

    @Test
    void aMissingProgramDoesNotPass() {
        ChildStartException failure = failureOf("/nowhere/program");
        assertThat(failure).hasMessageContaining("/nowhere/program");
        assertThat(failure.isTransient()).isFalse();
    }

    /** As the JDK writes them on Linux. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Cannot run program \"x\": error=11, Resource temporarily unavailable | true",
                "Cannot run program \"x\": error=12, Cannot allocate memory | true",
                "Cannot run program \"x\": error=24, Too many open files | true",
                "Cannot run program \"x\": Failed to exec spawn helper: pid: 7, signal: 9 | true",
                "Cannot run program \"x\": error=2, No such file or directory | false",
                "Cannot run program \"x\": error=13, Permission denied | false"
            })
    void whatTheMachineIsShortOfMayPass(String message, boolean passing) {
        assertThat(StartFailures.isTransient(new IOException(message))).isEqualTo(passing);
    }

    @Test
    void onlyAnErrorForWantOfThreadsIsAFailureOfTheStart() {
        OutOfMemoryError ofThreads =
                new OutOfMemoryError(
                        "unable to create native thread: possibly out of memory or process/resource"
                                + " limits reached");
        assertThat(StartFailures.isThreadStartFailure(ofThreads)).isTrue();
        assertThat(StartFailures.isThreadStartFailure(new OutOfMemoryError("Java heap space")))
                .isFalse();
    }
}
