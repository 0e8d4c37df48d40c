package io.eyewall.cli.doctor;

/**
 * The result of one check.
 *
 * @param subject what it is about
 * @param verdict how that is
 * @param says what was found, and what to do unless it is good
 */
record DoctorFinding(String subject, Verdict verdict, String says) {
    /** How something is. */
    enum Verdict {
        /** As it should be. */
        OK,
        /** Something that not everybody needs is missing, or could be better. */
        NOTE,
        /** Eyewall does not work so. */
        BAD
    }

    static DoctorFinding ok(String subject, String says) {
        return new DoctorFinding(subject, Verdict.OK, says);
    }

    static DoctorFinding note(String subject, String says) {
        return new DoctorFinding(subject, Verdict.NOTE, says);
    }

    static DoctorFinding bad(String subject, String says) {
        return new DoctorFinding(subject, Verdict.BAD, says);
    }
}
