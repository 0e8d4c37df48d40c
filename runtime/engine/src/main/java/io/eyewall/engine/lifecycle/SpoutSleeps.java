package io.eyewall.engine.lifecycle;

import io.eyewall.engine.bytecode.SleeplessCopy;
import io.eyewall.engine.spout.SleeplessCall;
import io.eyewall.engine.spout.SpoutTask;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Lets cores wait for spouts whose nextTuple begins or ends with a sleep, so that these need no
 * thread of their own (decision 163). Not in a JVM with an agent, such as a debugger or one that
 * measures coverage: it would miss the spout's own method.
 */
final class SpoutSleeps {
    private static final List<String> AGENTS = List.of("-javaagent:", "-agentlib:", "-agentpath:");
    private static final boolean IS_OBSERVED =
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .anyMatch(argument -> AGENTS.stream().anyMatch(argument::startsWith));

    private SpoutSleeps() {}

    /** Lets the core wait for the sleeps of a task's spout, if it has any. */
    static void waitFor(SpoutTask task) {
        if (!IS_OBSERVED) {
            SleeplessCopy.of(task.object().getClass())
                    .ifPresent(copy -> task.waitOutside(new Call(task.object(), copy)));
        }
    }

    /** The copied method of one spout. */
    private static final class Call implements SleeplessCall {
        private final Object spout;
        private final SleeplessCopy copy;
        private final long[] numbers = new long[SleeplessCopy.LENGTH];

        Call(Object spout, SleeplessCopy copy) {
            this.spout = spout;
            this.copy = copy;
        }

        @Override
        public Sleep call(boolean slept) {
            numbers[SleeplessCopy.STATE] = slept ? SleeplessCopy.SLEPT : SleeplessCopy.NOT_SLEPT;
            copy.call(spout, numbers);
            long state = numbers[SleeplessCopy.STATE];
            if (state == SleeplessCopy.SLEEP_BEFORE) {
                return Sleep.BEFORE;
            }
            return state == SleeplessCopy.SLEEP_AFTER ? Sleep.AFTER : Sleep.NONE;
        }

        @Override
        public long sleepNs() {
            return numbers[SleeplessCopy.DURATION_NS];
        }
    }
}
