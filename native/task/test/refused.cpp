// What must not compile, with a message that says what to do instead; each REFUSED is a test.
#include <eyewall/task/library.hpp>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <unistd.h>

using namespace eyewall::task;

struct Wrong : Bolt {
  void execute(const Tuple &tuple, Tools &tools) override {
#if REFUSED == 1
    tools.emit(To{}, tuple, std::string("text").size());
#elif REFUSED == 2
    tools.emit(To{}, tuple, std::vector<std::string>{"a"});
#elif REFUSED == 3
    tools.emit(To{}, tuple, std::optional<char>('a'));
#elif REFUSED == 4
    tools.emit_anchored(To{}, {}, &tools);
#elif REFUSED == 5
    static_cast<void>(tuple.get<std::vector<std::string>>(0));
#elif REFUSED == 6
    static_cast<void>(tuple.get<std::optional<unsigned>>("count"));
#elif REFUSED == 7
    tools.emit(To{}, tuple, std::int64_t{NULL});
#else
    static_assert(std::is_same_v<decltype(NULL), std::nullptr_t>); // though <cstdio> came later
    tools.emit(To{}, tuple, NULL, "text");
    tools.ack(tuple); // that the file compiles otherwise
#endif
  }
};

EYEWALL_TASKS(bolt<Wrong>("Wrong"))
