/**
 * The programs, grouped by theme. Each shows one thing that topologies see of the engine under them
 * and names the file of Storm 2.8.3 that decides it.
 */
package io.eyewall.differential.program;
