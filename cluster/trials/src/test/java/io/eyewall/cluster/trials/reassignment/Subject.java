package io.eyewall.cluster.trials.reassignment;

import io.eyewall.cluster.trials.TestLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A topology of an {@link Experiment}, whose workers go from one of two slots to the other. */
final class Subject {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Experiment experiment;
    private final Experiment.Job job;
    private final int firstSlot;
    private final Path journals;
    private final int[] seconds; // by worker; 1 in the second slot

    Subject(Experiment experiment, Experiment.Job job, int firstSlot, Path journals) {
        this.experiment = experiment;
        this.job = job;
        this.firstSlot = firstSlot;
        this.journals = journals;
        seconds = new int[job.workers()];
    }

    Experiment.Job job() {
        return job;
    }

    /** Where the topology writes what it did. */
    Path journals() {
        return journals;
    }

    /** As {@link FileScheduler} reads it. */
    String line() {
        return job.name()
                + " "
                + IntStream.range(0, seconds.length)
                        .mapToObj(i -> "host" + (i + 1) + ":" + (firstSlot + seconds[i]))
                        .collect(Collectors.joining(" "));
    }

    /**
     * Has a worker go to its host's other slot.
     *
     * @param move its number from 0; workers take turns
     */
    void move(int move) throws IOException {
        seconds[move % seconds.length] ^= 1;
        experiment.writePlan();
    }

    /** Moves a worker, and returns when the old one has gone. */
    void moveWholly(int move) throws Exception {
        long ended = ended();
        move(move);
        TestLab.await("the end of a worker of " + job.name(), LIMIT, () -> ended() > ended);
    }

    /** How many workers have ended since a new assignment was without them. */
    private long ended() throws IOException {
        return experiment.said(job.name(), "without this worker");
    }

    /** How often a worker did what was to be done as on Storm alone. */
    long late() throws IOException {
        return experiment.said(job.name(), "as on Storm alone");
    }

    /** Has the topology's sources end, as they understand it; what is under way goes on. */
    void stop(String when) throws IOException {
        Path draft = journals.resolve("stop.draft");
        Files.writeString(draft, when);
        Files.move(draft, journals.resolve("stop"));
    }

    /** Acks so far, of a topology that keeps a position. */
    long acks() throws Exception {
        return Files.exists(journals.resolve("position")) ? Measured.read(journals, 0).acks() : 0;
    }

    /** What was seen of a topology that keeps a position. */
    Measured measured(long fromMs) throws Exception {
        return Measured.read(journals, fromMs);
    }
}
