/**
 * The scenarios in plain Java, as a careful programmer would write them by hand for this one job:
 * what an engine is measured against. Only the queue between two threads is a library's (JCTools).
 */
package io.eyewall.benchmarks.scenario.handwritten;
