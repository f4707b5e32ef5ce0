# `commit`: what is built, as of when CMake ran; "unknown" outside a git checkout.
execute_process(COMMAND git -C "${PROJECT_SOURCE_DIR}" describe --always --dirty OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
