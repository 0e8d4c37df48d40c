package io.eyewall.engine.multilang;

import java.lang.reflect.Field;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.utils.ShellProcess;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the process that a shell component has started, in the private fields of Storm's classes.
 * The process id that the child reports comes late or never, and is another process's if a script
 * has started the child.
 */
final class ShellProcesses {
    private static final Logger LOG = LoggerFactory.getLogger(ShellProcesses.class);

    private ShellProcesses() {}

    /** Returns the process of a bolt; null if it has none yet. */
    static @Nullable ProcessHandle processOf(ShellBolt bolt) {
        return processOf(ShellBolt.class, bolt);
    }

    /** Returns the process of a spout; null if it has none yet. */
    static @Nullable ProcessHandle processOf(ShellSpout spout) {
        return processOf(ShellSpout.class, spout);
    }

    private static @Nullable ProcessHandle processOf(Class<?> type, Object component) {
        try {
            Object shell = accessibleField(type, "process").get(component);
            Object process =
                    shell == null
                            ? null
                            : accessibleField(ShellProcess.class, "subprocess").get(shell);
            return process instanceof Process started ? started.toHandle() : null;
        } catch (ReflectiveOperationException | UnsupportedOperationException e) {
            LOG.debug("{} hides its process; the child will report its pid", type.getName(), e);
            return null;
        }
    }

    private static Field accessibleField(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
