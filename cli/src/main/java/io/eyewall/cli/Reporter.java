package io.eyewall.cli;

import io.eyewall.engine.TopologyFailure;
import io.eyewall.engine.TopologyStatus;

/** Tells the user what happens. Called by the main thread only. */
interface Reporter {
    /** A topology has taken another status. */
    void onStatus(String topology, String topologyId, TopologyStatus status);

    /** About every second, for each topology; once more, with averages, when it is over. */
    void onProgress(Progress progress);

    /** A topology has failed; follows its status. */
    void onFailure(TopologyFailure failure);
}
