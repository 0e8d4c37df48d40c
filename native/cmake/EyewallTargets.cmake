# What all targets of this tree have in common, and how one folder becomes one installable package.
include(CMakePackageConfigHelpers)
find_package(Threads REQUIRED)

set(CMAKE_UNITY_BUILD_BATCH_SIZE 0) # where files are compiled as one, all of a target are
set(EYEWALL_GOLDEN "${PROJECT_SOURCE_DIR}/golden")

# eyewall_options(TARGET): warnings are errors, and the sanitizers that were asked for.
function(eyewall_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
  # Libraries of tasks have this code in them, and are to be unloaded (EyewallTask.cmake).
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # At -O3 it takes the lengths of std::string's own copies for negative ones (GCC's bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    target_compile_options(${target} PRIVATE -Wreserved-identifier)
  endif()
  if(EYEWALL_SANITIZERS)
    target_compile_options(${target} PRIVATE -fsanitize=${EYEWALL_SANITIZERS}
      -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${EYEWALL_SANITIZERS})
  endif()
  if(EYEWALL_FUZZERS)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
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

# eyewall_test(NAME DEPENDS ... SOURCES ...): a doctest program, run by ctest. Its files are compiled as one, and main()
# once for all: headers, doctest's above all, are most of what there is to compile.
function(eyewall_test name)
  if(NOT EYEWALL_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;SOURCES")
  find_package(doctest REQUIRED)
  if(NOT TARGET eyewall-test-main)
    add_library(eyewall-test-main STATIC "${PROJECT_SOURCE_DIR}/cmake/test_main.cpp")
    target_link_libraries(eyewall-test-main PUBLIC doctest::doctest)
    eyewall_options(eyewall-test-main)
    target_compile_options(eyewall-test-main PRIVATE -O0)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS} eyewall-test-main)
  target_compile_definitions(${name} PRIVATE EYEWALL_GOLDEN="${EYEWALL_GOLDEN}")
  eyewall_options(${name})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
endfunction()

# eyewall_fuzzer(NAME SOURCE DEPENDS ... CORPUS folder): one LLVMFuzzerTestOneInput. With Clang and
# EYEWALL_FUZZERS a fuzzer; with AddressSanitizer a test that replays the corpus and a fixed run of changed inputs.
function(eyewall_fuzzer name source)
  if(NOT EYEWALL_FUZZERS AND NOT (EYEWALL_TESTS AND EYEWALL_SANITIZERS MATCHES "address"))
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "CORPUS" "DEPENDS")
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/cmake")
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS})
  eyewall_options(${name})
  if(EYEWALL_FUZZERS)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    return()
  endif()
  if(NOT TARGET eyewall-fuzz-replay)
    add_library(eyewall-fuzz-replay STATIC "${PROJECT_SOURCE_DIR}/cmake/fuzz_replay.cpp")
    eyewall_options(eyewall-fuzz-replay)
  endif()
  target_link_libraries(${name} PRIVATE eyewall-fuzz-replay)
  add_test(NAME ${name} COMMAND ${name} "${arg_CORPUS}")
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
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
