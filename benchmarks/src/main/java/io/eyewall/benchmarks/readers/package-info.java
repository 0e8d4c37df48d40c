/**
 * Measures what readers of metrics and pages cost a topology: a server in separate processes, as
 * users run it, with and without a hundred readers of its pages.
 */
package io.eyewall.benchmarks.readers;
