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
 * Measures how late threads wake up, woken either by another thread or by a timer. The threads
 * sleep as the engine's core threads do, and as long: from tens of microseconds to a millisecond.
 */
final class SleepProbe {
    /** The number of quantiles that describe a distribution. */
    private static final int QUANTILES = 100;

    private static final long MIN_SLEEP_NS = 50_000;
    private static final long MAX_SLEEP_NS = 1_000_000;
    private static final int MIN_SAMPLES = 100;
    private static final String TIMER_SLACK_NS = "1000";

    private SleepProbe() {}

    /**
     * The wake-up of a thread by another one.
     *
     * @param wake time from the call to the begin of the thread's work
     * @param callNs median time that the call takes on the caller
     */
    record WakeUps(Spread wake, double callNs) {}

    /** Wakes a thread repeatedly, after a warm-up with as many wake-ups. */
    static WakeUps measureWakeUps(Duration duration) throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        Thread thread = new Thread(sleeper, "eyewall-calibrate");
        thread.setDaemon(true);
        thread.start();
        double[] wakesNs = new double[(int) Math.max(MIN_SAMPLES, 2 * duration.toMillis())];
        double[] callsNs = new double[wakesNs.length];
        SplittableRandom random = new SplittableRandom(wakesNs.length);
        for (int i = -wakesNs.length; i < wakesNs.length; i++) {
            spinUntil(System.nanoTime() + random.nextLong(MIN_SLEEP_NS, MAX_SLEEP_NS));
            while (!sleeper.isAsleep) {
                Thread.onSpinWait();
            }
            sleeper.awokeNs = 0;
            long calledNs = System.nanoTime();
            sleeper.isAsleep = false;
            LockSupport.unpark(thread);
            final long returnedNs = System.nanoTime();
            long awokeNs;
            while ((awokeNs = sleeper.awokeNs) == 0) {
                Thread.onSpinWait();
            }
            if (i >= 0) {
                wakesNs[i] = Math.max(0, awokeNs - calledNs);
                callsNs[i] = returnedNs - calledNs;
            }
        }
        sleeper.stopped = true;
        LockSupport.unpark(thread);
        thread.join();
        Arrays.sort(callsNs);
        return new WakeUps(Spread.of(wakesNs, QUANTILES), callsNs[callsNs.length / 2]);
    }

    /** Sleeps until it is woken up. */
    private static final class Sleeper implements Runnable {
        private volatile boolean isAsleep;
        private volatile long awokeNs;
        private volatile boolean stopped;

        @Override
        public void run() {
            while (!stopped) {
                isAsleep = true;
                while (isAsleep && !stopped) {
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
     * @param lateNs delay of a timer: from its deadline to the begin of the thread's work
     * @param sleepNs mean processor time of a sleep with its wake-up
     */
    record TimedSleeps(Spread lateNs, double sleepNs) {}

    /** Measures sleeps of a thread with the timer slack of core threads. */
    static TimedSleeps measureTimedSleeps(Duration duration) throws InterruptedException {
        double[] lateNs = new double[(int) Math.max(MIN_SAMPLES, 2 * duration.toMillis())];
        double[] cpuNs = new double[2];
        Thread thread =
                new Thread(
                        () -> {
                            reduceTimerSlack();
                            SplittableRandom random = new SplittableRandom(lateNs.length);
                            for (int i = -lateNs.length; i < lateNs.length; i++) {
                                cpuNs[0] = i == 0 ? threadCpuNs() : cpuNs[0];
                                long sleepNs = random.nextLong(MIN_SLEEP_NS, MAX_SLEEP_NS);
                                long deadlineNs = System.nanoTime() + sleepNs;
                                long leftNs;
                                while ((leftNs = deadlineNs - System.nanoTime()) > 0) {
                                    LockSupport.parkNanos(lateNs, leftNs);
                                }
                                lateNs[Math.max(0, i)] = System.nanoTime() - deadlineNs;
                            }
                            cpuNs[1] = threadCpuNs();
                        },
                        "eyewall-calibrate");
        thread.setDaemon(true);
        thread.start();
        thread.join();
        double sleepNs = (cpuNs[1] - cpuNs[0]) / lateNs.length;
        return new TimedSleeps(
                Spread.of(lateNs, QUANTILES),
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
