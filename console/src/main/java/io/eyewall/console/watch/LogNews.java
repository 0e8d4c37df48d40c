package io.eyewall.console.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a topology's process has logged since it was asked last.
 *
 * @param lines new ones
 * @param missed whether others are gone that came before these
 * @param why there is no log to be had; null if there is
 */
record LogNews(List<String> lines, boolean missed, @Nullable String why) {}
