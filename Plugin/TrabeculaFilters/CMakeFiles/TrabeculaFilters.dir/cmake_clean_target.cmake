file(REMOVE_RECURSE
  "/tmp/build-filters/lib/plugins/Trabecula/libTrabeculaFilters.a"
)
