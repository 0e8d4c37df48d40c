// Makes NULL a null that can be told from a number. Compilers' own is an integer in templates, so
// that emit(To{}, NULL) would emit 0; as nullptr it is Java's null, and no number takes it.
#pragma once

// Whatever defines NULL when it is included, so that none does afterwards.
#include <clocale>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#if __has_include(<libintl.h>)
#include <libintl.h>
#endif
#if __has_include(<sched.h>)
#include <sched.h>
#endif
#if __has_include(<sys/param.h>)
#include <sys/param.h>
#endif
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

#undef NULL
#define NULL nullptr // NOLINT(cppcoreguidelines-macro-usage): it is one everywhere
