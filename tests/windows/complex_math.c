/* C99's complex functions as Microsoft's math library exports them, for a Wine whose ucrtbase has only stubs of them.

   Microsoft's complex types are structures of two numbers, and its long double is a double.
   Each X(name) is exported as `name` (its float and long double forms, too); the rest goes to ucrtbase. */
#include <complex.h>

typedef struct { double re, im; } pair;
typedef struct { float re, im; } pairf;

#define IN(z) ((z).re + I * (z).im)
#define TO_PAIR(name)                                                                                              \
    pair my_##name(pair z) { double complex w = name(IN(z)); return (pair){creal(w), cimag(w)}; }                  \
    pair my_##name##l(pair z) { return my_##name(z); }                                                             \
    pairf my_##name##f(pairf z) { float complex w = name##f(IN(z)); return (pairf){crealf(w), cimagf(w)}; }
#define TO_NUMBER(name)                                                                                            \
    double my_##name(pair z) { return name(IN(z)); }                                                               \
    double my_##name##l(pair z) { return name(IN(z)); }                                                            \
    float my_##name##f(pairf z) { return name##f(IN(z)); }

TO_NUMBER(cabs) TO_NUMBER(carg) TO_NUMBER(creal) TO_NUMBER(cimag)
TO_PAIR(ccos) TO_PAIR(ccosh) TO_PAIR(cexp) TO_PAIR(csin) TO_PAIR(csinh) TO_PAIR(ctan) TO_PAIR(ctanh)
TO_PAIR(clog) TO_PAIR(csqrt)

pair my_cpow(pair z, pair y) { double complex w = cpow(IN(z), IN(y)); return (pair){creal(w), cimag(w)}; }
pair my_cpowl(pair z, pair y) { return my_cpow(z, y); }
pairf my_cpowf(pairf z, pairf y) { float complex w = cpowf(IN(z), IN(y)); return (pairf){crealf(w), cimagf(w)}; }
