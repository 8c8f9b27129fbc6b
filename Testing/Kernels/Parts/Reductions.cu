#include "Parts/Reductions.inl"
