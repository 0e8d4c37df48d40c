package io.eyewall.cli.run;

import io.eyewall.cli.terminal.ReportedError;
import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;

/** Reports the events of a session to the user. Called by the main thread only. */
interface Reporter {
    /** Called when the status of a topology has changed. */
    void onStatus(String topology, String topologyId, TopologyStatus status);

    /** Called about once a second for each topology; rates count since the last call. */
    void onProgress(TopologyProgress progress);

    /** Called when a component has reported an error. */
    void onError(String topology, ReportedError error);

    /**
     * Called while a topology is ending: its spouts emit no more, and tuples in flight are
     * processed.
     *
     * @param secondsLeft time until the topology is killed in any case
     */
    void onDraining(TopologyProgress progress, long secondsLeft);

    /**
     * Called once when a topology is over, after its status.
     *
     * @param total rates are means over the topology's whole life; pending and queued numbers are
     *     those at its end
     */
    void onSummary(TopologyProgress total);

    /** Called after the summary for each component with errors, with the number of its errors. */
    void onErrorSummary(String topology, ErrorWatch.Total total);

    /** Called when a topology has failed, after its status. */
    void onFailure(TopologyFailure failure);

    /** Returns whether the reader of this reporter's output has closed it. */
    boolean isUnread();

    /**
     * Returns whether events that a program may rely on could not be written, as on a full disk.
     */
    boolean hasLostEvents();
}
