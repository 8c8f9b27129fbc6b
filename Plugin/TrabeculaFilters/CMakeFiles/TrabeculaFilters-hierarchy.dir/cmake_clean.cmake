file(REMOVE_RECURSE
  "/tmp/build-filters/lib/plugins/Trabecula/vtk/hierarchy/Trabecula/TrabeculaFilters-hierarchy.txt"
  "CMakeFiles/TrabeculaFilters-hierarchy"
)

# Per-language clean rules from dependency scanning.
foreach(lang )
  include(CMakeFiles/TrabeculaFilters-hierarchy.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
