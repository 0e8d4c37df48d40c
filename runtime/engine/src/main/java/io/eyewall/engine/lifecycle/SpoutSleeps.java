package io.eyewall.engine.lifecycle;

import io.eyewall.engine.bytecode.SleeplessCopy;
import io.eyewall.engine.spout.SleeplessCall;
import io.eyewall.engine.spout.SpoutTask;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Lets cores wait for spouts whose nextTuple begins or ends with a sleep, so that these spouts need
 * no dedicated thread (decision 163). Does nothing in a JVM with an agent, such as a debugger or a
 * coverage tool: the core calls a copy of nextTuple, and the agent would miss the calls.
 */
final class SpoutSleeps {
    private static final List<String> AGENT_OPTIONS =
            List.of("-javaagent:", "-agentlib:", "-agentpath:");
    private static final boolean HAS_AGENT =
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .anyMatch(argument -> AGENT_OPTIONS.stream().anyMatch(argument::startsWith));

    private SpoutSleeps() {}

    /** Lets the core wait for the sleeps of a task's spout, if it has any. */
    static void letCoreWait(SpoutTask task) {
        if (!HAS_AGENT) {
            SleeplessCopy.of(task.object().getClass())
                    .ifPresent(
                            copy -> task.letCoreWaitForSleeps(new CopiedCall(task.object(), copy)));
        }
    }

    /** Calls the copy of one spout's nextTuple. */
    private static final class CopiedCall implements SleeplessCall {
        private final Object spout;
        private final SleeplessCopy copy;
        private final long[] numbers = new long[SleeplessCopy.LENGTH];

        CopiedCall(Object spout, SleeplessCopy copy) {
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
