# A page has no processes, no threads, no compilers and no solver; nor does it read what compilers make. These files are left out (regular expressions, below
# src/); what others call of them is in stand_ins/, which says that it is not there.
set(HRFCHECK_LEFT_OUT
  util/process/child_process.cpp util/process/program_start.cpp util/process/deep_thread.cpp
  frontend/spirv/.* frontend/ptx/.* frontend/llvm/.* frontend/lowlevel/.* frontend/compilers/.*
  engine/smt/.* check/engine_choice.cpp check/race_engine.cpp check/auto_engine.cpp
  verify/.* certify/.* triage/.* report/triage/.*)
set(HRFCHECK_STAND_IN_hrfcheck_util "${CMAKE_CURRENT_LIST_DIR}/stand_ins/processes.cpp")
set(HRFCHECK_STAND_IN_hrfcheck_frontend "${CMAKE_CURRENT_LIST_DIR}/stand_ins/compilers.cpp")
set(HRFCHECK_STAND_IN_hrfcheck_check "${CMAKE_CURRENT_LIST_DIR}/stand_ins/solver.cpp")
