// The codes that start frames: Storm's ControlMessage, SaslMessageToken, BackPressureStatus.
#pragma once

#include <cstdint>

namespace eyewall::wire {

constexpr std::int16_t code_load_metrics = -1;
constexpr std::int16_t code_close = -100;
constexpr std::int16_t code_ok = -200;
constexpr std::int16_t code_end_of_batch = -201;
constexpr std::int16_t code_sasl_request = -202;
constexpr std::int16_t code_sasl_complete = -203;
constexpr std::int16_t code_failure = -400;
constexpr std::int16_t code_sasl_token = -500;
constexpr std::int16_t code_back_pressure = -600;

} // namespace eyewall::wire
