package io.eyewall.toolkit.region;

import java.io.Serializable;
import java.util.List;

/**
 * What became of the value of a number; nothing, if it was dropped, is something, too.
 *
 * @param number from 0, in the order in which values went in
 */
public record Batch<T>(long number, List<T> values) implements Serializable {}
