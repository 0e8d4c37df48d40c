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
 * older Storm. To decide, it compares the application's class files with the Storm of this process.
 * Called by the thread that is about to run the application's main or its topology.
 */
public final class ApplicationLoaders {
    /**
     * The system property that names the folder of classes that the build has extracted from old
     * releases of Storm; may be absent.
     */
    public static final String FOLDER_PROPERTY = "eyewall.legacy";

    private static final int MAX_NOTES = 8;
    private static final String EMITTER = "PartitionedTridentSpout$Emitter";
    private static final String CLIENT = "generated/Nimbus$Client";

    /** When an application is rewritten. */
    public enum Mode {
        /** Rewrites an application if fewer of its references are missing then. */
        AS_NEEDED,
        /** Rewrites every application. */
        LEGACY,
        /** Rewrites no application, for a cluster that adapts none. */
        AS_IT_IS
    }

    /**
     * An application, ready to be loaded.
     *
     * @param loader loads its classes
     * @param notes messages for the user, one sentence each: that the application is rewritten, and
     *     what is missing
     * @param others makes further loaders of the same application, with classes of their own
     */
    public record Chosen(
            AppClassLoader loader, List<String> notes, Supplier<AppClassLoader> others) {
        private static Chosen of(Supplier<AppClassLoader> loaders, List<String> notes) {
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
     * As the method above.
     *
     * @param further jars behind those of the application, which fit the Storm that is here
     */
    public static Chosen choose(
            List<Path> jars, List<Path> further, ClassLoader parent, Mode mode) {
        List<Path> all = new ArrayList<>(jars);
        all.addAll(further);
        Chosen chosen = chosen(jars, all, parent, mode);
        StormClassLoader.addToClassPath(all);
        return chosen;
    }

    private static Chosen chosen(List<Path> jars, List<Path> all, ClassLoader parent, Mode mode) {
        Path folder = folder();
        if (mode == Mode.LEGACY && folder == null) {
            throw new IllegalStateException(
                    "the classes extracted from old Storm are missing; build the command again");
        }
        Supplier<AppClassLoader> asItIs = () -> new AppClassLoader(all, parent);
        LinkCheck check;
        try {
            check = LinkCheck.of(jars, parent);
        } catch (IOException e) { // reported when a class is loaded from the jar
            return Chosen.of(asItIs, List.of());
        }
        Map<Reference, String> missing = check.missing(Renaming.NONE, parent);
        if (missing.isEmpty() && mode != Mode.LEGACY) {
            return Chosen.of(asItIs, List.of());
        }
        List<String> notes = new ArrayList<>();
        String jar = jars.get(0).getFileName().toString();
        if (mode == Mode.AS_IT_IS) {
            describe(missing, jar, notes);
            return Chosen.of(asItIs, notes);
        }
        LegacyNames names = names(check, missing, parent, folder);
        Map<Reference, String> left = missingIfRewritten(check, names, parent, folder);
        if (mode == Mode.LEGACY || left.size() < missing.size()) {
            if (mode == Mode.AS_NEEDED) {
                notes.add(
                        "%s was compiled against Storm %s: it is adapted to %s as it is loaded"
                                .formatted(jar, age(check), VersionInfo.getVersion()));
            }
            describe(left, jar, notes);
            return Chosen.of(
                    () -> new LegacyClassLoader(classPath(all, folder), names, parent), notes);
        }
        describe(missing, jar, notes);
        return Chosen.of(asItIs, notes);
    }

    private static String age(LinkCheck check) {
        return check.usesOldNames() ? "0.10 or older" : "1.x";
    }

    private static void describe(Map<Reference, String> missing, String jar, List<String> notes) {
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

    private static @Nullable Path folder() {
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
        List<Path> all = new ArrayList<>();
        if (folder != null) {
            all.add(folder.resolve("multilang-python.jar"));
        }
        all.addAll(jars);
        if (folder != null) {
            all.add(stormCore(folder));
        }
        return all;
    }

    private static LegacyNames names(
            LinkCheck check,
            Map<Reference, String> missing,
            ClassLoader parent,
            @Nullable Path folder) {
        boolean partitioned =
                folder != null
                        && missing.keySet().stream()
                                .anyMatch(
                                        each ->
                                                each.kind() == Reference.Kind.UNIMPLEMENTED
                                                        && each.owner().endsWith(EMITTER));
        Predicate<String> storm =
                parent instanceof StormClassLoader loader
                        ? name -> loader.getResourceOfStorm(name + ".class") != null
                        : name -> parent.getResource(name + ".class") != null;
        return new LegacyNames(
                storm,
                new LegacyNames.Application(check::has, partitioned, check.instantiates(CLIENT)),
                name -> folder != null && Files.exists(stormCore(folder).resolve(name + ".class")));
    }

    private static Map<Reference, String> missingIfRewritten(
            LinkCheck check, LegacyNames names, ClassLoader parent, @Nullable Path folder) {
        if (folder == null) {
            return check.missing(names, parent);
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {url(stormCore(folder))}, parent)) {
            return check.missing(names, loader);
        } catch (IOException e) {
            return check.missing(names, parent);
        }
    }

    private static URL url(Path folder) {
        try {
            return folder.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(folder + " has no URL", e);
        }
    }
}
