package io.eyewall.control.wire;

import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TopologyStatus;
import java.util.List;

/**
 * The state of a topology, which a server polls, in one answer.
 *
 * @param status status of the topology
 * @param plan plan of the topology, as {@code plan} answers it
 * @param errors errors so far, oldest first
 */
public record StateReport(TopologyStatus status, NumberedPlan plan, List<ErrorReport> errors) {}
