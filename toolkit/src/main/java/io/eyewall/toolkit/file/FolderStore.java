package io.eyewall.toolkit.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of a folder, not of folders in it; how far tasks are is kept in another. */
final class FolderStore implements FileStore {
    private final Path folder;
    private final PathMatcher matcher;
    private final Path places;

    FolderStore(Path folder, String glob, Path places) {
        this.folder = folder;
        this.matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        this.places = places;
    }

    @Override
    public void open() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString(), null, "no folder to read; create it");
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
        List<Place> read = new ArrayList<>();
        if (Files.isDirectory(places)) {
            try (Stream<Path> files = Files.list(places)) {
                for (Path file : files.toList()) {
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
        Writes.whole(places.resolve(place.task()), file -> Files.writeString(file, place.file()));
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
