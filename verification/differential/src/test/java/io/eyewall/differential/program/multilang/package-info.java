/** Spouts and bolts as scripts. */
package io.eyewall.differential.program.multilang;
