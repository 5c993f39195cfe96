#include "ImageLibraryCalls.h"
