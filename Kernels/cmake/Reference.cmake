# Plain sequential references, one beside each fast implementation: what the tests hold it against.

add_library(trabecula_reference STATIC EXCLUDE_FROM_ALL
  Design/FilterReference.cxx
  Design/FilterReference.h
  Design/OptimalityCriteriaReference.cxx
  Design/OptimalityCriteriaReference.h
  Element/Hex8Reference.cxx
  Element/Hex8Reference.h
  Operator/Hex8OperatorReference.cxx
  Operator/Hex8OperatorReference.h
  Problem/TopologyOptimizerReference.cxx
  Problem/TopologyOptimizerReference.h
  Solver/DirectSolverReference.cxx
  Solver/DirectSolverReference.h)
add_library(Trabecula::Reference ALIAS trabecula_reference)
target_compile_features(trabecula_reference PUBLIC cxx_std_17)
target_include_directories(trabecula_reference PUBLIC ${CMAKE_CURRENT_LIST_DIR}/..)
target_link_libraries(trabecula_reference PRIVATE Eigen3::Eigen)
