# Empty dependencies file for TrabeculaFilters.
# This may be replaced when dependencies are built.
