#include "pqRegionBoxWidget.h"
