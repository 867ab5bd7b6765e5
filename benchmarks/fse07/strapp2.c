/*
 * strapp2 - from words to deeds and replies.
 *
 * The second half of a system that obeys spoken commands.  It gets lines of
 * known words, finds the pattern of the grammar that a line follows, carries
 * the command out and says something.  It knows people and their numbers,
 * devices in the house, notes, and macros: names for several commands.
 *
 * Around that it reads the user's settings (lines of the form key = "value"),
 * imports contacts from records of fixed width, remembers the last commands,
 * and breaks replies into lines for a small display.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

#define LINE_SIZE 96            /* room for a line */
#define WORDS_MAX 20
#define SLOTS 2                 /* slots of a pattern */
#define REPLY_SIZE 56           /* room for a reply */
#define LABEL_SIZE 22           /* room for a name with a number */
#define DISPLAY_WIDTH 20
#define HISTORY 4
#define MACRO_DEPTH 3
#define NAME_FIELD 10           /* of an imported record */
#define NUMBER_FIELD 8
#define NUMBER_LIMIT 2000000000
#define CHANNELS 64

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

enum status { OK, E_NOMEM, E_UNKNOWN, E_RANGE, E_SYNTAX, E_TOO_LONG, E_DEPTH, STATUSES };

enum action {
    A_CALL, A_CHANNEL, A_CONVERT, A_FIND, A_FORGET, A_HELP, A_LOWER, A_RAISE, A_REMIND, A_SCENE, A_SET, A_STATUS,
    A_SWITCH_OFF, A_SWITCH_ON, A_TELL, ACTIONS
};

/* ==== tables ==== */

struct command {
    const char *pattern;
    enum action action;
};

/*
 * The grammar, sorted by the first word.  Words stand for themselves, words in
 * brackets may be left out, <person> and <device> take one word, <number> one
 * with digits, and <text> the rest of the line.
 */
static const struct command grammar[] = {
    { "activate the <device>", A_SWITCH_ON },
    { "add <number> to the <device>", A_RAISE },
    { "adjust the <device> to <number>", A_SET },
    { "ask <person> <text>", A_TELL },
    { "ask <person> to <text>", A_TELL },
    { "bring the <device> to <number>", A_SET },
    { "call <person>", A_CALL },
    { "call <person> [right] now", A_CALL },
    { "call <person> at home", A_CALL },
    { "call <person> at work", A_CALL },
    { "call [my] boss <person>", A_CALL },
    { "call the number <number>", A_CALL },
    { "change the <device> to <number>", A_SET },
    { "change to channel <number>", A_CHANNEL },
    { "channel <number>", A_CHANNEL },
    { "check <device>", A_STATUS },
    { "check the <device>", A_STATUS },
    { "close <device>", A_SWITCH_OFF },
    { "close the <device>", A_SWITCH_OFF },
    { "connect me to <person>", A_CALL },
    { "connect me with <person>", A_CALL },
    { "convert <number> kilograms to grams", A_CONVERT },
    { "convert <number> kilometres to metres", A_CONVERT },
    { "convert <number> litres to millilitres", A_CONVERT },
    { "convert <number> metres to millimetres", A_CONVERT },
    { "deactivate the <device>", A_SWITCH_OFF },
    { "decrease <device> by <number>", A_LOWER },
    { "decrease the <device> by <number>", A_LOWER },
    { "delete <person>", A_FORGET },
    { "delete the contact <person>", A_FORGET },
    { "dial <number>", A_CALL },
    { "dial <person>", A_CALL },
    { "dim the <device> by <number>", A_LOWER },
    { "dinner time", A_SCENE },
    { "disable the <device>", A_SWITCH_OFF },
    { "do not forget to <text>", A_REMIND },
    { "drop the contact <person>", A_FORGET },
    { "enable the <device>", A_SWITCH_ON },
    { "erase <person>", A_FORGET },
    { "find <person>", A_FIND },
    { "find the number of <person>", A_FIND },
    { "forget <person>", A_FORGET },
    { "get <person> on the line", A_CALL },
    { "get me <person>", A_CALL },
    { "give <person> a call", A_CALL },
    { "give <person> a ring", A_CALL },
    { "go to channel <number>", A_CHANNEL },
    { "good evening", A_SCENE },
    { "good morning", A_SCENE },
    { "good night", A_SCENE },
    { "help", A_HELP },
    { "help [me] with <text>", A_HELP },
    { "help me", A_HELP },
    { "how high is the <device>", A_STATUS },
    { "how is the <device>", A_STATUS },
    { "how many grams are <number> kilograms", A_CONVERT },
    { "how many metres are <number> kilometres", A_CONVERT },
    { "i am home", A_SCENE },
    { "i am leaving", A_SCENE },
    { "increase <device> by <number>", A_RAISE },
    { "increase the <device> by <number>", A_RAISE },
    { "is the <device> off", A_STATUS },
    { "is the <device> on", A_STATUS },
    { "kill the <device>", A_SWITCH_OFF },
    { "let <person> know <text>", A_TELL },
    { "light up the <device>", A_SWITCH_ON },
    { "lock the <device>", A_SWITCH_OFF },
    { "look up <person>", A_FIND },
    { "lower <device> by <number>", A_LOWER },
    { "lower the <device> by <number>", A_LOWER },
    { "make a call to <person>", A_CALL },
    { "make a phone call to <person>", A_CALL },
    { "make the <device> <number>", A_SET },
    { "mark channel <number>", A_CHANNEL },
    { "message <person> <text>", A_TELL },
    { "movie time", A_SCENE },
    { "note <text>", A_REMIND },
    { "note that <text>", A_REMIND },
    { "open <device>", A_SWITCH_ON },
    { "open the <device>", A_SWITCH_ON },
    { "party time", A_SCENE },
    { "phone <person>", A_CALL },
    { "phone <person> at home", A_CALL },
    { "phone <person> at work", A_CALL },
    { "power down the <device>", A_SWITCH_OFF },
    { "power up the <device>", A_SWITCH_ON },
    { "put me through to <person>", A_CALL },
    { "put the <device> at <number>", A_SET },
    { "put the <device> off", A_SWITCH_OFF },
    { "put the <device> on", A_SWITCH_ON },
    { "put the <device> to <number>", A_SET },
    { "raise <device> by <number>", A_RAISE },
    { "raise the <device> by <number>", A_RAISE },
    { "reduce the <device> by <number>", A_LOWER },
    { "remember channel <number>", A_CHANNEL },
    { "remember that <text>", A_REMIND },
    { "remember to <text>", A_REMIND },
    { "remind <person> to <text>", A_REMIND },
    { "remind me about <text>", A_REMIND },
    { "remind me to <text>", A_REMIND },
    { "remove <person>", A_FORGET },
    { "remove <person> from my contacts", A_FORGET },
    { "report on the <device>", A_STATUS },
    { "ring <person>", A_CALL },
    { "ring [up] <person>", A_CALL },
    { "search for <person>", A_FIND },
    { "send <person> <text>", A_TELL },
    { "send a message to <person> <text>", A_TELL },
    { "set <device> level <number>", A_SET },
    { "set <device> to <number>", A_SET },
    { "set the <device> at <number>", A_SET },
    { "set the <device> to <number>", A_SET },
    { "show channel <number>", A_CHANNEL },
    { "show me <person>", A_FIND },
    { "show the number of <person>", A_FIND },
    { "speak to <person>", A_CALL },
    { "start <device>", A_SWITCH_ON },
    { "start the <device>", A_SWITCH_ON },
    { "status of the <device>", A_STATUS },
    { "stop <device>", A_SWITCH_OFF },
    { "stop the <device>", A_SWITCH_OFF },
    { "switch <device> off", A_SWITCH_OFF },
    { "switch <device> on", A_SWITCH_ON },
    { "switch off <device>", A_SWITCH_OFF },
    { "switch off the <device>", A_SWITCH_OFF },
    { "switch on <device>", A_SWITCH_ON },
    { "switch on the <device>", A_SWITCH_ON },
    { "switch the <device> off", A_SWITCH_OFF },
    { "switch the <device> on", A_SWITCH_ON },
    { "switch to channel <number>", A_CHANNEL },
    { "take <number> from the <device>", A_LOWER },
    { "take a note <text>", A_REMIND },
    { "take down <text>", A_REMIND },
    { "talk to <person>", A_CALL },
    { "tell <person> <text>", A_TELL },
    { "tell <person> that <text>", A_TELL },
    { "text <person> <text>", A_TELL },
    { "try <person> again", A_CALL },
    { "turn <device> off", A_SWITCH_OFF },
    { "turn <device> on", A_SWITCH_ON },
    { "turn down the <device> by <number>", A_LOWER },
    { "turn off <device>", A_SWITCH_OFF },
    { "turn off the <device>", A_SWITCH_OFF },
    { "turn on <device>", A_SWITCH_ON },
    { "turn on the <device>", A_SWITCH_ON },
    { "turn the <device> down by <number>", A_LOWER },
    { "turn the <device> off", A_SWITCH_OFF },
    { "turn the <device> on", A_SWITCH_ON },
    { "turn the <device> to <number>", A_SET },
    { "turn the <device> up by <number>", A_RAISE },
    { "turn up the <device> by <number>", A_RAISE },
    { "unlock the <device>", A_SWITCH_ON },
    { "watch channel <number>", A_CHANNEL },
    { "what about the <device>", A_STATUS },
    { "what are <number> kilograms in grams", A_CONVERT },
    { "what can i say", A_HELP },
    { "what can you do", A_HELP },
    { "what is <number> kilometres in metres", A_CONVERT },
    { "what is the number of <person>", A_FIND },
    { "where can i reach <person>", A_FIND },
    { "who is <person>", A_FIND },
    { "write <person> <text>", A_TELL },
    { "write down <text>", A_REMIND },
};

