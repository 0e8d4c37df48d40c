// Includes the whole library. See docs/reference/native-kryo.md.
#pragma once

#include <eyewall/kryo/adapter.hpp>
#include <eyewall/kryo/class_id.hpp>
#include <eyewall/kryo/collection.hpp>
#include <eyewall/kryo/limits.hpp>
#include <eyewall/kryo/object.hpp>
#include <eyewall/kryo/reader.hpp>
#include <eyewall/kryo/record.hpp>
#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/text.hpp>
#include <eyewall/kryo/tuple.hpp>
#include <eyewall/kryo/value.hpp>
#include <eyewall/kryo/values.hpp>
#include <eyewall/kryo/writer.hpp>
