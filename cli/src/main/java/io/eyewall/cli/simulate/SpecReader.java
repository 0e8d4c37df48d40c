package io.eyewall.cli.simulate;

import io.eyewall.model.simulation.spec.Incident;
import io.eyewall.model.simulation.spec.SchedulerSpec;
import io.eyewall.model.simulation.spec.SimulationSpec;
import io.eyewall.model.simulation.spec.TopologySpec;
import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.place.Level;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;

/** Reads a {@link SimulationSpec} from a description; docs/guides/simulator.md lists the keys. */
final class SpecReader {
    private static final double SEC = 1e9;

    private final String file;

    SpecReader(String file) {
        this.file = file;
    }

    SimulationSpec read(Node root) throws DescriptionException {
        Section top = new Section(file, root, "the description");
        top.value("title");
        top.value("variants");
        ClusterReader clusterReader = new ClusterReader();
        Section cluster = top.section("cluster");
        Section topologies = top.section("topologies");
        try {
            List<TopologySpec> specs = new ArrayList<>();
            TopologyReader topologyReader = new TopologyReader();
            for (String name : topologies.names()) {
                specs.addAll(topologyReader.read(name, topologies.section(name)));
            }
            double usualWarmUp = top.durationNs("duration", 600 * SEC) / 10.0;
            SimulationSpec spec =
                    new SimulationSpec(
                            top.durationNs("duration", 600 * SEC),
                            top.durationNs("warm-up", usualWarmUp),
                            top.durationNs("sample", 10 * SEC),
                            top.whole("seed", 1, 0),
                            clusterReader.read(cluster),
                            specs,
                            scheduler(top.section("scheduler")),
                            incidents(top.list("events")));
            top.end();
            return spec;
        } catch (IllegalArgumentException e) { // from records, which know no file
            throw new DescriptionException(file + ": " + e.getMessage());
        }
    }

    private static SchedulerSpec scheduler(Section section) throws DescriptionException {
        Section rules = section.section("rules");
        Rules usual = Rules.cluster();
        double gamma = rules.number("gamma", 0);
        Rules set =
                new Rules(
                        rules.number("theta", usual.theta()),
                        gamma == 0 ? Double.POSITIVE_INFINITY : gamma,
                        !rules.flag("many-workers-per-node"),
                        !rules.flag("shared-places"),
                        usual.mostPerNode(),
                        usual.incompatible(),
                        usual.allowedPlaces(),
                        usual.inNetwork());
        rules.end();
        Section adoption = section.section("adoption");
        AdoptionRules adoptionRules =
                new AdoptionRules(
                        adoption.number("gain", 0.08),
                        adoption.whole("windows", 2, 1),
                        adoption.durationNs("cool-down", 60 * SEC) / SEC,
                        AdoptionRules.DEFAULT.leastRelief());
        double horizonSec = adoption.durationNs("horizon", 3600 * SEC) / SEC;
        double restartNs = adoption.durationNs("restart-cost", 10 * SEC);
        double nodeCost = adoption.number("node-cost", 0);
        adoption.end();
        Weights weights =
                new Weights(
                        Weights.cluster().balanceNs(),
                        nodeCost * SEC,
                        set.exclusiveSlots() || set.oneWorkerPerNode() ? Level.NODE : Level.CORE,
                        new Weights.Migration(
                                Weights.cluster().migration().perExecutorNs(),
                                restartNs,
                                Weights.cluster().migration().perByteNs(),
                                horizonSec));
        SchedulerSpec spec =
                new SchedulerSpec(
                        section.text("algorithm", SchedulerSpec.NONE),
                        section.numbers("parameters"),
                        section.word(
                                "initial",
                                SchedulerSpec.Initial.class,
                                SchedulerSpec.Initial.ROUND_ROBIN),
                        section.word("adopt", SchedulerSpec.Adopt.class, SchedulerSpec.Adopt.GAIN),
                        set,
                        weights,
                        adoptionRules,
                        section.durationNs("monitor", 20 * SEC),
                        section.durationNs("lag", 0),
                        section.number("alpha", 0.5),
                        section.durationNs("generate", 300 * SEC),
                        section.durationNs("fetch", 10 * SEC),
                        section.durationNs("sync", 10 * SEC),
                        section.durationNs("detect", 30 * SEC),
                        section.word(
                                "handover",
                                SchedulerSpec.Handover.class,
                                SchedulerSpec.Handover.SMOOTH),
                        section.durationNs("halt", 0));
        section.end();
        return spec;
    }

    private static List<Incident> incidents(List<Section> sections) throws DescriptionException {
        List<Incident> incidents = new ArrayList<>();
        for (Section section : sections) {
            if (!section.has("at")) {
                throw section.problem(
                        "an event has no 'at'; say when it happens, such as at: 120s");
            }
            long atNs = section.durationNs("at", 0);
            Incident incident;
            if (section.has("fail-node")) {
                incident = new Incident.FailNode(atNs, section.text("fail-node", ""));
            } else if (section.has("restore-node")) {
                incident = new Incident.RestoreNode(atNs, section.text("restore-node", ""));
            } else if (section.has("kill-workers")) {
                incident = new Incident.KillWorkers(atNs, section.text("kill-workers", ""));
            } else if (section.has("load")) {
                incident =
                        new Incident.Load(
                                atNs, section.text("topology", ""), section.number("load", 1));
            } else if (section.has("algorithm")) {
                incident =
                        new Incident.Use(
                                atNs, section.text("algorithm", ""), section.numbers("parameters"));
            } else {
                throw section.problem(
                        "an event says nothing that happens; expected one of fail-node,"
                                + " restore-node, kill-workers, load, algorithm");
            }
            section.end();
            incidents.add(incident);
        }
        return incidents;
    }
}
