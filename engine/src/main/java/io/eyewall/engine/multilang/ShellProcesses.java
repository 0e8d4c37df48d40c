package io.eyewall.engine.multilang;

import java.lang.reflect.Field;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.utils.ShellProcess;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the process that a shell component has started, in the private fields of Storm's classes:
 * what the child itself says comes late or never, and names another process where a script has
 * started it.
 */
final class ShellProcesses {
    private static final Logger LOG = LoggerFactory.getLogger(ShellProcesses.class);

    private ShellProcesses() {}

    /** Null if it has none yet. */
    static @Nullable ProcessHandle of(ShellBolt bolt) {
        return of(ShellBolt.class, bolt);
    }

    /** Null if it has none yet. */
    static @Nullable ProcessHandle of(ShellSpout spout) {
        return of(ShellSpout.class, spout);
    }

    private static @Nullable ProcessHandle of(Class<?> type, Object component) {
        try {
            Object shell = field(type, "process").get(component);
            Object process =
                    shell == null ? null : field(ShellProcess.class, "subprocess").get(shell);
            return process instanceof Process started ? started.toHandle() : null;
        } catch (ReflectiveOperationException | UnsupportedOperationException e) {
            LOG.debug("{} doesn't show its process; its child will tell", type.getName(), e);
            return null;
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
