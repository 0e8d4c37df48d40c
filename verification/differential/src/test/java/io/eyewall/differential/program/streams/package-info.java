/** The Streams API. */
package io.eyewall.differential.program.streams;
