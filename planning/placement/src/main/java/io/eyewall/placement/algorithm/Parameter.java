package io.eyewall.placement.algorithm;

/**
 * A numeric parameter of an algorithm.
 *
 * @param name its name in a configuration
 * @param defaultValue its value unless it is set
 * @param least minimum value
 * @param most maximum value
 * @param meaning one sentence with its unit
 */
public record Parameter(
        String name, double defaultValue, double least, double most, String meaning) {}
