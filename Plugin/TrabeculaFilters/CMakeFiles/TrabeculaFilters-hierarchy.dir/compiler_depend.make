# Empty custom commands generated dependencies file for TrabeculaFilters-hierarchy.
# This may be replaced when dependencies are built.
