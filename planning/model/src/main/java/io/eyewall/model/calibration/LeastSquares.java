package io.eyewall.model.calibration;

import java.util.Arrays;

/**
 * Non-negative least squares with priors: the x >= 0 that minimises {@code sum ((a_i x - y_i) /
 * s_i)^2 + sum ((x_j - m_j) / d_j)^2}. That is the most likely x if errors and priors are normal;
 * its covariance is the inverse of the normal matrix. Thanks to the priors there is always exactly
 * one solution.
 */
public final class LeastSquares {
    /** Bound of the passes over all unknowns, in case they converge too slowly. */
    private static final int MAX_SWEEPS = 100_000;

    /** A pass that changes no unknown by this share of its prior's deviation is the last. */
    private static final double CONVERGED = 1e-12;

    private final double[][] normal;
    private final double[] rightSide;
    private final double[] priors;
    private final double[] deviations;

    /**
     * @param priors expected values before any observation
     * @param deviations standard deviations of the priors; above 0
     */
    public LeastSquares(double[] priors, double[] deviations) {
        this.priors = priors.clone();
        this.deviations = deviations.clone();
        normal = new double[priors.length][priors.length];
        rightSide = new double[priors.length];
        for (int j = 0; j < priors.length; j++) {
            normal[j][j] = 1 / (deviations[j] * deviations[j]);
            rightSide[j] = priors[j] * normal[j][j];
        }
    }

    /**
     * Adds an observation: {@code coefficients x = value}, with the standard deviation {@code sd}.
     */
    public void observe(double[] coefficients, double value, double sd) {
        double weight = 1 / (sd * sd);
        for (int i = 0; i < rightSide.length; i++) {
            rightSide[i] += weight * coefficients[i] * value;
            for (int j = 0; j < rightSide.length; j++) {
                normal[i][j] += weight * coefficients[i] * coefficients[j];
            }
        }
    }

    /**
     * Returns the solution, by coordinate descent, which converges because the matrix is positive
     * definite.
     */
    public double[] solve() {
        double[] x = priors.clone();
        for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
            double maxChange = 0;
            for (int j = 0; j < x.length; j++) {
                double remainder = rightSide[j];
                for (int i = 0; i < x.length; i++) {
                    remainder -= i == j ? 0 : normal[j][i] * x[i];
                }
                double next = Math.max(0, remainder / normal[j][j]);
                maxChange = Math.max(maxChange, Math.abs(next - x[j]) / deviations[j]);
                x[j] = next;
            }
            if (maxChange < CONVERGED) {
                break;
            }
        }
        return x;
    }

    /** Returns the covariance of the solution, by Gauss-Jordan elimination. */
    public double[][] covariance() {
        int n = rightSide.length;
        double[][] reduced = new double[n][];
        double[][] inverse = new double[n][n];
        for (int i = 0; i < n; i++) {
            reduced[i] = Arrays.copyOf(normal[i], n);
            inverse[i][i] = 1;
        }
        for (int c = 0; c < n; c++) {
            int pivot = c;
            for (int r = c + 1; r < n; r++) {
                pivot = Math.abs(reduced[r][c]) > Math.abs(reduced[pivot][c]) ? r : pivot;
            }
            double[] row = reduced[pivot];
            reduced[pivot] = reduced[c];
            reduced[c] = row;
            row = inverse[pivot];
            inverse[pivot] = inverse[c];
            inverse[c] = row;
            double scale = reduced[c][c];
            for (int k = 0; k < n; k++) {
                reduced[c][k] /= scale;
                inverse[c][k] /= scale;
            }
            for (int r = 0; r < n; r++) {
                double factor = r == c ? 0 : reduced[r][c];
                for (int k = 0; k < n && factor != 0; k++) {
                    reduced[r][k] -= factor * reduced[c][k];
                    inverse[r][k] -= factor * inverse[c][k];
                }
            }
        }
        return inverse;
    }
}
