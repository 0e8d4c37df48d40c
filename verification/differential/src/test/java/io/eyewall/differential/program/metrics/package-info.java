/** Both metrics APIs. */
package io.eyewall.differential.program.metrics;
