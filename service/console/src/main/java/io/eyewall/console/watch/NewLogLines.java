package io.eyewall.console.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines that a topology's process has logged since the last poll.
 *
 * @param lines the new lines
 * @param missed whether earlier lines were lost
 * @param why why the log cannot be read; null if it can
 */
record NewLogLines(List<String> lines, boolean missed, @Nullable String why) {}
