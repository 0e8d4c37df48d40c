package io.eyewall.cli.simulate;

import io.eyewall.cli.flux.YamlProblem;
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
 * A file that says what to simulate: one run, or several that differ in what {@code variants} says.
 *
 * @param title what it shows
 * @param runs at least one
 */
record Description(String title, List<Run> runs) {
    /**
     * One run.
     *
     * @param name of its variant; {@code simulated} where there are none
     */
    record Run(String name, SimulationSpec spec) {}

    /**
     * Reads one.
     *
     * @throws DescriptionException if something in it is wrong, with its place
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
            Node above = variants.value(name);
            Node merged = above == null ? root : Section.over(file, root, above);
            runs.add(new Run(name, new SpecReader(file).read(merged)));
        }
        if (runs.isEmpty()) {
            runs.add(new Run("simulated", new SpecReader(file).read(root)));
        }
        return new Description(title, List.copyOf(runs));
    }
}
