package io.eyewall.local.log;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets levels of {@code slf4j-simple}, the binding of the command. That library has no API for
 * this, so its fields are set by reflection. Loggers that are created later get their level with
 * the next change. Any thread may call.
 */
public final class SimpleLevelSwitch implements LevelSwitch {
    private static final String ROOT = "ROOT";
    private static final String FACTORY = "org.slf4j.simple.SimpleLoggerFactory";
    private static final String LOGGERS = "loggerMap";
    private static final String LEVEL = "currentLogLevel";

    private static final Map<String, Integer> NUMBERS =
            Map.of(
                    "ALL", 0, "TRACE", 0, "DEBUG", 10, "INFO", 20, "WARN", 30, "ERROR", 40, "FATAL",
                    40, "OFF", 50);

    /** The original levels of loggers whose level was changed. */
    private final Map<Logger, Integer> originals = new HashMap<>();

    @Override
    public synchronized void apply(Map<String, String> levels) {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (!factory.getClass().getName().equals(FACTORY)) {
            throw unsupported(factory, null);
        }
        try {
            levels.keySet().forEach(factory::getLogger);
            Field loggers = factory.getClass().getDeclaredField(LOGGERS);
            loggers.setAccessible(true);
            for (Object each : ((Map<?, ?>) loggers.get(factory)).values()) {
                apply((Logger) each, wanted(((Logger) each).getName(), levels));
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw unsupported(factory, e);
        }
    }

    private static @Nullable Integer wanted(String logger, Map<String, String> levels) {
        String level = levels.get(ROOT);
        for (String name = logger; !name.isEmpty(); name = parent(name)) {
            String ofName = levels.get(name);
            if (ofName != null) {
                level = ofName;
                break;
            }
        }
        return level == null ? null : NUMBERS.get(level);
    }

    private static String parent(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    private void apply(Logger logger, @Nullable Integer wanted)
            throws ReflectiveOperationException {
        Field level = logger.getClass().getDeclaredField(LEVEL);
        level.setAccessible(true);
        if (wanted != null) {
            originals.putIfAbsent(logger, level.getInt(logger));
            level.setInt(logger, wanted);
        } else {
            Integer original = originals.remove(logger);
            if (original != null) {
                level.setInt(logger, original);
            }
        }
    }

    private static UnsupportedOperationException unsupported(
            ILoggerFactory factory, @Nullable Exception cause) {
        return new UnsupportedOperationException(
                "Nimbus.setLogConfig is not supported by Eyewall for loggers of "
                        + factory.getClass().getName()
                        + ": set levels in the configuration of this process's SLF4J binding",
                cause);
    }
}
