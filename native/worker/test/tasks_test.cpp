// Tasks of a worker, one at a time: what they send to others and to ackers.
#include <algorithm>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "acker.hpp"
#include "bolt_task.hpp"
#include "fake_sender.hpp"
#include "spout_task.hpp"

using namespace eyewall::worker;
using eyewall::kryo::Anchor;
using eyewall::kryo::Reader;
using eyewall::kryo::Status;
using eyewall::kryo::TupleHeader;
using eyewall::kryo::Writer;

namespace {

constexpr Now start{1'000'000};

Now after_ms(std::int64_t ms) { return {start.us + 1000 * ms}; }

template <class... T>
std::vector<std::uint8_t> message(std::uint32_t task, std::uint32_t stream,
                                  const std::vector<Anchor> &anchors, const T &...values) {
  std::vector<std::uint8_t> bytes(256);
  Writer writer(bytes);
  REQUIRE(eyewall::kryo::write_tuple_header(writer, task, stream, anchors) == Status::ok);
  REQUIRE(eyewall::kryo::write_values(writer, values...) == Status::ok);
  bytes.resize(writer.size());
  return bytes;
}

template <class... T> TupleHeader read(const std::vector<std::uint8_t> &bytes, T &...values) {
  Reader reader(bytes);
  TupleHeader header;
  REQUIRE(eyewall::kryo::read_tuple_header(reader, header) == Status::ok);
  REQUIRE(eyewall::kryo::read_values(reader, values...) == Status::ok);
  return header;
}

OwnTask own(std::int32_t task, Role role, std::string name, std::uint64_t pending = 0) {
  return {task, role, 0, pending, WORDCOUNT, std::move(name), {"default"}, {}};
}

void nothing() {}

} // namespace

TEST_CASE("an acker answers when the XOR of a tree is 0, in whatever order it hears of it") {
  const Plan plan = example_plan();
  FakeSender post;
  Acker acker(plan, own(1, Role::acker, ""), post);
  acker.queue.add(message(2, 1, {}, std::int64_t{77}, std::int64_t{5}), {}); // ack before init
  acker.queue.add(message(4, 1, {}, std::int64_t{77}, std::int64_t{5}, std::int32_t{4}), {});
  CHECK(acker.step(start));
  REQUIRE(post.sent[4].size() == 1);
  std::int64_t root = 0;
  std::int64_t took = 0;
  CHECK(read(post.sent[4][0], root, took).stream_id == 1);
  CHECK(root == 77);
  CHECK(acker.trees() == 0);

  acker.queue.add(message(4, 1, {}, std::int64_t{78}, std::int64_t{5}, std::int32_t{4}), {});
  acker.queue.add(message(2, 2, {}, std::int64_t{78}), {}); // fail
  CHECK(acker.step(start));
  REQUIRE(post.sent[4].size() == 2);
  CHECK(read(post.sent[4][1], root, took).stream_id == 2);
  CHECK(acker.trees() == 0);
}

TEST_CASE("an acker forgets trees that nobody completes") {
  const Plan plan = example_plan();
  FakeSender post;
  Acker acker(plan, own(1, Role::acker, ""), post);
  acker.on_time(start);
  acker.queue.add(message(4, 1, {}, std::int64_t{1}, std::int64_t{5}, std::int32_t{4}), {});
  CHECK(acker.step(start));
  CHECK(acker.trees() == 1);
  for (int i = 1; i <= 3; ++i) {
    acker.on_time(after_ms(1000 * i));
  }
  CHECK(acker.trees() == 0);
}

TEST_CASE("a bolt's emits and acks make a tree that an acker finds complete") {
  Plan plan = example_plan();
  plan.streams["echo"][3].fields = {"value", "number"};
  FakeSender post;
  Libraries libraries;
  BoltTask bolt(plan, own(2, Role::bolt, "Echo"), libraries, post, nothing);
  bolt.open(true);
  bolt.queue.add(message(4, 2, {{77, 1234}}, std::string_view("hello"), std::int64_t{3}), {});
  CHECK(bolt.step(start));
  REQUIRE(post.sent[5].size() == 1);
  std::string word;
  std::int64_t number = 0;
  const TupleHeader header = read(post.sent[5][0], word, number);
  CHECK(word == "hello");
  CHECK(number == 3);
  CHECK(header.source_task == 2);
  CHECK(header.stream_id == 3);
  REQUIRE(header.anchors.size() == 1);
  CHECK(header.anchors[0].root_id == 77);
  REQUIRE(post.sent[1].size() == 1);
  std::int64_t root = 0;
  std::int64_t xored = 0;
  CHECK(read(post.sent[1][0], root, xored).stream_id == 1);
  CHECK(root == 77);
  CHECK(xored == (1234 ^ header.anchors[0].tuple_id));
}

