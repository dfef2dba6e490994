# The fuzzer of the checkpoint reader; fuzz/CMakeLists.txt includes this file after it has defined add_fuzzer.
# Limits for its run: -rss_limit_mb=512 -malloc_limit_mb=64 -timeout=5 -max_len=65536 (checkpoint_fuzz.cpp says why).
file(GLOB checkpoint_seeds CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/corpus/checkpoint/*.h5)
add_fuzzer(checkpoint_fuzz SOURCES checkpoint_fuzz.cpp SEEDS ${checkpoint_seeds})
