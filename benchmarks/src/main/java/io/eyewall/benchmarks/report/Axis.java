package io.eyewall.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Maps values to positions on an axis that is linear from 0 or logarithmic, and computes its ticks.
 *
 * @param lowest the value at the beginning of the axis
 * @param highest the value at the end of the axis
 * @param logarithmic whether equal distances are equal factors
 */
record Axis(double lowest, double highest, boolean logarithmic) {
    private static final int WANTED_TICKS = 5;

    /** Returns a linear axis from 0 to a round number that is at least as high as all values. */
    static Axis linear(List<Double> values) {
        double highest = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        double step = step(highest > 0 ? highest : 1);
        return new Axis(0, Math.ceil((highest > 0 ? highest : 1) / step - 1e-9) * step, false);
    }

    /**
     * Returns a logarithmic axis between two powers of ten that enclose the values, all above 0.
     */
    static Axis powersOfTen(List<Double> values) {
        double low = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
        double high = values.stream().mapToDouble(Double::doubleValue).max().orElse(10);
        double lowest = Math.floor(Math.log10(low));
        double highest = Math.max(lowest + 1, Math.ceil(Math.log10(high)));
        return new Axis(Math.pow(10, lowest), Math.pow(10, highest), true);
    }

    /** Returns the position of a value on the axis, between 0 and 1. */
    double share(double value) {
        return logarithmic
                ? Math.log(value / lowest) / Math.log(highest / lowest)
                : (value - lowest) / (highest - lowest);
    }

    /** Returns the values at which the axis has ticks. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            for (double tick = lowest; tick <= highest * 1.01; tick *= 10) {
                ticks.add(tick);
            }
            return ticks;
        }
        double step = step(highest);
        for (int i = 0; i * step <= highest * (1 + 1e-9); i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** Formats a number with a number of digits that suits its size. */
    static String label(double value) {
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 3 : 5;
        String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }

    private static double step(double highest) {
        double rough = highest / WANTED_TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }
}