TEST_CASE(
    "a tuple without anchors tells no acker anything, and Storm's own streams are no tuples") {
  const Plan plan = example_plan();
  FakeSender post;
  Libraries libraries;
  BoltTask bolt(plan, own(2, Role::bolt, "Echo"), libraries, post, nothing);
  bolt.open(true);
  bolt.queue.add(message(4, 2, {}, std::string_view("hello")), {});
  bolt.queue.add(message(4, 1, {}, std::int64_t{1}, std::int64_t{1}, std::int32_t{1}), {});
  bolt.queue.add(message(99, 1, {}, std::int64_t{1}), {}); // of nobody
  CHECK(bolt.step(start));
  CHECK(post.sent[5].size() == 1);
  CHECK(post.sent[1].empty());
}

TEST_CASE("what a bolt throws names component and task; what is no tuple ends the worker") {
  const Plan plan = example_plan();
  FakeSender post;
  Libraries libraries;
  BoltTask bolt(plan, own(2, Role::bolt, "Faulty"), libraries, post, nothing);
  bolt.open(true);
  bolt.queue.add(message(4, 2, {}, std::string_view("boom")), {});
  CHECK_THROWS_WITH(bolt.step(start), "component 'echo' task 2: no word for this task: boom");
  const std::uint8_t junk[] = {0xff, 0xff};
  bolt.queue.add(junk, {});
  CHECK_THROWS(bolt.step(start));
  CHECK_THROWS(BoltTask(plan, own(2, Role::bolt, "Nothing"), libraries, post, nothing));
}

TEST_CASE("a bolt that anchors to what it has acked is told so, as in the JVM") {
  for (const char *receivers : {"5", ""}) { // even if nobody gets it
    Plan plan = example_plan();
    if (*receivers == '\0') {
      plan.targets.erase({"echo", "default"});
    }
    FakeSender post;
    Libraries libraries;
    BoltTask bolt(plan, own(2, Role::bolt, "Faulty"), libraries, post, nothing);
    bolt.open(true);
    bolt.queue.add(message(4, 2, {{77, 1234}}, std::string_view("early")), {});
    CHECK(bolt.step(start));
    bolt.queue.add(message(4, 2, {{78, 5678}}, std::string_view("late")), {});
    CHECK_THROWS_WITH(
        bolt.step(start),
        "component 'echo' task 2: anchored a tuple to one that it had already acked or "
        "failed; ack a tuple only after emitting everything that is anchored to it");
    CHECK(post.sent[5].empty());
  }
}

TEST_CASE("a spout's messages are acked, failed, or time out and come again") {
  const Plan plan = example_plan();
  FakeSender post;
  Libraries libraries;
  OwnTask task = own(4, Role::spout, "Lines", 10);
  task.settings = {{"example.lines", "25"}};
  SpoutTask spout(plan, task, libraries, post, nothing);
  spout.open(false);
  spout.on_time(start);
  CHECK_FALSE(spout.step(start));
  spout.set_active(true);
  CHECK(spout.step(after_ms(1)));
  CHECK(spout.pending() == 10);    // the limit, exactly
  CHECK(post.sent[2].size() == 5); // in turn
  CHECK(post.sent[3].size() == 5);
  REQUIRE(post.sent[1].size() == 10);

  std::vector<std::int64_t> roots;
  for (const auto &init : post.sent[1]) {
    std::int64_t root = 0;
    std::int64_t xored = 0;
    std::int32_t from = 0;
    CHECK(read(init, root, xored, from).stream_id == 1);
    CHECK(from == 4);
    roots.push_back(root);
  }
  for (std::size_t i = 0; i < 4; ++i) { // three acks and a fail
    spout.queue.add(message(1, i == 3 ? 2U : 1U, {}, roots[i], std::int64_t{1}), {});
  }
  CHECK(spout.step(after_ms(3)));
  CHECK(spout.pending() == 10); // 6 old ones and 4 new ones
  CHECK(post.sent[1].size() == 14);
  // Twice the timeout: nothing of these is left, and all come again.
  spout.set_active(false);
  spout.on_time(after_ms(1001));
  spout.on_time(after_ms(2002));
  CHECK(spout.pending() == 0);
  std::string lines;
  spout.report(lines, true);
  CHECK(lines.find("handled\t4\t\tdefault\t0\t0\t3\t") != std::string::npos);
  CHECK(lines.ends_with("\t11\n"));
  spout.queue.add(message(1, 1, {}, roots[9], std::int64_t{1}), {}); // too late
  CHECK(spout.step(after_ms(2003)));
  CHECK(spout.pending() == 0);
}

