package io.eyewall.cli;

import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;

/** Tells the user what happens. Called by the main thread only. */
interface Reporter {
    /** A topology has taken another status. */
    void onStatus(String topology, String topologyId, TopologyStatus status);

    /** About every second, for each topology; rates are since the last time. */
    void onProgress(Progress progress);

    /** A component has reported an error. */
    void onError(String topology, ReportedError error);

    /**
     * A topology is ending: its spouts emit no more, what is under way goes on.
     *
     * @param secondsLeft until it is ended all the same
     */
    void onDraining(Progress progress, long secondsLeft);

    /**
     * Called once when a topology is over, after its status.
     *
     * @param total rates are means over its whole life; pending and queued is what was left
     */
    void onSummary(Progress total);

    /** How many errors a component has reported in all; follows the total. */
    void onErrorSummary(String topology, ErrorWatch.Total total);

    /** A topology has failed; follows its status. */
    void onFailure(TopologyFailure failure);

    /** Whether nobody reads any of this any more. */
    boolean isUnread();

    /** Whether events that a program may rely on could not be written, as on a full disk. */
    boolean hasLostEvents();
}
