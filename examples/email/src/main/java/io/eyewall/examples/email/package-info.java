/**
 * The email pipeline with which Nabi, Bouillet, Bainbridge and Thomas compared IBM Streams with
 * Storm ("Of Streams and Storms", 2014, section 3): read and decompress, deserialise, filter,
 * modify, metrics, serialise, compress and write.
 *
 * <p>The processing of an email is in classes that do not depend on Storm ({@link
 * io.eyewall.examples.email.EmailFilter}, {@link io.eyewall.examples.email.EmailModify}, {@link
 * io.eyewall.examples.email.BodyCount}); the topology and {@link
 * io.eyewall.examples.email.SequentialPipeline}, its reference, use the same classes.
 */
@NullMarked
package io.eyewall.examples.email;

import org.jspecify.annotations.NullMarked;
