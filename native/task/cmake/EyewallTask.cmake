# eyewall_add_task(NAME SOURCE...): libNAME.so, a library of native tasks (it has EYEWALL_TASKS once).
function(eyewall_add_task name)
  add_library(${name} SHARED ${ARGN})
  target_link_libraries(${name} PRIVATE eyewall::task)
  target_compile_features(${name} PRIVATE cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
