package io.eyewall.local.log;

import java.util.Map;

/** Sets the levels of a process's loggers. Any thread may call. */
public interface LevelSwitch {
    /**
     * Sets levels; loggers that no name covers get their original levels back.
     *
     * @param levels levels by logger name, each for that logger and all below it; {@code ROOT}
     *     stands for all loggers. The longest matching name wins. Levels have Log4j's names.
     * @throws UnsupportedOperationException if this process's logging can't be changed; the message
     *     names the alternative
     */
    void apply(Map<String, String> levels);
}
