/* A tokenizer for XML: tags with attributes, text, references, comments; and whether the tags match. */

extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 9
#define DEPTH 4

enum state { TEXT, OPEN, NAME, INSIDE, ATTRIBUTE, EQUALS, VALUE, CLOSE, SLASH, BANG, COMMENT, DASH, REFERENCE };

struct document {
    enum state state;
    char quote;
    char names[DEPTH];
    int depth, attributes, references, comments, text;
};

static int is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static int feed(struct document *d, char c) {
    switch (d->state) {
    case TEXT:
        if (c == '<')
            d->state = OPEN;
        else if (c == '&')
            d->state = REFERENCE;
        else if (!is_space(c)) {
            if (d->depth == 0)
                return -1;
            d->text++;
        }
        break;
    case OPEN:
        if (c == '/')
            d->state = CLOSE;
        else if (c == '!')
            d->state = BANG;
        else if (is_name(c)) {
            if (d->depth == DEPTH)
                return -2;
            d->names[d->depth++] = c;
            d->state = NAME;
        } else
            return -3;
        break;
    case NAME:
        if (is_space(c))
            d->state = INSIDE;
        else if (c == '>')
            d->state = TEXT;
        else if (c == '/')
            d->state = SLASH;
        else if (!is_name(c))
            return -4;
        break;
    case INSIDE:
        if (c == '>')
            d->state = TEXT;
        else if (c == '/')
            d->state = SLASH;
        else if (is_name(c))
            d->state = ATTRIBUTE;
        else if (!is_space(c))
            return -5;
        break;
    case ATTRIBUTE:
        if (c == '=')
            d->state = EQUALS;
        else if (!is_name(c))
            return -6;
        break;
    case EQUALS:
        if (c != '"' && c != '\'')
            return -7;
        d->quote = c;
        d->state = VALUE;
        break;
    case VALUE:
        if (c == d->quote) {
            d->attributes++;
            d->state = INSIDE;
        } else if (c == '<')
            return -8;
        break;
    case CLOSE:
        if (d->depth == 0 || d->names[d->depth - 1] != c)
            return -9;
        d->depth--;
        d->state = SLASH;
        d->names[d->depth] = 0;
        break;
    case SLASH:
        if (c != '>')
            return -10;
        d->state = TEXT;
        break;
    case BANG:
        if (c != '-')
            return -11;
        d->state = COMMENT;
        break;
    case COMMENT:
        if (c == '-')
            d->state = DASH;
        break;
    case DASH:
        if (c == '>') {
            d->comments++;
            d->state = TEXT;
        } else if (c != '-')
            d->state = COMMENT;
        break;
    case REFERENCE:
        if (c == ';') {
            d->references++;
            d->state = TEXT;
        } else if (!is_name(c) && c != '#')
            return -12;
        break;
    }
    return 0;
}

int main(void) {
    struct document document = {TEXT, 0, {0}, 0, 0, 0, 0, 0};
    for (int i = 0; i < SIZE; i++) {
        int error = feed(&document, (char)__VERIFIER_nondet_uchar());
        if (error)
            return -error;
    }
    if (document.state != TEXT || document.depth > 0)
        return 100;
    return 0;
}
