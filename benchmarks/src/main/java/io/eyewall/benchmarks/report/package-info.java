/**
 * Writes the report of a run as one HTML file with inline SVG. The plots receive names and numbers
 * and do not depend on benchmarks; {@link io.eyewall.benchmarks.report.HtmlReport} chooses what
 * they show.
 */
@NullMarked
package io.eyewall.benchmarks.report;

import org.jspecify.annotations.NullMarked;
