package io.eyewall.local.legacy;

import io.eyewall.local.application.AppClassLoader;
import io.eyewall.local.launch.StormClassLoader;
import io.eyewall.local.link.LinkCheck;
import io.eyewall.local.link.Missing;
import io.eyewall.local.link.Reference;
import io.eyewall.local.link.Renaming;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.storm.utils.VersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how an application is loaded: unchanged, or rewritten because it was compiled against an
 * older Storm. The decision compares the application's class files with the Storm of this process.
 * Called by the thread that is about to run the application's main or its topology.
 */
public final class ApplicationLoaders {
    /**
     * The system property that names the folder of classes that the build has extracted from old
     * releases of Storm; may be absent.
     */
    public static final String FOLDER_PROPERTY = "eyewall.legacy";

    private static final int MAX_NOTES = 8;
    private static final String PARTITIONED_EMITTER = "PartitionedTridentSpout$Emitter";
    private static final String NIMBUS_CLIENT = "generated/Nimbus$Client";

    /** Whether an application is rewritten. */
    public enum Mode {
        /** Rewrites an application if this leaves fewer of its references missing. */
        AS_NEEDED,
        /** Rewrites every application. */
        LEGACY,
        /** Rewrites no application: for a cluster that adapts no applications. */
        AS_IT_IS
    }

    /**
     * An application, ready to be loaded.
     *
     * @param loader loads its classes
     * @param notes messages for the user, one sentence each: that the application is rewritten, and
     *     what is missing
     * @param others creates further loaders of the same application, each with its own classes
     */
    public record Chosen(
            AppClassLoader loader, List<String> notes, Supplier<AppClassLoader> others) {
        private static Chosen create(Supplier<AppClassLoader> loaders, List<String> notes) {
            return new Chosen(loaders.get(), List.copyOf(notes), loaders);
        }
    }

    private ApplicationLoaders() {}

    /**
     * Chooses a loader for an application.
     *
     * @param jars the application's jars, or folders of its classes; the first one that contains a
     *     class wins
     * @param parent loads Storm, and not the application
     * @throws IllegalStateException if {@link Mode#LEGACY} is chosen and the classes of old Storm
     *     are missing
     */
    public static Chosen choose(List<Path> jars, ClassLoader parent, Mode mode) {
        return choose(jars, List.of(), parent, mode);
    }

    /**
     * Like {@link #choose(List, ClassLoader, Mode)}, with further jars.
     *
     * @param compatibleJars jars behind those of the application, compatible with this process's
     *     Storm
     */
    public static Chosen choose(
            List<Path> jars, List<Path> compatibleJars, ClassLoader parent, Mode mode) {
        List<Path> allJars = new ArrayList<>(jars);
        allJars.addAll(compatibleJars);
        Chosen chosen = chooseLoader(jars, allJars, parent, mode);
        StormClassLoader.addToClassPath(allJars);
        return chosen;
    }

    private static Chosen chooseLoader(
            List<Path> jars, List<Path> allJars, ClassLoader parent, Mode mode) {
        Path folder = legacyFolder();
        if (mode == Mode.LEGACY && folder == null) {
            throw new IllegalStateException(
                    "the classes extracted from old Storm are missing; build the command again");
        }
        Supplier<AppClassLoader> unchanged = () -> new AppClassLoader(allJars, parent);
        LinkCheck check;
        try {
            check = LinkCheck.readApplication(jars, parent);
        } catch (IOException e) { // reported when a class is loaded from the jar
            return Chosen.create(unchanged, List.of());
        }
        Map<Reference, String> missing = check.missing(Renaming.NONE, parent);
        if (missing.isEmpty() && mode != Mode.LEGACY) {
            return Chosen.create(unchanged, List.of());
        }
        List<String> notes = new ArrayList<>();
        String jar = jars.get(0).getFileName().toString();
        if (mode == Mode.AS_IT_IS) {
            addNotes(missing, jar, notes);
            return Chosen.create(unchanged, notes);
        }
        LegacyNames names = createNames(check, missing, parent, folder);
        Map<Reference, String> stillMissing = missingIfRewritten(check, names, parent, folder);
        if (mode == Mode.LEGACY || stillMissing.size() < missing.size()) {
            if (mode == Mode.AS_NEEDED) {
                notes.add(
                        "%s was compiled against Storm %s: it is adapted to %s as it is loaded"
                                .formatted(jar, stormVersionOf(check), VersionInfo.getVersion()));
            }
            addNotes(stillMissing, jar, notes);
            return Chosen.create(
                    () -> new LegacyClassLoader(classPath(allJars, folder), names, parent), notes);
        }
        addNotes(missing, jar, notes);
        return Chosen.create(unchanged, notes);
    }

    private static String stormVersionOf(LinkCheck check) {
        return check.usesOldNames() ? "0.10 or older" : "1.x";
    }

    private static void addNotes(Map<Reference, String> missing, String jar, List<String> notes) {
        int described = 0;
        for (Map.Entry<Reference, String> each : missing.entrySet()) {
            if (described++ == MAX_NOTES) {
                notes.add(
                        "%s needs %d more classes or members that Storm does not have"
                                .formatted(jar, missing.size() - MAX_NOTES));
                return;
            }
            notes.add(jar + ": " + Missing.describe(each.getKey(), each.getValue()));
        }
    }

    private static @Nullable Path legacyFolder() {
        String path = System.getProperty(FOLDER_PROPERTY);
        return path == null || !Files.isDirectory(Path.of(path)) ? null : Path.of(path);
    }

    private static Path stormCore(Path folder) {
        return folder.resolve("storm-core");
    }

    /**
     * Returns the class path of an application of old Storm; the current storm.py takes precedence
     * over the application's, which needs Python 2.
     */
    private static List<Path> classPath(List<Path> jars, @Nullable Path folder) {
        List<Path> allJars = new ArrayList<>();
        if (folder != null) {
            allJars.add(folder.resolve("multilang-python.jar"));
        }
        allJars.addAll(jars);
        if (folder != null) {
            allJars.add(stormCore(folder));
        }
        return allJars;
    }

    private static LegacyNames createNames(
            LinkCheck check,
            Map<Reference, String> missing,
            ClassLoader parent,
            @Nullable Path folder) {
        boolean hasOldPartitionedSpouts =
                folder != null
                        && missing.keySet().stream()
                                .anyMatch(
                                        each ->
                                                each.kind() == Reference.Kind.UNIMPLEMENTED
                                                        && each.owner()
                                                                .endsWith(PARTITIONED_EMITTER));
        Predicate<String> isInStorm =
                parent instanceof StormClassLoader loader
                        ? name -> loader.getResourceOfStorm(name + ".class") != null
                        : name -> parent.getResource(name + ".class") != null;
        return new LegacyNames(
                isInStorm,
                new LegacyNames.Application(
                        check::contains,
                        hasOldPartitionedSpouts,
                        check.instantiates(NIMBUS_CLIENT)),
                name -> folder != null && Files.exists(stormCore(folder).resolve(name + ".class")));
    }

    private static Map<Reference, String> missingIfRewritten(
            LinkCheck check, LegacyNames names, ClassLoader parent, @Nullable Path folder) {
        if (folder == null) {
            return check.missing(names, parent);
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {toUrl(stormCore(folder))}, parent)) {
            return check.missing(names, loader);
        } catch (IOException e) {
            return check.missing(names, parent);
        }
    }

    private static URL toUrl(Path folder) {
        try {
            return folder.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(folder + " has no URL", e);
        }
    }
}
