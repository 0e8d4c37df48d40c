/** Streams, fields and tuples, how they are declared, configured and serialized. */
package io.eyewall.differential.program.tuple;
