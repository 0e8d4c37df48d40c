/**
 * Reads and writes tuples of known types in the bytes of Kryo 5.6 as registered by Storm 2.6 to
 * 2.8: the same bytes as Storm's classes, several times faster. {@code native/kryo} is the C++
 * counterpart.
 *
 * <p>Depends on {@code text} and the JDK. Codecs are immutable and may be shared by threads;
 * readers and writers belong to one thread each.
 */
@NullMarked
package io.eyewall.nativetask.codec;

import org.jspecify.annotations.NullMarked;
