// Table-driven lexer state machine that strips comments and classifies C-like tokens.
#include <stdio.h>
#include <ctype.h>
#include <string.h>

enum state { START, IDENT, NUMBER, STRING, ESCAPE, SLASH, LINE, BLOCK, STAR, NSTATES };
enum cls { C_LETTER, C_DIGIT, C_QUOTE, C_BACK, C_SLASH, C_STAR, C_NL, C_SPACE, C_OTHER, NCLASSES };

static const unsigned char next[NSTATES][NCLASSES] = {
    /*            letter  digit   quote   back    slash  star   nl      space   other */
    [START]  = { IDENT,  NUMBER, STRING, START,  SLASH, START, START,  START,  START },
    [IDENT]  = { IDENT,  IDENT,  STRING, START,  SLASH, START, START,  START,  START },
    [NUMBER] = { NUMBER, NUMBER, STRING, START,  SLASH, START, START,  START,  START },
    [STRING] = { STRING, STRING, START,  ESCAPE, STRING, STRING, START, STRING, STRING },
    [ESCAPE] = { [0 ... NCLASSES - 1] = STRING },
    [SLASH]  = { IDENT,  NUMBER, STRING, START,  LINE,  BLOCK, START,  START,  START },
    [LINE]   = { [0 ... NCLASSES - 1] = LINE },
    [BLOCK]  = { [0 ... NCLASSES - 1] = BLOCK },
    [STAR]   = { BLOCK,  BLOCK,  BLOCK,  BLOCK,  START, STAR,  BLOCK,  BLOCK,  BLOCK },
};

static enum cls classify(int c)
{
    if (isalpha(c) || c == '_')
        return C_LETTER;
    if (isdigit(c))
        return C_DIGIT;
    switch (c) {
    case '"': return C_QUOTE;
    case '\\': return C_BACK;
    case '/': return C_SLASH;
    case '*': return C_STAR;
    case '\n': return C_NL;
    }
    return isspace(c) ? C_SPACE : C_OTHER;
}

int main(void)
{
    static const char src[] =
        "int main_1(void) // a comment / with * things\n"
        "{ /* block * comment **/ char *s = \"a \\\"quoted\\\" // string\";\n"
        "  x9 = 0x1f / 3 /*nested /* no */ + 42; return y/2; }\n";
    int count[NSTATES] = { 0 }, entered[NSTATES] = { 0 };
    enum state s = START;
    unsigned trace = 0;

    for (const char *p = src; *p; p++) {
        enum cls c = classify((unsigned char)*p);
        enum state n = next[s][c];
        if (s == LINE && c == C_NL)
            n = START;
        else if (s == BLOCK && c == C_STAR)
            n = STAR;
        if (n != s)
            entered[n]++;
        if (n == IDENT || n == NUMBER)
            putchar(*p);
        else if ((s == IDENT || s == NUMBER) && n != s)
            putchar(' ');
        count[n]++;
        trace = trace * 11 + n;
        s = n;
    }
    printf("\n%u\n", trace);
    for (int i = 0; i < NSTATES; i++)
        printf("%d:%d/%d ", i, count[i], entered[i]);
    printf("\n%zu\n", strlen(src));
    return entered[IDENT];
}
