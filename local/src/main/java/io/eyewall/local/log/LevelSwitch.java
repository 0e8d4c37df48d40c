package io.eyewall.local.log;

import java.util.Map;

/** Sets the levels of loggers. */
public interface LevelSwitch {
    /**
     * Makes these the levels; loggers that no name covers get back what they had.
     *
     * @param levels by a logger's name, for it and all beneath it; {@code ROOT} is all. The longest
     *     name that fits counts. Levels are those of Log4j.
     * @throws UnsupportedOperationException if this process's logging can't be changed; says what
     *     to do instead
     */
    void apply(Map<String, String> levels);
}