TEST_CASE("tuples that Storm refuses to emit are refused by name") {
  FakeSender post;
  Libraries libraries;
  const auto refusal = [&](const Plan &plan, const auto &...values) -> std::string {
    BoltTask bolt(plan, own(2, Role::bolt, "Echo"), libraries, post, nothing);
    bolt.open(true);
    bolt.queue.add(message(4, 2, {}, values...), {});
    try {
      bolt.step(start);
    } catch (const std::runtime_error &e) {
      return e.what();
    }
    return "";
  };
  Plan plan = example_plan();
  CHECK(refusal(plan, std::string_view("one"), std::int64_t{2}) ==
        "component 'echo' task 2 emitted 2 values into stream 'default', which has 1 fields: "
        "value; declare what is emitted with output(...) or outputStream(...)");
  plan.targets[{"echo", "default"}] = {{Grouping::direct, {5}, {}}};
  CHECK(refusal(plan, std::string_view("one")) ==
        "component 'echo' task 2, stream 'default': emitted without a task, and task 5 takes the "
        "stream by a direct grouping; emit with To{stream, task}");
  CHECK(post.sent.empty());
}

TEST_CASE("a direct emit to a task that takes the stream by another grouping is refused") {
  const TargetPlan plan{Grouping::shuffle, {5}, {}};
  const FakeSender post;
  Target target(plan, 0);
  std::vector<std::int32_t> tasks;
  target.choose(ValuesRow(), 6, post, tasks);
  CHECK(tasks.empty());
  CHECK_THROWS_WITH(target.choose(ValuesRow(), 5, post, tasks),
                    "emitted to task 5, which takes the stream by another grouping than a direct "
                    "one; emit without a task, or subscribe with directGrouping(...)");
}

TEST_CASE("limits hold for what a spout's own threads emit, too") {
  const Plan plan = example_plan();
  FakeSender post;
  Libraries libraries;
  SpoutTask spout(plan, own(4, Role::spout, "LinesAside", 10), libraries, post, nothing);
  const auto sent = [&] { return post.sent[2].size() + post.sent[3].size(); };
  const auto many_steps = [&](std::size_t until) {
    for (int i = 0; i < 1000 || sent() < until; ++i) {
      spout.step(start);
      std::this_thread::yield();
    }
  };
  spout.open(false);
  many_steps(0);
  CHECK(sent() == 0);
  post.full = {3};
  spout.set_active(true);
  many_steps(0);
  CHECK(sent() == 0);
  post.full.clear();
  many_steps(10);
  CHECK(spout.pending() == 10);
  std::int64_t root = 0;
  std::int64_t xored = 0;
  std::int32_t from = 0;
  read(post.sent[1].at(0), root, xored, from);
  spout.queue.add(message(1, 1, {}, root, std::int64_t{1}), {});
  many_steps(11);
  CHECK(sent() == 11);
  CHECK(spout.pending() == 10);
}

TEST_CASE("tasks that are full or loaded are passed over, as long as others are not") {
  const TargetPlan plan{Grouping::shuffle, {2, 3}, {}};
  FakeSender post;
  Target target(plan, 0);
  const ValuesRow row;
  const auto choose = [&] {
    std::vector<std::int32_t> tasks;
    target.choose(row, -1, post, tasks);
    REQUIRE(tasks.size() == 1);
    return tasks[0];
  };
  CHECK(choose() != choose());
  post.full = {2};
  CHECK(choose() == 3);
  CHECK(choose() == 3);
  post.full = {2, 3};
  static_cast<void>(choose()); // one of them
  post.full = {};
  post.loads = {{3, 0.9}};
  CHECK(choose() == 2);
  CHECK(choose() == 2);
}

TEST_CASE("a queue keeps messages whole and in order") {
  MessageQueue queue;
  for (int round = 0; round < 3; ++round) {
    for (std::uint8_t i = 0; i < 100; ++i) {
      const std::vector<std::uint8_t> head(i, i);
      const std::vector<std::uint8_t> values(5000, i);
      queue.add(head, values);
    }
    for (std::uint8_t i = 0; i < 100; ++i) {
      REQUIRE_FALSE(queue.empty());
      CHECK(queue.first().size() == std::size_t{5000} + i);
      CHECK(queue.first().back() == i);
      queue.drop();
    }
    CHECK(queue.empty());
    CHECK(queue.size_bytes() == 0);
  }
}
