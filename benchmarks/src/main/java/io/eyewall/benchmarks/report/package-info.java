/**
 * The report of a run as one HTML file with inline SVG. Plots get names and numbers and know
 * nothing of benchmarks; {@link io.eyewall.benchmarks.report.HtmlReport} says what is plotted.
 */
@NullMarked
package io.eyewall.benchmarks.report;

import org.jspecify.annotations.NullMarked;
