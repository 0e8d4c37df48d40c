package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a folder, without its subfolders. The progress of each task (its {@link Place}) is a
 * file in another folder, {@code places}. Earlier versions stored the progress for all globs in the
 * parent of that folder, {@code formerPlaces}; such progress counts if the file that it names
 * matches this store's glob.
 */
final class FolderStore implements FileStore {
    private static final int LONGEST_KEY = 100;

    private final Path folder;
    private final PathMatcher matcher;
    private final Path places;
    private final @Nullable Path formerPlaces;

    FolderStore(Path folder, String glob, Path places) {
        this(folder, glob, places, null);
    }

    private FolderStore(Path folder, String glob, Path places, @Nullable Path formerPlaces) {
        this.folder = folder;
        this.matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        this.places = places;
        this.formerPlaces = formerPlaces;
    }

    /** Returns a store whose progress lies in the folder itself, separated by glob. */
    static FolderStore ofGlob(Path folder, String glob) {
        Path all = folder.resolve(".eyewall");
        String readable = glob.replaceAll("[^A-Za-z0-9.-]", "_");
        String key =
                readable.substring(0, Math.min(LONGEST_KEY, readable.length()))
                        + "-"
                        + Integer.toHexString(glob.hashCode());
        return new FolderStore(folder, glob, all.resolve(key), all);
    }

    @Override
    public void open() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(
                    folder.toString(), null, "not a folder; create the folder to read");
        }
    }

    @Override
    public List<String> listAfter(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(Path::getFileName)
                    .filter(file -> matcher.matches(file) && !Writes.isUnfinished(file))
                    .map(Path::toString)
                    .filter(file -> file.compareTo(name) > 0)
                    .sorted()
                    .toList();
        }
    }

    @Override
    public @Nullable Local fetch(String name) {
        Path file = folder.resolve(name);
        return Files.exists(file) ? new Local(file, false) : null;
    }

    @Override
    public List<Place> readPlaces() throws IOException {
        List<Place> read = placesIn(places);
        if (formerPlaces != null) {
            Set<String> known = read.stream().map(Place::task).collect(Collectors.toSet());
            for (Place former : placesIn(formerPlaces)) {
                if (!known.contains(former.task()) && matcher.matches(Path.of(former.file()))) {
                    read.add(former);
                }
            }
        }
        return read;
    }

    private static List<Place> placesIn(Path places) throws IOException {
        List<Place> read = new ArrayList<>();
        if (Files.isDirectory(places)) {
            try (Stream<Path> files = Files.list(places)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!Writes.isUnfinished(file.getFileName())) {
                        read.add(new Place(file.getFileName().toString(), Files.readString(file)));
                    }
                }
            }
        }
        return read;
    }

    @Override
    public void writePlace(Place place) throws IOException {
        Files.createDirectories(places);
        Writes.writeAtomically(
                places.resolve(place.task()), file -> Files.writeString(file, place.file()));
    }

    @Override
    public String uri() {
        return folder + "/";
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }
}
