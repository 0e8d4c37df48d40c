package io.eyewall.control.machine;

import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.stepping.Spread;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how late threads wake up, either by another thread or by a timer. They sleep like the
 * engine's cores, for as long: tens of microseconds to a millisecond.
 */
final class SleepProbe {
    private static final int QUANTILES = 100;
    private static final long SHORTEST_NS = 50_000;
    private static final long LONGEST_NS = 1_000_000;
    private static final int MIN_SAMPLES = 100;
    private static final String TIMER_SLACK_NS = "1000";

    private SleepProbe() {}

    /**
     * The wake-up of a thread by another one.
     *
     * @param wake time from the call to the begin of the thread's work
     * @param callNs median time that the call takes on the caller
     */
    record Waking(Spread wake, double callNs) {}

    /** Wakes a thread repeatedly, after a warm-up with as many wake-ups. */
    static Waking waking(Duration length) throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        Thread thread = new Thread(sleeper, "eyewall-calibrate");
        thread.setDaemon(true);
        thread.start();
        double[] wakes = new double[(int) Math.max(MIN_SAMPLES, 2 * length.toMillis())];
        double[] calls = new double[wakes.length];
        SplittableRandom random = new SplittableRandom(wakes.length);
        for (int i = -wakes.length; i < wakes.length; i++) {
            spinUntil(System.nanoTime() + random.nextLong(SHORTEST_NS, LONGEST_NS));
            while (!sleeper.sleeps) {
                Thread.onSpinWait();
            }
            sleeper.awokeNs = 0;
            long calledNs = System.nanoTime();
            sleeper.sleeps = false;
            LockSupport.unpark(thread);
            final long returnedNs = System.nanoTime();
            long awokeNs;
            while ((awokeNs = sleeper.awokeNs) == 0) {
                Thread.onSpinWait();
            }
            if (i >= 0) {
                wakes[i] = Math.max(0, awokeNs - calledNs);
                calls[i] = returnedNs - calledNs;
            }
        }
        sleeper.stopped = true;
        LockSupport.unpark(thread);
        thread.join();
        Arrays.sort(calls);
        return new Waking(Spread.of(wakes, QUANTILES), calls[calls.length / 2]);
    }

    /** Sleeps until it is woken up. */
    private static final class Sleeper implements Runnable {
        private volatile boolean sleeps;
        private volatile long awokeNs;
        private volatile boolean stopped;

        @Override
        public void run() {
            while (!stopped) {
                sleeps = true;
                while (sleeps && !stopped) {
                    LockSupport.park(this);
                }
                awokeNs = System.nanoTime();
            }
        }
    }

    private static void spinUntil(long deadlineNs) {
        while (System.nanoTime() - deadlineNs < 0) {
            Thread.onSpinWait();
        }
    }

    /**
     * The results of a thread that slept with timers.
     *
     * @param late delay of a timer: from its deadline to the begin of the thread's work
     * @param sleepNs mean processor time of a sleep with its wake-up
     */
    record Sleeping(Spread late, double sleepNs) {}

    /** Measures sleeps of a thread with the timer slack of core threads. */
    static Sleeping sleeping(Duration length) throws InterruptedException {
        double[] late = new double[(int) Math.max(MIN_SAMPLES, 2 * length.toMillis())];
        double[] cpuNs = new double[2];
        Thread thread =
                new Thread(
                        () -> {
                            reduceTimerSlack();
                            SplittableRandom random = new SplittableRandom(late.length);
                            for (int i = -late.length; i < late.length; i++) {
                                cpuNs[0] = i == 0 ? threadCpuNs() : cpuNs[0];
                                long ns = random.nextLong(SHORTEST_NS, LONGEST_NS);
                                long deadlineNs = System.nanoTime() + ns;
                                long left;
                                while ((left = deadlineNs - System.nanoTime()) > 0) {
                                    LockSupport.parkNanos(late, left);
                                }
                                late[Math.max(0, i)] = System.nanoTime() - deadlineNs;
                            }
                            cpuNs[1] = threadCpuNs();
                        },
                        "eyewall-calibrate");
        thread.setDaemon(true);
        thread.start();
        thread.join();
        double sleepNs = (cpuNs[1] - cpuNs[0]) / late.length;
        return new Sleeping(
                Spread.of(late, QUANTILES),
                sleepNs > 0 ? sleepNs : MachineConstants.ASSUMED.sleepNs());
    }

    /** Returns the processor time of the calling thread; 0 if the JVM does not support that. */
    private static long threadCpuNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : 0;
    }

    /**
     * Reduces the thread's timer slack as the engine's core threads do on Linux; has no effect
     * where that is impossible.
     */
    private static void reduceTimerSlack() {
        try {
            Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
            Files.writeString(
                    Path.of("/proc/" + self.getName(2) + "/timerslack_ns"), TIMER_SLACK_NS);
        } catch (IOException | RuntimeException e) {
            // the timer slack is unchanged
        }
    }
}