enum device_kind { D_LIGHT, D_HEAT, D_SOUND, D_LOCK, D_AIR, D_SENSOR, DEVICE_KINDS };

struct device {
    const char *name;
    enum device_kind kind;
    int greatest;               /* level */
};

/* Sorted by name. */
static const struct device devices[] = {
    { "barometer", D_SENSOR, 1 },
    { "blinds", D_LIGHT, 100 },
    { "boiler", D_HEAT, 80 },
    { "camera", D_SENSOR, 1 },
    { "ceiling", D_LIGHT, 100 },
    { "cooler", D_AIR, 9 },
    { "curtain", D_LIGHT, 100 },
    { "door", D_LOCK, 1 },
    { "doorbell", D_SOUND, 10 },
    { "fan", D_AIR, 5 },
    { "garage", D_LOCK, 1 },
    { "gate", D_LOCK, 1 },
    { "heater", D_HEAT, 30 },
    { "humidifier", D_AIR, 9 },
    { "kettle", D_HEAT, 100 },
    { "lamp", D_LIGHT, 100 },
    { "lantern", D_LIGHT, 80 },
    { "lights", D_LIGHT, 100 },
    { "oven", D_HEAT, 250 },
    { "radiator", D_HEAT, 28 },
    { "radio", D_SOUND, 40 },
    { "safe", D_LOCK, 1 },
    { "sauna", D_HEAT, 110 },
    { "smoke", D_SENSOR, 1 },
    { "speaker", D_SOUND, 50 },
    { "spotlight", D_LIGHT, 100 },
    { "stereo", D_SOUND, 60 },
    { "thermometer", D_SENSOR, 1 },
    { "torch", D_LIGHT, 60 },
    { "vent", D_AIR, 5 },
    { "volume", D_SOUND, 100 },
    { "window", D_LOCK, 1 },
};
#define DEVICES (sizeof devices / sizeof devices[0])

struct place {
    const char *name;
    int country, area;          /* dialling codes */
};

