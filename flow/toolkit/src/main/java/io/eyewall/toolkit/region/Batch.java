package io.eyewall.toolkit.region;

import java.io.Serializable;
import java.util.List;

/**
 * The results for one numbered input value. A dropped value leaves an empty batch, because the
 * batch's number must still arrive.
 *
 * @param number number of the input value, from 0, in the order in which values entered the region
 * @param values the results, possibly none
 * @param <T> values
 */
public record Batch<T>(long number, List<T> values) implements Serializable {}
