/**
 * Starts a child JVM per measurement, in an order that interleaves the systems, and reports medians
 * and ratios. One thread; nothing here is measured.
 */
package io.eyewall.benchmarks.scenario.runner;
