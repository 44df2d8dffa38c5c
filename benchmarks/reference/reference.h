// The rows written by hand over CMSIS-DSP. All have the arguments of `src/models.rs`: parameters,
// inputs, target (or the adjoint of the result), gradients (laid out like the parameters), working
// memory, and the learning rate of the rows with a step.
#include "arm_math.h"

// The reference is compiled twice, the second time together with the library's source.
#ifndef COLUMN
#define COLUMN reference
#endif
#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define entry(row) JOIN(COLUMN, row)

// For the table: the size of a row's working memory.
#define export_work(row, size) const uint32_t JOIN(entry(row), work) = size
