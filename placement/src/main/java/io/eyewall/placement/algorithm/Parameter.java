package io.eyewall.placement.algorithm;

/**
 * A number that can be adjusted.
 *
 * @param name how it is called in a configuration
 * @param defaultValue its value unless it is set
 * @param least the least value that makes sense
 * @param most the greatest
 * @param meaning one sentence with its unit
 */
public record Parameter(
        String name, double defaultValue, double least, double most, String meaning) {}
