package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The measurements of a run and their settings.
 *
 * @param scenarios the scenarios, in the order of the report
 * @param peers the systems, in the order in which they take turns
 * @param warmupMs time from the first counted unit to the window
 * @param windowMs length of the measured window
 * @param rounds measurements of each system on each scenario
 * @param gauged whether hand-written code is measured before and after each round
 * @param jvm the command line of child JVMs; the same for every system
 */
public record RunPlan(
        List<Scenario> scenarios,
        List<Peer> peers,
        long warmupMs,
        long windowMs,
        int rounds,
        boolean gauged,
        JvmPlan jvm) {

    private static final List<PeerKind> GAUGES =
            List.of(PeerKind.EXCHANGE, PeerKind.PIPE, PeerKind.LOOP);

    /** Copies the lists. */
    public RunPlan {
        scenarios = List.copyOf(scenarios);
        peers = List.copyOf(peers);
    }

    /**
     * One measurement.
     *
     * @param round number of the round, from 1; 0 for the gauge
     * @param scenario the scenario
     * @param peer the system
     */
    public record Step(int round, Scenario scenario, Peer peer) {}

    /**
     * Returns the measurements in order: for each scenario A B C, A B C, ..., so that a slow change
     * of the machine affects all systems alike. Systems that cannot run a scenario are left out.
     */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            for (int round = 1; round <= rounds; round++) {
                steps.addAll(steps(scenario, round));
            }
        }
        return steps;
    }

    /** Returns the measurements of one round of one scenario. */
    List<Step> steps(Scenario scenario, int round) {
        return peers.stream()
                .filter(peer -> peer.kind().supports(scenario))
                .map(peer -> new Step(round, scenario, peer))
                .toList();
    }

    /**
     * Returns the hand-written program that gauges the host: the one that a scenario is compared
     * with or, if there is none at its parallelism, the one at a parallelism of two. Empty if
     * rounds are not gauged, or no such program exists.
     */
    Optional<Step> gauge(Scenario scenario) {
        return Stream.of(scenario.parallelism(), Math.min(2, scenario.parallelism()))
                .filter(parallelism -> gauged)
                .map(parallelism -> new Scenario(scenario.work(), false, parallelism))
                .flatMap(
                        unacked ->
                                GAUGES.stream()
                                        .filter(kind -> kind.supports(unacked))
                                        .filter(kind -> kind.isKeyed(unacked))
                                        .map(kind -> new Step(0, unacked, new Peer(kind, 0))))
                .findFirst();
    }

    /**
     * Returns the scenarios that each system cannot run. Hand-written systems are left out, because
     * they are not expected to run every scenario.
     */
    public Map<Peer, List<Scenario>> leftOut() {
        Map<Peer, List<Scenario>> leftOut = new LinkedHashMap<>();
        for (Peer peer : peers) {
            List<Scenario> without =
                    scenarios.stream().filter(one -> !peer.kind().supports(one)).toList();
            if (!without.isEmpty() && peer.kind().family() != Family.HANDWRITTEN) {
                leftOut.put(peer, without);
            }
        }
        return leftOut;
    }
}