/* Sorted by name. */
static const struct place places[] = {
    { "amsterdam", 31, 20 },
    { "athens", 30, 21 },
    { "barcelona", 34, 93 },
    { "basel", 41, 61 },
    { "berlin", 49, 30 },
    { "bern", 41, 31 },
    { "bilbao", 34, 94 },
    { "birmingham", 44, 121 },
    { "bologna", 39, 51 },
    { "bordeaux", 33, 5 },
    { "bremen", 49, 421 },
    { "bristol", 44, 117 },
    { "brussels", 32, 2 },
    { "budapest", 36, 1 },
    { "cologne", 49, 221 },
    { "copenhagen", 45, 3 },
    { "dresden", 49, 351 },
    { "dublin", 353, 1 },
    { "edinburgh", 44, 131 },
    { "florence", 39, 55 },
    { "frankfurt", 49, 69 },
    { "geneva", 41, 22 },
    { "genoa", 39, 10 },
    { "ghent", 32, 9 },
    { "glasgow", 44, 141 },
    { "graz", 43, 316 },
    { "hamburg", 49, 40 },
    { "hannover", 49, 511 },
    { "helsinki", 358, 9 },
    { "innsbruck", 43, 512 },
    { "leeds", 44, 113 },
    { "leipzig", 49, 341 },
    { "lille", 33, 3 },
    { "linz", 43, 732 },
    { "lisbon", 351, 21 },
    { "liverpool", 44, 151 },
    { "london", 44, 20 },
    { "lyon", 33, 4 },
    { "madrid", 34, 91 },
    { "malaga", 34, 95 },
    { "marseille", 33, 4 },
    { "milan", 39, 2 },
    { "munich", 49, 89 },
    { "nantes", 33, 2 },
    { "naples", 39, 81 },
    { "nice", 33, 4 },
    { "nuremberg", 49, 911 },
    { "oslo", 47, 2 },
    { "palermo", 39, 91 },
    { "paris", 33, 1 },
    { "porto", 351, 22 },
    { "prague", 420, 2 },
    { "rome", 39, 6 },
    { "rotterdam", 31, 10 },
    { "salzburg", 43, 662 },
    { "seville", 34, 95 },
    { "stockholm", 46, 8 },
    { "strasbourg", 33, 3 },
    { "stuttgart", 49, 711 },
    { "toulouse", 33, 5 },
    { "turin", 39, 11 },
    { "utrecht", 31, 30 },
    { "valencia", 34, 96 },
    { "venice", 39, 41 },
    { "verona", 39, 45 },
    { "vienna", 43, 1 },
    { "warsaw", 48, 22 },
    { "zaragoza", 34, 97 },
    { "zurich", 41, 44 },
};

struct reply {
    enum action action;
    enum status status;
    const char *text;           /* {0} and {1} are the slots */
};

static const struct reply replies[] = {
    { A_CALL, OK, "Calling {0}." },
    { A_CALL, E_UNKNOWN, "I do not know {0}." },
    { A_CALL, E_TOO_LONG, "The number of {0} is too long." },
    { A_CHANNEL, OK, "This is channel {0}." },
    { A_CONVERT, OK, "Converted: {0}" },
    { A_CONVERT, E_RANGE, "{0} is too much." },
    { A_FIND, OK, "Here is {0}." },
    { A_FIND, E_UNKNOWN, "There is no {0}." },
    { A_FORGET, OK, "Who is {0}?" },
    { A_FORGET, E_UNKNOWN, "I never knew {0}." },
    { A_HELP, OK, "Say what you want." },
    { A_LOWER, OK, "Done: {0}, {1}" },
    { A_LOWER, E_UNKNOWN, "What is {0}, and why {1}?" },
    { A_LOWER, E_RANGE, "That is too low." },
    { A_RAISE, OK, "Done: {0}, {1}" },
    { A_RAISE, E_UNKNOWN, "What is {0}, and why {1}?" },
    { A_RAISE, E_RANGE, "That is too high." },
    { A_REMIND, OK, "Noted: {0}" },
    { A_SCENE, OK, "As you like." },
    { A_SET, OK, "Set: {0}, {1}" },
    { A_SET, E_UNKNOWN, "What is {0}, and why {1}?" },
    { A_SET, E_RANGE, "That is out of range: {0}, {1}" },
    { A_STATUS, OK, "See the {0}." },
    { A_STATUS, E_UNKNOWN, "There is no {0}." },
    { A_SWITCH_OFF, OK, "{0} is off." },
    { A_SWITCH_OFF, E_UNKNOWN, "There is no {0}." },
    { A_SWITCH_OFF, E_RANGE, "{0} is always on." },
    { A_SWITCH_ON, OK, "{0} is on." },
    { A_SWITCH_ON, E_UNKNOWN, "There is no {0}." },
    { A_TELL, OK, "{0} will hear: {1}" },
    { A_TELL, E_UNKNOWN, "I cannot reach {0}." },
};

struct setting {
    const char *key;
    const char *standard;
    int greatest;               /* value of a number, or 0 for a text */
};

/* Sorted by key. */
static const struct setting settings[] = {
    { "alarm.sound", "bell", 0 },
    { "alarm.volume", "60", 100 },
    { "call.confirm", "1", 1 },
    { "call.prefix", "0", 0 },
    { "display.font", "plain", 0 },
    { "display.width", "20", 80 },
    { "home.city", "vienna", 0 },
    { "home.name", "home", 0 },
    { "language", "en", 0 },
    { "log.level", "2", 5 },
    { "log.name", "strapp.log", 0 },
    { "network.host", "localhost", 0 },
    { "network.port", "4711", 65535 },
    { "notes.folder", "notes", 0 },
    { "notes.limit", "20", 1000 },
    { "reply.polite", "1", 1 },
    { "reply.speed", "100", 300 },
    { "reply.voice", "anna", 0 },
    { "user.name", "guest", 0 },
    { "user.title", "", 0 },
};
#define SETTINGS (sizeof settings / sizeof settings[0])

/* ==== strings ==== */

/* A copy of so many characters that the caller frees, or NULL. */
static char *duplicate_part(const char *s, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy != NULL) {
        memcpy(copy, s, length);
        copy[length] = '\0';
    }
    return copy;
}

static char *duplicate(const char *s)
{
    return duplicate_part(s, strlen(s));
}

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

static int is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
}

