package io.eyewall.engine.core;

/**
 * Separates, by 128 bytes, the fields of a core that other threads read from those that the core
 * itself writes per tuple.
 */
@SuppressWarnings("unused")
abstract class CorePadding extends CoreSharedState {
    /**
     * Fills a gap of {@link CoreSharedState}'s fields, so that no other field is laid out there.
     */
    private int gap;

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

    CorePadding(int index, Clock clock, LayoutVersion layout) {
        super(index, clock, layout);
    }
}
