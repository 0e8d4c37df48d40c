package io.eyewall.examples.email;

import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The stage "Filter" of the study: keeps emails from members of one organisation, keeps only
 * recipients who are members, and reduces the body to plain ASCII.
 *
 * <p>From the body it removes carriage returns and all other characters that are neither printable
 * ASCII nor line ends; the additions of MIME's quoted-printable encoding ({@code =} before a line
 * end, and {@code =} with two hexadecimal digits); and leading and trailing line ends. Tabs become
 * spaces.
 *
 * @param domain the domain of members' addresses, in lower case, including {@code @}
 */
public record EmailFilter(String domain) implements Serializable {
    /** The filter of the study. */
    public static final EmailFilter ENRON = new EmailFilter("@enron.com");

    /**
     * Creates a filter.
     *
     * @throws IllegalArgumentException unless the domain begins with {@code @}
     */
    public EmailFilter {
        if (!domain.startsWith("@") || domain.length() == 1) {
            throw new IllegalArgumentException(
                    "domain of members: expected '@' and a name, as in '@enron.com', but got '"
                            + domain
                            + "'");
        }
        domain = domain.toLowerCase(Locale.ROOT);
    }

    /** Returns the filtered email, or null if its sender is not a member. */
    public @Nullable Email apply(Email email) {
        if (!isMember(email.from(), 0, email.from().length())) {
            return null;
        }
        String cc = email.cc();
        String bcc = email.bcc();
        String body = email.body();
        return email.withText(
                members(email.to()),
                cc == null ? null : members(cc),
                bcc == null ? null : members(bcc),
                body == null ? null : plain(body));
    }

    private boolean isMember(String text, int begin, int end) {
        int length = domain.length();
        return end - begin > length && text.regionMatches(true, end - length, domain, 0, length);
    }

    /** Returns the members of a list of addresses. */
    private String members(String addresses) {
        StringBuilder kept = new StringBuilder(addresses.length());
        int begin = 0;
        while (begin <= addresses.length()) {
            int comma = addresses.indexOf(',', begin);
            int next = comma < 0 ? addresses.length() : comma;
            int first = begin;
            int last = next;
            while (first < last && addresses.charAt(first) <= ' ') {
                first++;
            }
            while (last > first && addresses.charAt(last - 1) <= ' ') {
                last--;
            }
            if (isMember(addresses, first, last)) {
                if (!kept.isEmpty()) {
                    kept.append(", ");
                }
                kept.append(addresses, first, last);
            }
            begin = next + 1;
        }
        return kept.toString();
    }

    /** Returns the text in plain ASCII. */
    static String plain(String text) {
        int length = text.length();
        StringBuilder plain = new StringBuilder(length);
        int i = 0;
        while (i < length) {
            char c = text.charAt(i);
            if (c == '=') {
                int quoted = quotedPrintable(text, i);
                if (quoted > 0) {
                    i += quoted;
                    continue;
                }
            }
            if (c == '\t') {
                plain.append(' ');
            } else if ((c >= ' ' && c < 0x7f) || (c == '\n' && !plain.isEmpty())) {
                plain.append(c);
            }
            i++;
        }
        int end = plain.length();
        while (end > 0 && plain.charAt(end - 1) == '\n') {
            end--;
        }
        return plain.substring(0, end);
    }

    /** Returns the length of the quoted-printable sequence at an index; 0 for a plain {@code =}. */
    private static int quotedPrintable(String text, int at) {
        if (text.startsWith("\r\n", at + 1)) {
            return 3;
        }
        if (text.startsWith("\n", at + 1)) {
            return 2;
        }
        boolean code =
                at + 2 < text.length()
                        && isHexDigit(text.charAt(at + 1))
                        && isHexDigit(text.charAt(at + 2));
        return code ? 3 : 0;
    }

    private static boolean isHexDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
    }
}
