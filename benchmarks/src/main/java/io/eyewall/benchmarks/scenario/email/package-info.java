/**
 * The email scenario: what the study "Of Streams and Storms" (IBM, 2014) does to the Enron emails,
 * and Storm-MC's report with it, on emails that are made up. Plain functions, the same for all
 * systems.
 */
package io.eyewall.benchmarks.scenario.email;
