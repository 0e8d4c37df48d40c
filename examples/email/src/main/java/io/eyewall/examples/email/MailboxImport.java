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
 * Writes the emails of a tree of folders into a file for {@link EmailFileReader}, in the order of
 * paths: files with one message each, as Enron's maildir has them, and mbox files, whose messages
 * begin with a line {@code From ...} behind an empty one (mboxrd: {@code >From} in a body is {@code
 * From}; within a paragraph not all programs quote it). Hidden files are left out. Bytes are taken
 * as ISO 8859-1, so that none is lost.
 */
public final class MailboxImport {
    private static final String MBOX_BEGIN = "From ";

    private final EmailFileWriter out;
    private final Consumer<String> refused;
    private final EmailCodec codec = new EmailCodec();
    private long emails;

    /**
     * @param out which stays open
     * @param refused is told, with place and reason, of what is no email or can't be read; it is
     *     left out
     */
    public MailboxImport(EmailFileWriter out, Consumer<String> refused) {
        this.out = out;
        this.refused = refused;
    }

    /**
     * Imports a file, or all below a folder.
     *
     * @throws IOException if something can't be written
     */
    public void add(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes its) {
                        if (its.isRegularFile() && !isHidden(root, file)) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        refused.accept(file + " can't be read: " + e);
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
            refused.accept(file + " can't be read: permission denied");
            return;
        }
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            List<String> lines = new ArrayList<>();
            String line = in.readLine();
            boolean isMbox = line != null && line.startsWith(MBOX_BEGIN);
            int message = 0;
            boolean isBehindEmpty = false;
            line = isMbox ? in.readLine() : line;
            while (line != null) {
                if (isMbox && isBehindEmpty && line.startsWith(MBOX_BEGIN)) {
                    addMessage(lines, file + "#" + message++);
                    lines.clear();
                } else {
                    lines.add(isMbox ? unquoted(line) : line);
                }
                isBehindEmpty = line.isEmpty();
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

    /** How many were imported so far. */
    public long emails() {
        return emails;
    }
}
