package io.eyewall.cli.simulate;

import io.eyewall.cli.finding.YamlProblem;
import io.eyewall.model.simulation.spec.SimulationSpec;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;
import org.apache.storm.shade.org.yaml.snakeyaml.nodes.Node;

/**
 * A file that describes simulations: one run, or one run per entry of {@code variants}.
 *
 * @param title the title of the results
 * @param runs at least one run
 */
record Description(String title, List<Run> runs) {
    /**
     * One run.
     *
     * @param name the name of its variant; {@code simulated} without variants
     */
    record Run(String name, SimulationSpec spec) {}

    /**
     * Reads a description.
     *
     * @throws DescriptionException if the description is wrong; the message has the position
     */
    static Description read(Path path) throws DescriptionException {
        String file = path.toString();
        Node root;
        try (Reader reader = Files.newBufferedReader(path)) {
            root = new Yaml(new SafeConstructor(new LoaderOptions())).compose(reader);
        } catch (IOException e) {
            throw new DescriptionException(file + ": can't be read: " + e);
        } catch (YAMLException e) {
            throw new DescriptionException(YamlProblem.describe(file, e));
        }
        if (root == null) {
            throw new DescriptionException(file + ":1:1: is empty; expected a description");
        }
        Section top = new Section(file, root, "the description");
        String title = top.text("title", file);
        Section variants = top.section("variants");
        List<Run> runs = new ArrayList<>();
        for (String name : variants.names()) {
            Node variant = variants.value(name);
            Node merged = variant == null ? root : Section.merge(file, root, variant);
            runs.add(new Run(name, new SpecReader(file).read(merged)));
        }
        if (runs.isEmpty()) {
            runs.add(new Run("simulated", new SpecReader(file).read(root)));
        }
        return new Description(title, List.copyOf(runs));
    }
}
