package io.eyewall.examples.email;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the emails of a folder tree, in the order of paths, to a file for {@link EmailFileReader}.
 * It reads files with one message each, as in Enron's maildir, and mbox files, in which each
 * message begins with a line {@code From ...} after an empty line (mboxrd: {@code >From} in a body
 * means {@code From}; not all programs quote it inside a paragraph). Hidden files are skipped.
 * Bytes are read as ISO 8859-1, so that none is lost.
 */
public final class MailboxImport {
    private static final String MBOX_BEGIN = "From ";

    private final EmailFileWriter out;
    private final Consumer<String> refused;
    private final EmailCodec codec = new EmailCodec();
    private long emails;

    /**
     * @param out the output, which stays open
     * @param refused receives place and reason of files and messages that are skipped because they
     *     are not emails or cannot be read
     */
    public MailboxImport(EmailFileWriter out, Consumer<String> refused) {
        this.out = out;
        this.refused = refused;
    }

    /**
     * Imports a file, or all files below a folder.
     *
     * @throws IOException if the output cannot be written
     */
    public void add(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile() && !isHidden(root, file)) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        refused.accept("cannot read " + file + ": " + e);
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(files);
        for (Path file : files) {
            addFile(file);
        }
    }

    private static boolean isHidden(Path root, Path file) {
        for (Path name : root.relativize(file)) {
            if (name.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private void addFile(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            refused.accept("cannot read " + file + ": permission denied");
            return;
        }
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            List<String> lines = new ArrayList<>();
            String line = in.readLine();
            boolean isMbox = line != null && line.startsWith(MBOX_BEGIN);
            int message = 0;
            boolean followsEmptyLine = false;
            line = isMbox ? in.readLine() : line;
            while (line != null) {
                if (isMbox && followsEmptyLine && line.startsWith(MBOX_BEGIN)) {
                    addMessage(lines, file + "#" + message++);
                    lines.clear();
                } else {
                    lines.add(isMbox ? unquoted(line) : line);
                }
                followsEmptyLine = line.isEmpty();
                line = in.readLine();
            }
            addMessage(lines, isMbox ? file + "#" + message : file.toString());
        }
    }

    private static String unquoted(String line) {
        int marks = 0;
        while (marks < line.length() && line.charAt(marks) == '>') {
            marks++;
        }
        return marks > 0 && line.startsWith(MBOX_BEGIN, marks) ? line.substring(1) : line;
    }

    private void addMessage(List<String> lines, String place) throws IOException {
        Email email = parse(String.join("\n", lines), place);
        if (email != null) {
            out.write(codec.encode(email));
            emails++;
        }
    }

    private @Nullable Email parse(String message, String place) {
        try {
            return EmailParser.parse(message, place);
        } catch (IllegalArgumentException e) {
            refused.accept(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Returns the number of emails imported so far. */
    public long emails() {
        return emails;
    }
}
