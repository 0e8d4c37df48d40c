package io.eyewall.cluster.trials.reassignment;

import io.eyewall.cluster.trials.TestLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A topology of an {@link Experiment}, whose workers go to another slot. */
final class Subject {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Experiment experiment;
    private final Experiment.Job job;
    private final int firstSlot;
    private final Path journals;

    /** The workers' present slots, by worker. */
    private final Slot[] slots;

    /** One of the two slots that each host has for a topology. */
    private record Slot(int host, int number) {
        Slot other() {
            return new Slot(host, number ^ 1);
        }
    }

    Subject(Experiment experiment, Experiment.Job job, int firstSlot, Path journals) {
        this.experiment = experiment;
        this.job = job;
        this.firstSlot = firstSlot;
        this.journals = journals;
        slots = new Slot[job.workers()];
        Arrays.setAll(slots, i -> new Slot(i + 1, 0));
    }

    Experiment.Job job() {
        return job;
    }

    /** Returns the folder of the topology's journals. */
    Path journals() {
        return journals;
    }

    /** Returns the placement in the form that {@link FileScheduler} reads. */
    String line() {
        return job.name()
                + " "
                + Stream.of(slots)
                        .map(slot -> "host" + slot.host() + ":" + (firstSlot + slot.number()))
                        .collect(Collectors.joining(" "));
    }

    /**
     * Moves a worker to its host's other slot.
     *
     * @param move its number from 0; workers take turns
     */
    void move(int move) throws IOException {
        int worker = move % slots.length;
        slots[worker] = slots[worker].other();
        experiment.writePlan();
    }

    /**
     * Moves a worker to the slot of the next worker, and that one to its host's other slot.
     *
     * @param move its number from 0; workers take turns
     */
    void displace(int move) throws Exception {
        int worker = move % slots.length;
        int next = (move + 1) % slots.length;
        long ended = ended();
        slots[worker] = slots[next];
        slots[next] = slots[next].other();
        experiment.writePlan();
        TestLab.await("the end of two workers", LIMIT, () -> ended() > ended + 1);
    }

    /** Moves a worker, and returns when the old one has gone. */
    void moveWholly(int move) throws Exception {
        long ended = ended();
        move(move);
        TestLab.await("the end of a worker of " + job.name(), LIMIT, () -> ended() > ended);
    }

    /** Returns the number of workers that have ended because a new assignment was without them. */
    private long ended() throws IOException {
        return experiment.said(job.name(), "does not contain this worker");
    }

    /** Returns how often a worker fell back to Storm's own behaviour. */
    long late() throws IOException {
        return experiment.said(job.name(), "as on plain Storm");
    }

    /** Stops the topology's sources; pending messages are still processed. */
    void stop(String when) throws IOException {
        Path draft = journals.resolve("stop.draft");
        Files.writeString(draft, when);
        Files.move(draft, journals.resolve("stop"));
    }

    /** Returns the number of acks so far; for topologies with a position. */
    long acks() throws Exception {
        return Files.exists(journals.resolve("position")) ? Measured.read(journals, 0).acks() : 0;
    }

    /** Returns the measurements so far; for topologies with a position. */
    Measured measured(long fromMs) throws Exception {
        return Measured.read(journals, fromMs);
    }
}
