package io.eyewall.engine.memory;

/**
 * Puts 128 bytes before the fields of its subclasses (two cache lines, since adjacent lines are
 * fetched together), so that they share no line with whatever object lies before them; a padded
 * object behind them protects their end. The JVM lays the fields of a superclass before those of
 * its subclasses.
 */
@SuppressWarnings("unused")
public abstract class Padded {
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
