/**
 * The bytes of Kryo 5.6 as Storm 2.6 to 2.8 registers it, for tuples whose types are known: several
 * times faster than Storm's own classes, and the same bytes. The C++ of it is {@code native/kryo}.
 *
 * <p>Depends on {@code text} and the JDK. Codecs are immutable and may be shared by threads;
 * readers and writers belong to one thread each.
 */
@NullMarked
package io.eyewall.nativetask.codec;

import org.jspecify.annotations.NullMarked;
