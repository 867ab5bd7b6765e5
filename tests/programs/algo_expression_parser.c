// Recursive descent expression parser and evaluator with variables, functions and errors.
#include <stdio.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *at, *error;
static double vars[26];
static double expr(void);

static int accept(char c)
{
    while (isspace((unsigned char)*at))
        at++;
    return *at == c ? at++, 1 : 0;
}
static double fail(const char *why)
{
    error = error ? error : why;
    return 0;
}
static double primary(void)
{
    if (accept('(')) {
        double v = expr();
        return accept(')') ? v : fail("missing )");
    }
    if (accept('-'))
        return -primary();
    if (isdigit((unsigned char)*at) || *at == '.') {
        char *end;
        double v = strtod(at, &end);
        return at = end, v;
    }
    if (strncmp(at, "sqrt", 4) == 0)
        return at += 4, sqrt(primary());
    if (islower((unsigned char)*at)) {
        double *v = &vars[*at++ - 'a'];
        return accept('=') ? (*v = expr()) : *v;
    }
    return fail("syntax");
}
static double power(void)
{
    double b = primary();
    return accept('^') ? pow(b, power()) : b;
}
static double term(void)
{
    double v = power();
    for (double d;;)
        if (accept('*')) v *= power();
        else if (accept('/')) v = (d = power()) != 0 ? v / d : fail("division by zero");
        else if (accept('%')) v = fmod(v, power());
        else return v;
}
static double expr(void)
{
    double v = term();
    for (;;)
        if (accept('+')) v += term();
        else if (accept('-')) v -= term();
        else return v;
}

int main(void)
{
    static const char *const in[] = { "1 + 2 * 3", "(1+2)*3", "2^3^2", "-2^2", "10/4 - 7 % 4", "x = 5", "y = x*x + .5",
        "sqrt(x + y) / 2", "1e3 * (z = 1.5)", "z*z", "1/0", "(1", "2 +", "3 $ 4", "((((7))))", "8-3-2", "a=b=2^0.5" };
    int errors = 0;
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++, errors += error != NULL) {
        at = in[i], error = NULL;
        double v = expr();
        if (!accept('\0'))
            fail("trailing");
        printf(error ? "%s -> error: %s (%g)\n" : "%s -> ok%s %.17g\n", in[i], error ? error : "", v);
    }
    return errors;
}