/* Whether a string is a number; its value is cut to the limit. */
static int read_number(const char *s, size_t length, int *value)
{
    long long result = 0;
    int negative = 0;
    size_t i = 0;

    if (length > 0 && s[0] == '-') {
        negative = 1;
        i++;
    }
    if (i == length)
        return 0;
    for (; i < length; i++) {
        if (s[i] < '0' || s[i] > '9')
            return 0;
        result = result * 10 + (s[i] - '0');
        if (result > NUMBER_LIMIT)
            result = NUMBER_LIMIT;
    }
    *value = (int)(negative ? -result : result);
    return 1;
}

static int value_of_hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/*
 * Reads what follows an opening quote up to the closing one and resolves \n,
 * \t, \xHH and quoted characters.  `out` has room for as many characters as the
 * string has.  Returns where the reading ended, or NULL.
 */
static const char *unquote(const char *s, char *out)
{
    while (*s != '\0' && *s != '"') {
        if (*s != '\\') {
            *out++ = *s++;
            continue;
        }
        s++;
        switch (*s) {
        case 'n':
            *out++ = '\n';
            break;
        case 't':
            *out++ = '\t';
            break;
        case 'x':
            if (value_of_hex(s[1]) < 0 || value_of_hex(s[2]) < 0)
                return NULL;
            *out++ = (char)(value_of_hex(s[1]) * 16 + value_of_hex(s[2]));
            s += 2;
            break;
        default:
            *out++ = *s;
            break;
        }
        s++;
    }
    *out = '\0';
    return *s == '"' ? s + 1 : NULL;
}

/*
 * Breaks a text into lines that fit the display, at blanks where there are
 * any.  Works in place, because a line end takes the place of a blank.
 */
static int wrap(char *text, int width)
{
    int start = 0, blank = -1, lines = 1;
    int i;

    for (i = 0; text[i] != '\0'; i++) {
        if (text[i] == ' ')
            blank = i;
        if (i - start < width)
            continue;
        text[blank] = '\n';
        start = blank + 1;
        lines++;
    }
    return lines;
}

/* ==== people ==== */

struct contact {
    char *name;
    char *number;
    struct contact *next;
};

static struct contact *find_contact(struct contact *list, const char *name, size_t length)
{
    for (; list != NULL; list = list->next)
        if (strlen(list->name) == length && memcmp(list->name, name, length) == 0)
            return list;
    return NULL;
}

/* Adds a contact, or gives one that is there another number. */
static enum status add_contact(struct contact **list, const char *name, const char *number)
{
    struct contact *c = find_contact(*list, name, strlen(name));
    char *copy;

    if (*name == '\0')
        return E_SYNTAX;
    copy = duplicate(number);
    if (copy == NULL)
        return E_NOMEM;
    if (c != NULL) {
        free(c->number);
        c->number = copy;
        return OK;
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        goto free_copy;
    c->name = duplicate(name);
    if (c->name == NULL)
        goto free_contact;
    c->number = copy;
    while (*list != NULL && strcmp((*list)->name, name) < 0)
        list = &(*list)->next;
    c->next = *list;
    *list = c;
    return OK;

free_contact:
    free(c);
free_copy:
    free(copy);
    return E_NOMEM;
}

static void remove_contact(struct contact **list, struct contact *c)
{
    if (c == *list) {
        *list = c->next;
        free(c->name);
        free(c);
        return;
    }
    while (*list != c)
        list = &(*list)->next;
    *list = c->next;
    free(c->name);
    free(c->number);
    free(c);
}

static void free_contacts(struct contact **list)
{
    while (*list != NULL) {
        struct contact *c = *list;
        *list = c->next;
        free(c->name);
        free(c->number);
        free(c);
    }
}

/* Cuts the blanks off that fill a field. */
static void cut_field(char *field)
{
    size_t length = strlen(field);
    while (length > 0 && field[length - 1] == ' ')
        field[--length] = '\0';
}

/* Takes a contact from a record: a name and a number, both filled up with blanks. */
static enum status import_contact(struct contact **list, const char *record)
{
    enum status status = E_NOMEM;
    size_t room = NAME_FIELD;
    char *name = calloc(room, 1);
    char *number = calloc(NUMBER_FIELD + 1, 1);

