/**
 * Starts a child JVM per measurement, in an order that interleaves the systems, and reports medians
 * and ratios. This package uses one thread and measures nothing itself.
 */
package io.eyewall.benchmarks.scenario.runner;
