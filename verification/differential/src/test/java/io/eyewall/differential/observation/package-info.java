/**
 * Records the observations of a program as an ordered map of facts that prints the same on every
 * run.
 */
package io.eyewall.differential.observation;
