package io.eyewall.cli.flux;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.generated.Bolt;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.streams.processors.BranchProcessor;

/**
 * Warns about branches of Storm's Streams API. Storm evaluates the predicates of a branch in an
 * undefined order (Storm: streams/processors/BranchProcessor.java). If several predicates match the
 * same value, the topology may therefore behave differently on Storm and on Eyewall, and on Storm
 * from one run to the next. Only a run shows whether predicates overlap.
 */
final class BranchLint {
    /**
     * The stream names of each branch. A set removes duplicates: every bolt of the pipeline
     * contains the same branches.
     */
    private final Set<Set<String>> branches = new LinkedHashSet<>();

    private final ClassLoader loader;

    private BranchLint(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Adds a warning for each branch with several predicates.
     *
     * @param loader the application's class loader
     */
    static void check(
            FluxDefinition definition,
            StormTopology topology,
            ClassLoader loader,
            Findings findings) {
        if (!definition.root().has("topologySource")) {
            return;
        }
        BranchLint lint = new BranchLint(loader);
        topology.get_bolts().values().forEach(lint::collectBranches);
        for (Set<String> streams : lint.branches) {
            findings.warn(
                    definition
                            .root()
                            .problem(
                                    "topologySource",
                                    "a branch with "
                                            + streams.size()
                                            + " predicates: Eyewall applies them in the given"
                                            + " order, Storm in any order; on Storm a value that"
                                            + " several predicates match may go to any of their"
                                            + " branches, so let the predicates exclude each"
                                            + " other"));
        }
    }

    private void collectBranches(Bolt bolt) {
        ComponentObject object = bolt.get_bolt_object();
        if (!object.is_set_serialized_java()) {
            return;
        }
        try (ObjectInputStream in = new BranchCollector(object.get_serialized_java())) {
            Object unused = in.readObject();
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            return; // a run shows the same error and its reason
        }
    }

    private void collect(BranchProcessor<?> branch) throws ReflectiveOperationException {
        Field field = BranchProcessor.class.getDeclaredField("predicateToStream");
        field.setAccessible(true);
        Set<String> streams = new TreeSet<>();
        Collection<?> values = ((Map<?, ?>) field.get(branch)).values();
        values.forEach(stream -> streams.add((String) stream));
        if (streams.size() > 1) {
            branches.add(streams);
        }
    }

    /** Reads a bolt and collects its branches. */
    private final class BranchCollector extends ObjectInputStream {
        private BranchCollector(byte[] bytes) throws IOException {
            this(new ByteArrayInputStream(bytes));
        }

        private BranchCollector(InputStream in) throws IOException {
            super(in);
            enableResolveObject(true);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // primitive types
            }
        }

        @Override
        protected Object resolveObject(Object read) throws IOException {
            if (read instanceof BranchProcessor<?> branch) {
                try {
                    collect(branch);
                } catch (ReflectiveOperationException e) {
                    throw new IOException(e);
                }
            }
            return read;
        }
    }
}
