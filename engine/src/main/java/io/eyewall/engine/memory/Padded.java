package io.eyewall.engine.memory;

/**
 * Puts 128 bytes before the fields of its subclasses (two cache lines, since adjacent lines are
 * fetched together), so that they share no line with whatever object a collection puts before them.
 * The JVM lays the fields of a superclass before those of its subclasses, except that it fills gaps
 * with small ones; so there must be no gap.
 *
 * <p>The end is for the subclasses to guard: what is written for every tuple is a {@code long},
 * declared first and followed by eight {@code long}s that nobody uses. The JVM lays longs before
 * all else of the same class, in their order. {@code PaddingTest} looks where the fields are.
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
