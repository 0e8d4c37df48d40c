package io.eyewall.engine.core;

/**
 * Keeps the hot fields of neighbouring units, which may run on different cores, off each other's
 * cache lines (128 bytes: two lines, since adjacent lines are fetched together).
 */
@SuppressWarnings("unused")
abstract class UnitPadding {
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
