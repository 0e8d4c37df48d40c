# eyewall_add_task(NAME SOURCE...): libNAME.so, a library of native tasks (it has EYEWALL_TASKS once).
function(eyewall_add_task name)
  add_library(${name} SHARED ${ARGN})
  target_link_libraries(${name} PRIVATE eyewall::task)
  target_compile_features(${name} PRIVATE cxx_std_20)
  # A library with symbols that are unique in the process would never be unloaded.
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