    if (name == NULL || number == NULL)
        goto out;
    memcpy(name, record, NAME_FIELD);
    memcpy(number, record + NAME_FIELD, NUMBER_FIELD);
    cut_field(name);
    cut_field(number);
    status = add_contact(list, name, number);
out:
    free(name);
    free(number);
    return status;
}

/* The place with a name, or NULL. */
static const struct place *find_place(const char *name)
{
    size_t low = 0, high = COUNT(places);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(name, places[middle].name);
        if (order == 0)
            return &places[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* A number as it is dialled from elsewhere; `out` has room for `size` characters. */
static enum status full_number(const char *city, const char *number, char *out, size_t size)
{
    const struct place *place = find_place(city);
    int written;

    if (place == NULL)
        return E_UNKNOWN;
    written = snprintf(out, size, "+%d %d %s", place->country, place->area, number);
    return written >= 0 && (size_t)written < size ? OK : E_TOO_LONG;
}

/* ==== macros ==== */

struct macro {
    char *name;
    char *body;                 /* commands with semicolons between */
    struct macro *next;
};

static struct macro *find_macro(struct macro *list, const char *name)
{
    while (list != NULL && strcmp(list->name, name) != 0)
        list = list->next;
    return list;
}

static void remove_macro(struct macro **list, struct macro *m)
{
    while (*list != m)
        list = &(*list)->next;
    *list = m->next;
    free(m->name);
    free(m->body);
    free(m);
}

/* Defines a macro, again if it exists; an empty body removes it. */
static enum status define_macro(struct macro **list, const char *name, const char *body)
{
    struct macro *m = find_macro(*list, name);

    if (m != NULL) {
        free(m->body);
        if (*body == '\0') {
            remove_macro(list, m);
            return OK;
        }
        m->body = duplicate(body);
        return m->body != NULL ? OK : E_NOMEM;
    }
    if (*name == '\0' || *body == '\0')
        return E_SYNTAX;
    m = malloc(sizeof *m);
    if (m == NULL)
        return E_NOMEM;
    m->name = duplicate(name);
    m->body = duplicate(body);
    if (m->name == NULL || m->body == NULL) {
        free(m->name);
        free(m->body);
        free(m);
        return E_NOMEM;
    }
    m->next = *list;
    *list = m;
    return OK;
}

/* ==== history ==== */

struct history {
    char *entry[HISTORY];       /* a ring */
    int next;                   /* where the next goes */
    int count;
};

static void push_history(struct history *h, const char *line)
{
    char *copy = duplicate(line);

    if (copy == NULL)
        return;
    if (h->count == HISTORY)
        free(h->entry[h->next]);
    else
        h->count++;
    h->entry[h->next] = copy;
    h->next = (h->next + 1) % HISTORY;
}

/* The line so many commands ago, or NULL. */
static const char *past_line(const struct history *h, int ago)
{
    if (ago < 0 || ago >= h->count)
        return NULL;
    return h->entry[(h->next + HISTORY - 1 - ago) % HISTORY];
}

static void free_history(struct history *h)
{
    for (; h->count > 0; h->count--) {
        h->next = (h->next + HISTORY - 1) % HISTORY;
        free(h->entry[h->next]);
    }
}

/* ==== sessions ==== */

struct device_state {
    int on;
    int level;
};

struct session {
    struct contact *contacts;
    struct macro *macros;
    struct history history;
    struct device_state device[DEVICES];
    char *setting[SETTINGS];    /* NULL is the standard */
    uint32_t favourites[CHANNELS / 32];
    char *reply;                /* the last one */
    int notes;
    int calls;
    int commands;
};

static void session_init(struct session *s)
{
    size_t i;

    memset(s, 0, sizeof *s);
    s->contacts = NULL;
    s->macros = NULL;
    s->reply = NULL;
    for (i = 0; i < SETTINGS; i++)
        s->setting[i] = NULL;
}

/* Keeps a reply as the last one. */
static void keep_reply(struct session *s, char *reply)
{
    free(s->reply);
    s->reply = reply;
}

static void session_free(struct session *s)
{
    size_t i;

    free_contacts(&s->contacts);
    while (s->macros != NULL)
        remove_macro(&s->macros, s->macros);
    free_history(&s->history);
    for (i = 0; i < SETTINGS; i++)
        free(s->setting[i]);
    keep_reply(s, NULL);
}

/* ==== settings ==== */

static int find_setting(const char *key, size_t length)
{
    size_t i;

    for (i = 0; i < SETTINGS; i++)
        if (strlen(settings[i].key) == length && memcmp(settings[i].key, key, length) == 0)
            return (int)i;
    return -1;
}

static const char *setting_of(const struct session *s, const char *key)
{
    int i = find_setting(key, strlen(key));

    assert(i >= 0);
    return s->setting[i] != NULL ? s->setting[i] : settings[i].standard;
}

/* Reads a line of the form key = value or key = "value". */
static enum status read_setting(struct session *s, const char *line)
{
    const char *key = skip_blanks(line);
    const char *at = key;
    char *value;
    int i, number;

    while (is_name_char(*at))
        at++;
    i = find_setting(key, (size_t)(at - key));
    if (i < 0)
        return E_UNKNOWN;
    at = skip_blanks(at);
    if (*at != '=')
        return E_SYNTAX;
    at = skip_blanks(at + 1);
    value = malloc(strlen(at) + 1);
    if (value == NULL)
        return E_NOMEM;
    if (*at == '"') {
        at = unquote(at + 1, value);
        if (at == NULL || *skip_blanks(at) != '\0')
            goto fail;
    } else {
        strcpy(value, at);
        value[strcspn(value, " \t")] = '\0';
    }
    if (settings[i].greatest > 0) {
        if (!read_number(value, strlen(value), &number) || number < 0)
            goto fail;
        if (number > settings[i].greatest)
            goto fail;
    }
    free(s->setting[i]);
    s->setting[i] = value;
    return OK;

fail:
    free(value);
    return E_SYNTAX;
}

/* A number among the settings. */
static int number_setting(const struct session *s, const char *key)
{
    const char *value = setting_of(s, key);
    int number = 0;

    if (!read_number(value, strlen(value), &number))
        assert(!"numbers are checked when they are read");
    return number;
}

/* ==== patterns ==== */

enum slot_kind { S_NONE, S_PERSON, S_DEVICE, S_NUMBER, S_TEXT };

struct slot {
    enum slot_kind kind;
    const char *start;
    size_t length;
    int number;
};

struct match {
    enum action action;
    int count;                  /* slots */
    struct slot slot[SLOTS];
};

static enum slot_kind slot_kind_of(const char *element)
{
    switch (element[1]) {
    case 'p':
        return S_PERSON;
    case 'd':
        return S_DEVICE;
    case 'n':
        return S_NUMBER;
    default:
        return S_TEXT;
    }
}

/* Whether the next word of the line is that of the pattern. */
static int same_word(const char *line, const char *word, size_t length)
{
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* Compares a line with a pattern and fills the slots. */
static int follows(const char *line, const char *pattern, struct match *m)
{
    m->count = 0;
    for (;;) {
        size_t element, word;

        line = skip_blanks(line);
        pattern = skip_blanks(pattern);
        element = strcspn(pattern, " ");
        word = strcspn(line, " ");
        if (element == 0)
            return word == 0;
        if (*pattern == '<') {
            struct slot *slot = &m->slot[m->count];
            if (word == 0 || m->count == SLOTS)
                return 0;
            slot->kind = slot_kind_of(pattern);
            slot->start = line;
            slot->length = word;
            slot->number = 0;
            if (slot->kind == S_NUMBER && !read_number(line, word, &slot->number))
                return 0;
            m->count++;
            if (slot->kind == S_TEXT) {
                slot->length = strlen(line);
                return 1;
            }
            line += word;
        } else if (*pattern == '[') {
            if (same_word(line, pattern + 1, element - 2))
                line += word;
        } else {
            if (!same_word(line, pattern, element))
                return 0;
            line += word;
        }
        pattern += element;
    }
}

/* Compares first words. */
static int compare_first(const char *line, const char *pattern)
{
    while (*line == *pattern && *line != '\0' && *line != ' ') {
        line++;
        pattern++;
    }
    if ((*line == '\0' || *line == ' ') && (*pattern == '\0' || *pattern == ' '))
        return 0;
    return *line == ' ' || *line == '\0' ? -1 : *pattern == ' ' || *pattern == '\0' ? 1 : (*line > *pattern) - (*line < *pattern);
}

/* Finds the pattern that a line follows. */
static enum status parse(const char *line, struct match *m)
{
    size_t low = 0, high = COUNT(grammar);

    line = skip_blanks(line);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_first(line, grammar[middle].pattern) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < COUNT(grammar) && compare_first(line, grammar[low].pattern) == 0; low++) {
        if (follows(line, grammar[low].pattern, m)) {
            m->action = grammar[low].action;
            return OK;
        }
    }
    return E_SYNTAX;
}

/* The slot of a kind, or NULL. */
static const struct slot *slot_of(const struct match *m, enum slot_kind kind)
{
    int i;

    for (i = 0; i < m->count; i++)
        if (m->slot[i].kind == kind)
            return &m->slot[i];
    return NULL;
}

/* ==== devices ==== */

static int device_on(struct device_state *d, const struct device *info)
{
    d->on = 1;
    if (d->level == 0)
        d->level = info->greatest;
    return OK;
}

static int device_off(struct device_state *d, const struct device *info)
{
    (void)info;
    d->on = 0;
    return OK;
}

static int device_set(struct device_state *d, const struct device *info, int level)
{
    if (level < 0 || level > info->greatest)
        return E_RANGE;
    d->level = level;
    d->on = level > 0;
    return OK;
}

static int heat_set(struct device_state *d, const struct device *info, int level)
{
    if (level < 5)              /* frost does harm */
        level = 5;
    return device_set(d, info, level);
}

static int lock_set(struct device_state *d, const struct device *info, int level)
{
    return device_set(d, info, level != 0);
}

static int sensor_off(struct device_state *d, const struct device *info)
{
    (void)d;
    (void)info;
    return E_RANGE;
}

struct device_ops {
    int (*on)(struct device_state *d, const struct device *info);
    int (*off)(struct device_state *d, const struct device *info);
    int (*set)(struct device_state *d, const struct device *info, int level);
};

static const struct device_ops device_ops[DEVICE_KINDS] = {
    [D_LIGHT] = { device_on, device_off, device_set },
    [D_HEAT] = { device_on, device_off, heat_set },
    [D_SOUND] = { device_on, device_off, device_set },
    [D_LOCK] = { device_on, device_off, lock_set },
    [D_AIR] = { device_on, device_off, device_set },
    [D_SENSOR] = { device_on, sensor_off, NULL },
};

/* The device that a slot names, or NULL. */
static const struct device *find_device(const struct slot *slot)
{
    size_t low = 0, high = DEVICES;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strncmp(slot->start, devices[middle].name, slot->length);
        if (order == 0 && devices[middle].name[slot->length] != '\0')
            order = -1;
        if (order == 0)
            return &devices[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* ==== what commands do ==== */

typedef enum status (*handler)(struct session *s, const struct match *m);

/* A name with a number, as the display shows it; `out` has room for LABEL_SIZE characters. */
static void make_label(char *out, const char *name, const char *number)
{
    sprintf(out, "%s %s", name, number);
}

static enum status do_call(struct session *s, const struct match *m)
{
    const struct slot *slot = &m->slot[0];
    const struct contact *c;
    char label[LABEL_SIZE];
    char number[32];
    enum status status;

    if (slot->kind == S_NUMBER) {
        s->calls++;
        return OK;
    }
    c = find_contact(s->contacts, slot->start, slot->length);
    if (c == NULL)
        return E_UNKNOWN;
    status = full_number(setting_of(s, "home.city"), c->number, number, sizeof number);
    if (status != OK)
        return status == E_UNKNOWN ? OK : status;
    make_label(label, c->name, number);
    assert(strlen(label) > strlen(c->name));
    s->calls++;
    return OK;
}

static enum status do_channel(struct session *s, const struct match *m)
{
    int channel = m->slot[0].number;

    if (channel < 0 || channel >= CHANNELS)
        return E_RANGE;
    s->favourites[channel / 32] |= (uint32_t)1 << channel;
    return OK;
}

static enum status do_convert(struct session *s, const struct match *m)
{
    int amount = m->slot[0].number;
    int converted;

    (void)s;
    if (amount < 0)
        return E_RANGE;
    if (amount > NUMBER_LIMIT - 1)
        return E_RANGE;
    converted = amount * 1000;
    assert(converted >= amount);
    return OK;
}

static enum status do_find(struct session *s, const struct match *m)
{
    const struct slot *slot = &m->slot[0];
    return find_contact(s->contacts, slot->start, slot->length) != NULL ? OK : E_UNKNOWN;
}

static enum status do_forget(struct session *s, const struct match *m)
{
    struct contact *c = find_contact(s->contacts, m->slot[0].start, m->slot[0].length);

    if (c == NULL)
        return E_UNKNOWN;
    remove_contact(&s->contacts, c);
    return OK;
}

static enum status do_help(struct session *s, const struct match *m)
{
    (void)s;
    (void)m;
    return OK;
}

/* Changes the level of a device by a number. */
static enum status change(struct session *s, const struct device *d, int amount)
{
    struct device_state *state = &s->device[d - devices];

    assert(d >= devices && d < devices + DEVICES);
    if (amount < -1000 || amount > 1000)
        return E_RANGE;
    if (device_ops[d->kind].set == NULL)
        return E_RANGE;
    return (enum status)device_ops[d->kind].set(state, d, state->level + amount);
}

static enum status do_raise(struct session *s, const struct match *m)
{
    const struct slot *device = slot_of(m, S_DEVICE), *number = slot_of(m, S_NUMBER);
    const struct device *d = find_device(device);

    if (d == NULL)
        return E_UNKNOWN;
    return change(s, d, number->number);
}

static enum status do_lower(struct session *s, const struct match *m)
{
    const struct slot *device = slot_of(m, S_DEVICE), *number = slot_of(m, S_NUMBER);
    const struct device *d = find_device(device);

    if (d->kind == D_LOCK)
        return E_UNKNOWN;
    return change(s, d, -number->number);
}

static enum status do_remind(struct session *s, const struct match *m)
{
    const struct slot *person = slot_of(m, S_PERSON);
    int for_other = 0;

    if (m->slot[1].kind == S_TEXT)
        for_other = 1;
    if (for_other && person != NULL && find_contact(s->contacts, person->start, person->length) == NULL)
        s->notes--;
    s->notes++;
    return OK;
}

static enum status do_set(struct session *s, const struct match *m)
{
    const struct slot *device = slot_of(m, S_DEVICE), *number = slot_of(m, S_NUMBER);
    const struct device *d = find_device(device);

    if (d == NULL)
        return E_UNKNOWN;
    return (enum status)device_ops[d->kind].set(&s->device[d - devices], d, number->number);
}

static enum status do_scene(struct session *s, const struct match *m)
{
    size_t i;

    (void)m;
    for (i = 0; i < DEVICES; i++)
        if (devices[i].kind == D_LIGHT)
            s->device[i].on = 0;
    return OK;
}

static enum status do_status(struct session *s, const struct match *m)
{
    const struct device *d = find_device(&m->slot[0]);

    if (d == NULL)
        return E_UNKNOWN;
    assert(s->device[d - devices].level <= d->greatest);
    return OK;
}

static enum status do_switch_on(struct session *s, const struct match *m)
{
    const struct device *d = find_device(&m->slot[0]);

    if (d == NULL)
        return E_UNKNOWN;
    return (enum status)device_ops[d->kind].on(&s->device[d - devices], d);
}

static enum status do_switch_off(struct session *s, const struct match *m)
{
    const struct device *d = find_device(&m->slot[0]);

    if (d == NULL)
        return E_UNKNOWN;
    return (enum status)device_ops[d->kind].off(&s->device[d - devices], d);
}

static enum status do_tell(struct session *s, const struct match *m)
{
    const struct slot *person = slot_of(m, S_PERSON), *text = slot_of(m, S_TEXT);

    assert(person != NULL && text != NULL && text->length > 0);
    if (find_contact(s->contacts, person->start, person->length) == NULL)
        return E_UNKNOWN;
    return OK;
}

static const handler handlers[ACTIONS] = {
    [A_CALL] = do_call,
    [A_CHANNEL] = do_channel,
    [A_CONVERT] = do_convert,
    [A_FIND] = do_find,
    [A_FORGET] = do_forget,
    [A_HELP] = do_help,
    [A_LOWER] = do_lower,
    [A_RAISE] = do_raise,
    [A_REMIND] = do_remind,
    [A_SCENE] = do_scene,
    [A_SET] = do_set,
    [A_STATUS] = do_status,
    [A_SWITCH_OFF] = do_switch_off,
    [A_SWITCH_ON] = do_switch_on,
    [A_TELL] = do_tell,
};

/* ==== replies ==== */

/* Fills the slots into a template; the result has REPLY_SIZE characters and is freed by the caller, or is NULL. */
static char *fill_template(const char *text, const struct match *m)
{
    char *out = malloc(REPLY_SIZE);
    size_t used = 0;

    if (out == NULL)
        return NULL;
    for (; *text != '\0'; text++) {
        if (*text == '{' && text[1] >= '0' && text[1] < '0' + SLOTS && text[2] == '}') {
            int n = text[1] - '0';
            if (n < m->count) {
                if (used + m->slot[n].length > REPLY_SIZE)
                    goto fail;
                memcpy(out + used, m->slot[n].start, m->slot[n].length);
                used += m->slot[n].length;
            }
            text += 2;
        } else {
            if (used + 1 >= REPLY_SIZE)
                goto fail;
            out[used++] = *text;
        }
    }
    out[used] = '\0';
    return out;

fail:
    free(out);
    return NULL;
}

/* Says how a command went. */
static void say(struct session *s, enum status status, const struct match *m)
{
    static char no_reply[] = "Sorry.";
    size_t i;

    for (i = 0; i < COUNT(replies); i++) {
        if (replies[i].action == m->action && replies[i].status == status) {
            keep_reply(s, fill_template(replies[i].text, m));
            return;
        }
    }
    keep_reply(s, no_reply);
}

/* ==== lines ==== */

static enum status run_line(struct session *s, const char *line, int depth);

/* Carries out the commands of a macro. */
static enum status run_macro(struct session *s, const char *body, int depth)
{
    enum status status = OK;
    char *copy, *command;

    if (depth > MACRO_DEPTH)
        return E_DEPTH;
    copy = duplicate(body);
    if (copy == NULL)
        return E_NOMEM;
    for (command = copy; status != E_DEPTH && *command != '\0';) {
        size_t length = strcspn(command, ";");
        int last = command[length] == '\0';
        command[length] = '\0';
        status = run_line(s, skip_blanks(command), depth + 1);
        if (last)
            break;
        command += length + 1;
    }
    free(copy);
    return status;
}

/* Carries out a line: a macro or a command. */
static enum status run_line(struct session *s, const char *line, int depth)
{
    struct match m;
    struct macro *macro;
    enum status status;

    assert(depth >= 0 && depth <= MACRO_DEPTH);
    s->commands++;
    macro = find_macro(s->macros, line);
    if (macro != NULL)
        return run_macro(s, macro->body, depth);
    status = parse(line, &m);
    if (status != OK)
        return status;
    assert(m.count <= SLOTS && m.action < ACTIONS && handlers[m.action] != NULL);
    status = handlers[m.action](s, &m);
    say(s, status, &m);
    return status;
}

/* Repeats the line so many commands ago. */
static enum status run_again(struct session *s, int ago)
{
    const char *line = past_line(&s->history, ago);
    char copy[LINE_SIZE];
    size_t length;

    if (line == NULL)
        return E_UNKNOWN;
    push_history(&s->history, "again");
    length = strlen(line);
    assert(length < sizeof copy);
    memcpy(copy, line, length + 1);
    return run_line(s, copy, 0);
}

/* Shows the last reply. */
static int show(const struct session *s)
{
    char text[REPLY_SIZE];
    int width = number_setting(s, "display.width");

    if (s->reply == NULL || strlen(s->reply) >= sizeof text)
        return 0;
    strcpy(text, s->reply);
    if (width < 8)
        width = DISPLAY_WIDTH;
    return wrap(text, width);
}

/* ==== harness ==== */

static const char *const some_names[] = {
    "anna", "bo", "carolina", "dominik", "eva", "maximilian", "li", "theodora",
};
static const char *const some_words[] = {
    "buy", "milk", "tomorrow", "a", "refrigerator", "dishwasher-detergent-tabs", "at", "noon", "the", "dog",
};
static const char *const some_macros[] = { "bedtime", "away", "lunch" };

static void put(char *line, const char *s)
{
    size_t used = strlen(line);

    if (used + strlen(s) + 1 <= LINE_SIZE)
        strcpy(line + used, s);
}

/* Puts something into a line that fits a slot. */
static void put_slot(char *line, enum slot_kind kind)
{
    char number[16];
    unsigned char n;

    switch (kind) {
    case S_PERSON:
        put(line, some_names[__VERIFIER_nondet_uchar() % COUNT(some_names)]);
        break;
    case S_DEVICE:
        n = __VERIFIER_nondet_uchar();
        put(line, n < 224 ? devices[n % DEVICES].name : "toaster");
        break;
    case S_NUMBER:
        n = __VERIFIER_nondet_uchar();
        snprintf(number, sizeof number, "%d", n == 255 ? __VERIFIER_nondet_int() : n);
        put(line, number);
        break;
    default:
        for (n = __VERIFIER_nondet_uchar() % 8 + 1; n > 0; n--) {
            put(line, some_words[__VERIFIER_nondet_uchar() % COUNT(some_words)]);
            if (n > 1)
                put(line, " ");
        }
        break;
    }
}

/* A line that follows a pattern that an input chooses. */
static void make_command(char *line)
{
    const char *pattern = grammar[__VERIFIER_nondet_ushort() % COUNT(grammar)].pattern;

    line[0] = '\0';
    while (*pattern != '\0') {
        size_t length = strcspn(pattern, " ");
        char word[16];

        if (*pattern == '<') {
            put_slot(line, slot_kind_of(pattern));
        } else if (*pattern != '[') {
            assert(length < sizeof word);
            memcpy(word, pattern, length);
            word[length] = '\0';
            put(line, word);
        }
        pattern += length;
        if (*pattern == ' ') {
            put(line, " ");
            pattern++;
        }
    }
}

/* A line of settings: a key, and a value of any characters. */
static void make_setting(char *line)
{
    unsigned char what = __VERIFIER_nondet_uchar();
    int length = __VERIFIER_nondet_uchar() % 8;
    char c[2] = { 0, 0 };

    line[0] = '\0';
    put(line, settings[what % SETTINGS].key);
    put(line, " = ");
    if (what >= 128)
        put(line, "\"");
    while (length-- > 0) {
        c[0] = __VERIFIER_nondet_char();
        put(line, c);
    }
    if (what >= 192)
        put(line, "\"");
}

static void make_record(char *record)
{
    unsigned char what = __VERIFIER_nondet_uchar();
    const char *name = some_names[what % COUNT(some_names)];
    int digits = what / 32 + 1;
    int i;

    memset(record, ' ', NAME_FIELD + NUMBER_FIELD);
    memcpy(record, name, strlen(name));
    for (i = 0; i < digits; i++)
        record[NAME_FIELD + i] = (char)('1' + i);
}

static enum status make_macro(struct session *s)
{
    char body[LINE_SIZE];
    unsigned char what = __VERIFIER_nondet_uchar();
    int pieces = what / 4 % 3;
    int i;

    body[0] = '\0';
    for (i = 0; i < pieces; i++) {
        if (i > 0)
            put(body, ";");
        if (what >= 192)
            put(body, some_macros[__VERIFIER_nondet_uchar() % COUNT(some_macros)]);
        else
            put(body, "good night");
    }
    return define_macro(&s->macros, some_macros[what % COUNT(some_macros)], body);
}

enum operation { OP_COMMAND, OP_COMMAND_2, OP_COMMAND_3, OP_SETTING, OP_CONTACT, OP_IMPORT, OP_MACRO, OP_RUN_MACRO, OP_AGAIN, OP_SHOW, OP_COUNT };

int main(void)
{
    struct session s;
    char line[LINE_SIZE];
    char record[NAME_FIELD + NUMBER_FIELD];
    char *copy;
    int operations = __VERIFIER_nondet_uchar() % 13;
    int i, n;

    session_init(&s);
    for (n = 0; n < operations; n++) {
        unsigned char code = __VERIFIER_nondet_uchar();

        switch (code % OP_COUNT) {
        case OP_SETTING:
            make_setting(line);
            copy = duplicate(line);
            if (copy != NULL)
                read_setting(&s, copy);
            free(copy);
            assert(number_setting(&s, "network.port") <= 65535);
            break;
        case OP_CONTACT:
            snprintf(line, sizeof line, "%u", (unsigned)__VERIFIER_nondet_ushort());
            if (add_contact(&s.contacts, some_names[code / OP_COUNT % COUNT(some_names)], line) == OK)
                assert(s.contacts != NULL);
            break;
        case OP_IMPORT:
            make_record(record);
            import_contact(&s.contacts, record);
            break;
        case OP_MACRO:
            make_macro(&s);
            break;
        case OP_RUN_MACRO:
            run_line(&s, some_macros[code / OP_COUNT % COUNT(some_macros)], 0);
            break;
        case OP_AGAIN:
            run_again(&s, code / OP_COUNT % HISTORY);
            break;
        case OP_SHOW:
            i = show(&s);
            assert(i >= 0 && i <= REPLY_SIZE);
            break;
        default:
            make_command(line);
            push_history(&s.history, line);
            run_line(&s, line, 0);
            break;
        }
        assert(s.history.count <= HISTORY && s.notes <= s.commands);
    }
    session_free(&s);
    return 0;
}
