package io.eyewall.engine.memory;

/**
 * Puts 128 bytes before the fields of its subclasses (two cache lines, since processors fetch
 * adjacent lines together), so that these fields share no line with the object that a garbage
 * collection moves in front of them. The JVM lays the fields of a superclass before those of its
 * subclasses, except that it fills gaps with small ones; so there must be no gap.
 *
 * <p>The subclasses protect the end themselves: each field that is written for every tuple is a
 * {@code long}, declared first and followed by eight unused {@code long}s. The JVM lays longs
 * before all other fields of the same class, in their order. {@code PaddingTest} checks the
 * offsets.
 */
@SuppressWarnings("unused")
public abstract class Padded {
    private int headerGap;
    private long p01;
    private long p02;
    private long p03;
    private long p04;
    private long p05;
    private long p06;
    private long p07;
    private long p08;
    private long p09;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
    private long p15;
    private long p16;
}
