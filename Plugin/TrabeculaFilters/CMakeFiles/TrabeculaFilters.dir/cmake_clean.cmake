file(REMOVE_RECURSE
  "/tmp/build-filters/lib/plugins/Trabecula/libTrabeculaFilters.a"
  "/tmp/build-filters/lib/plugins/Trabecula/libTrabeculaFilters.pdb"
  "CMakeFiles/TrabeculaFilters.dir/vtkTopologyBenchmark.cxx.o"
  "CMakeFiles/TrabeculaFilters.dir/vtkTopologyBenchmark.cxx.o.d"
  "CMakeFiles/TrabeculaFilters.dir/vtkTopologyOptimize.cxx.o"
  "CMakeFiles/TrabeculaFilters.dir/vtkTopologyOptimize.cxx.o.d"
)

# Per-language clean rules from dependency scanning.
foreach(lang CXX)
  include(CMakeFiles/TrabeculaFilters.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
