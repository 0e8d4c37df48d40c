/**
 * The programs, grouped by theme. Each shows one behaviour of the engine that topologies can
 * observe, and names the file of Storm 2.8.3 that determines it.
 */
package io.eyewall.differential.program;
