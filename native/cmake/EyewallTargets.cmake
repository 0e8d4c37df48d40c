# What all targets of this tree have in common, and how one folder becomes one installable package.
include(CMakePackageConfigHelpers)
find_package(Threads REQUIRED)

set(EYEWALL_GOLDEN "${PROJECT_SOURCE_DIR}/golden")

# eyewall_options(TARGET): warnings are errors, and the sanitizers that were asked for.
function(eyewall_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # At -O3 it takes the lengths of std::string's own copies for negative ones (GCC's bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(EYEWALL_SANITIZERS)
    target_compile_options(${target} PRIVATE -fsanitize=${EYEWALL_SANITIZERS}
      -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${EYEWALL_SANITIZERS})
  endif()
  if(EYEWALL_FUZZERS)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(EYEWALL_TIDY)
    find_program(EYEWALL_CLANG_TIDY clang-tidy REQUIRED)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY
      "${EYEWALL_CLANG_TIDY};--warnings-as-errors=*;--quiet")
  endif()
endfunction()

# eyewall_library(NAME DEPENDS ... SOURCES ...): the library eyewall::NAME of this folder, static,
# with its headers in include/, installed as the package eyewall-NAME.
function(eyewall_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;SOURCES")
  set(target eyewall-${name})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(eyewall::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  eyewall_options(${target})
  set(lines "include(CMakeFindDependencyMacro)\n")
  foreach(dependency IN LISTS arg_DEPENDS)
    if(dependency MATCHES "^eyewall::(.*)$")
      string(APPEND lines "find_dependency(eyewall-${CMAKE_MATCH_1})\n")
    elseif(dependency STREQUAL "Threads::Threads")
      string(APPEND lines "find_dependency(Threads)\n")
    endif()
    target_link_libraries(${target} PUBLIC ${dependency})
  endforeach()
  string(APPEND lines "include(\${CMAKE_CURRENT_LIST_DIR}/${target}-targets.cmake)\n")

  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${target}-config.cmake" CONTENT "${lines}" @ONLY)
  write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/${target}-config-version.cmake"
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(TARGETS ${target} EXPORT ${target}-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/${target})
  install(EXPORT ${target}-targets NAMESPACE eyewall:: DESTINATION ${package})
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${target}-config.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/${target}-config-version.cmake" DESTINATION ${package})
endfunction()

# eyewall_test(NAME DEPENDS ... SOURCES ...): a doctest program, run by ctest.
function(eyewall_test name)
  if(NOT EYEWALL_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;SOURCES")
  find_package(doctest REQUIRED)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS} doctest::doctest)
  target_compile_definitions(${name} PRIVATE EYEWALL_GOLDEN="${EYEWALL_GOLDEN}")
  eyewall_options(${name})
  set_target_properties(${name} PROPERTIES CXX_CLANG_TIDY "") # doctest's macros; and minutes
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()

# eyewall_fuzzer(NAME SOURCE DEPENDS ... CORPUS folder): one LLVMFuzzerTestOneInput. With Clang and
# EYEWALL_FUZZERS a fuzzer; always a test that replays the corpus and a fixed run of changed inputs.
function(eyewall_fuzzer name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "CORPUS" "DEPENDS")
  if(EYEWALL_FUZZERS)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE ${arg_DEPENDS})
    eyewall_options(${name})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  elseif(EYEWALL_TESTS)
    add_executable(${name} ${source} "${PROJECT_SOURCE_DIR}/cmake/fuzz_replay.cpp")
    target_link_libraries(${name} PRIVATE ${arg_DEPENDS})
    eyewall_options(${name})
    add_test(NAME ${name} COMMAND ${name} "${arg_CORPUS}")
    set_tests_properties(${name} PROPERTIES TIMEOUT 120)
  endif()
endfunction()

# eyewall_benchmark(NAME DEPENDS ... SOURCES ...): a program of Google Benchmark.
function(eyewall_benchmark name)
  if(NOT EYEWALL_BENCHMARKS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;SOURCES")
  find_package(benchmark REQUIRED)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS} benchmark::benchmark_main)
  eyewall_options(${name})
endfunction()
