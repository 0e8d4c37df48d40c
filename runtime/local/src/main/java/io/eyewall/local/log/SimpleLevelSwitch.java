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
    private static final String FACTORY_CLASS = "org.slf4j.simple.SimpleLoggerFactory";
    private static final String LOGGERS_FIELD = "loggerMap";
    private static final String LEVEL_FIELD = "currentLogLevel";

    /** The numbers that slf4j-simple gives to levels, by the names that Log4j gives them. */
    private static final Map<String, Integer> LEVEL_NUMBERS =
            Map.of(
                    "ALL", 0, "TRACE", 0, "DEBUG", 10, "INFO", 20, "WARN", 30, "ERROR", 40, "FATAL",
                    40, "OFF", 50);

    /** The original levels of loggers whose level was changed. */
    private final Map<Logger, Integer> originals = new HashMap<>();

    @Override
    public synchronized void apply(Map<String, String> levels) {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (!factory.getClass().getName().equals(FACTORY_CLASS)) {
            throw unsupported(factory, null);
        }
        try {
            levels.keySet().forEach(factory::getLogger); // creates those that do not exist yet
            Field loggers = factory.getClass().getDeclaredField(LOGGERS_FIELD);
            loggers.setAccessible(true);
            for (Object each : ((Map<?, ?>) loggers.get(factory)).values()) {
                apply((Logger) each, levelNumber(((Logger) each).getName(), levels));
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw unsupported(factory, e);
        }
    }

    private static @Nullable Integer levelNumber(String logger, Map<String, String> levels) {
        String level = levels.get(ROOT);
        for (String name = logger; !name.isEmpty(); name = parent(name)) {
            String nameLevel = levels.get(name);
            if (nameLevel != null) {
                level = nameLevel;
                break;
            }
        }
        return level == null ? null : LEVEL_NUMBERS.get(level);
    }

    private static String parent(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    private void apply(Logger logger, @Nullable Integer number)
            throws ReflectiveOperationException {
        Field level = logger.getClass().getDeclaredField(LEVEL_FIELD);
        level.setAccessible(true);
        if (number != null) {
            originals.putIfAbsent(logger, level.getInt(logger));
            level.setInt(logger, number);
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
