/*
 * strapp1 - from an utterance to words.
 *
 * The first half of a system that obeys spoken commands.  The acoustic part,
 * which is not here, delivers what it heard as text; this part makes a line of
 * known words of it:
 *
 *   fold      accented letters become plain ones
 *   clean     lower case, no punctuation, single blanks
 *   expand    contractions become the words they stand for
 *   tokenise  the line is cut into words; fillers such as "um" are dropped
 *   annotate  numbers, times and spelled words are recognised, words that are
 *             not in the vocabulary are replaced by the one that sounds alike
 *   join      the words are put together again
 *
 * When the acoustic part is in doubt it delivers several hypotheses in one
 * line, "score:text|score:text|...", and the best are kept.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

#define UTTERANCE_MAX 72        /* characters of an utterance */
#define EXPANDED_MAX 64         /* room for the line after expansion */
#define WORD_MAX 16             /* room for a word */
#define TOKENS_MAX 12
#define CODE_LENGTH 4
#define SPELL_MAX 8
#define HYPOTHESES 4            /* how many are kept */
#define TEXT_START 16           /* room in a new text */
#define NUMBER_LIMIT 2000000000 /* greater numbers are cut down to this */
#define FUZZY_LIMIT 3           /* unknown words that are looked at closely, per utterance */

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

enum { OK = 0, E_NOMEM = -1, E_TOO_LONG = -2, E_SYNTAX = -3 };

enum word_class {
    UNKNOWN, ADJ, ARTICLE, AUX, CONJ, FILLER, NOUN, NUMBER, PERSON, PLACE, PREP, PRONOUN, TIME, VERB, WORD_CLASSES
};

/* ==== tables ==== */

struct vocabulary_entry {
    const char *word;
    enum word_class class;
    char code[CODE_LENGTH + 1]; /* how it sounds, see sound_code */
};

/* Sorted by word. */
static const struct vocabulary_entry vocabulary[] = {
    { "a", ARTICLE, "A000" },
    { "about", PREP, "A130" },
    { "add", VERB, "A300" },
    { "address", NOUN, "A362" },
    { "after", PREP, "A136" },
    { "afternoon", TIME, "A136" },
    { "airport", NOUN, "A616" },
    { "alarm", NOUN, "A465" },
    { "album", NOUN, "A415" },
    { "all", ARTICLE, "A400" },
    { "am", AUX, "A500" },
    { "an", ARTICLE, "A500" },
    { "and", CONJ, "A530" },
    { "anna", PERSON, "A500" },
    { "answer", VERB, "A526" },
    { "any", ARTICLE, "A500" },
    { "apple", NOUN, "A140" },
    { "appointment", NOUN, "A153" },
    { "april", TIME, "A164" },
    { "are", AUX, "A600" },
    { "artist", NOUN, "A632" },
    { "ask", VERB, "A200" },
    { "at", PREP, "A300" },
    { "attic", PLACE, "A320" },
    { "august", TIME, "A223" },
    { "aunt", PERSON, "A530" },
    { "avenue", NOUN, "A150" },
    { "bad", ADJ, "B300" },
    { "balcony", PLACE, "B425" },
    { "ball", NOUN, "B400" },
    { "banana", NOUN, "B550" },
    { "bank", NOUN, "B520" },
    { "bar", NOUN, "B600" },
    { "bathroom", PLACE, "B365" },
    { "battery", NOUN, "B360" },
    { "be", AUX, "B000" },
    { "beach", NOUN, "B200" },
    { "because", CONJ, "B220" },
    { "bedroom", PLACE, "B365" },
    { "been", AUX, "B500" },
    { "before", PREP, "B160" },
    { "bernard", PERSON, "B656" },
    { "between", PREP, "B350" },
    { "big", ADJ, "B200" },
    { "birthday", NOUN, "B630" },
    { "black", ADJ, "B420" },
    { "blind", NOUN, "B453" },
    { "blue", ADJ, "B400" },
    { "book", VERB, "B200" },
    { "boss", PERSON, "B200" },
    { "both", ARTICLE, "B300" },
    { "bread", NOUN, "B630" },
    { "bridge", NOUN, "B632" },
    { "bright", ADJ, "B623" },
    { "brighten", VERB, "B623" },
    { "bring", VERB, "B652" },
    { "brother", PERSON, "B636" },
    { "brown", ADJ, "B650" },
    { "bulb", NOUN, "B410" },
    { "but", CONJ, "B300" },
    { "butter", NOUN, "B360" },
    { "buy", VERB, "B000" },
    { "by", PREP, "B000" },
    { "cable", NOUN, "C140" },
    { "cafe", NOUN, "C100" },
    { "cake", NOUN, "C200" },
    { "calendar", NOUN, "C453" },
    { "call", VERB, "C400" },
    { "camera", NOUN, "C560" },
    { "can", AUX, "C500" },
    { "cancel", VERB, "C524" },
    { "carla", PERSON, "C640" },
    { "cellar", PLACE, "C460" },
    { "change", VERB, "C520" },
    { "channel", NOUN, "C540" },
    { "charger", NOUN, "C626" },
    { "check", VERB, "C200" },
    { "cheese", NOUN, "C200" },
    { "chicken", NOUN, "C250" },
    { "choose", VERB, "C200" },
    { "city", NOUN, "C300" },
    { "click", VERB, "C420" },
    { "clock", NOUN, "C420" },
    { "close", VERB, "C420" },
    { "cloud", NOUN, "C430" },
    { "coffee", NOUN, "C100" },
    { "cold", ADJ, "C430" },
    { "come", VERB, "C500" },
    { "computer", NOUN, "C513" },
    { "connect", VERB, "C523" },
    { "contact", NOUN, "C532" },
    { "convert", VERB, "C516" },
    { "cool", VERB, "C400" },
    { "copy", VERB, "C100" },
    { "could", AUX, "C430" },
    { "count", VERB, "C530" },
    { "country", NOUN, "C536" },
    { "curtain", NOUN, "C635" },
    { "dark", ADJ, "D620" },
    { "david", PERSON, "D130" },
    { "december", TIME, "D251" },
    { "decrease", VERB, "D262" },
    { "delete", VERB, "D430" },
    { "dentist", PERSON, "D532" },
    { "dial", VERB, "D400" },
    { "dictionary", NOUN, "D235" },
    { "did", AUX, "D300" },
    { "dim", VERB, "D500" },
    { "disable", VERB, "D214" },
    { "disconnect", VERB, "D252" },
    { "divide", VERB, "D130" },
    { "do", AUX, "D000" },
    { "doctor", PERSON, "D236" },
    { "document", NOUN, "D255" },
    { "does", AUX, "D200" },
    { "door", NOUN, "D600" },
    { "down", PREP, "D500" },
    { "downstairs", PLACE, "D523" },
    { "drive", VERB, "D610" },
    { "dryer", NOUN, "D660" },
    { "each", ARTICLE, "E200" },
    { "egg", NOUN, "E200" },
    { "eight", NUMBER, "E230" },
    { "eighteen", NUMBER, "E235" },
    { "eighty", NUMBER, "E230" },
    { "eleven", NUMBER, "E415" },
    { "else", CONJ, "E420" },
    { "emma", PERSON, "E500" },
    { "empty", ADJ, "E513" },
    { "enable", VERB, "E514" },
    { "er", FILLER, "E600" },
    { "evening", TIME, "E155" },
    { "event", NOUN, "E153" },
    { "every", ARTICLE, "E160" },
    { "fan", NOUN, "F500" },
    { "far", ADJ, "F600" },
    { "fast", ADJ, "F230" },
    { "father", PERSON, "F360" },
    { "february", TIME, "F166" },
    { "felix", PERSON, "F420" },
    { "fifteen", NUMBER, "F135" },
    { "fifty", NUMBER, "F130" },
    { "file", NOUN, "F400" },
    { "film", NOUN, "F450" },
    { "final", ADJ, "F540" },
    { "find", VERB, "F530" },
    { "first", ADJ, "F623" },
    { "fish", NOUN, "F200" },
    { "five", NUMBER, "F100" },
    { "fly", VERB, "F400" },
    { "folder", NOUN, "F436" },
    { "food", NOUN, "F300" },
    { "for", PREP, "F600" },
    { "forty", NUMBER, "F630" },
    { "forward", VERB, "F663" },
    { "four", NUMBER, "F600" },
    { "fourteen", NUMBER, "F635" },
    { "friday", TIME, "F630" },
    { "fridge", NOUN, "F632" },
    { "from", PREP, "F650" },
    { "full", ADJ, "F400" },
    { "game", NOUN, "G500" },
    { "garage", NOUN, "G620" },
    { "garden", PLACE, "G635" },
    { "gate", NOUN, "G300" },
    { "give", VERB, "G100" },
    { "go", VERB, "G000" },
    { "goal", NOUN, "G400" },
    { "good", ADJ, "G300" },
    { "green", ADJ, "G650" },
    { "greta", PERSON, "G630" },
    { "grey", ADJ, "G600" },
    { "guide", VERB, "G300" },
    { "had", AUX, "H300" },
    { "half", TIME, "H410" },
    { "hall", PLACE, "H400" },
    { "has", AUX, "H200" },
    { "have", AUX, "H100" },
    { "he", PRONOUN, "H000" },
    { "headset", NOUN, "H323" },
    { "heat", VERB, "H300" },
    { "heater", NOUN, "H360" },
    { "help", VERB, "H410" },
    { "henry", PERSON, "H560" },
    { "her", PRONOUN, "H600" },
    { "hide", VERB, "H300" },
    { "high", ADJ, "H200" },
    { "him", PRONOUN, "H500" },
    { "his", PRONOUN, "H200" },
    { "hmm", FILLER, "H500" },
    { "hold", VERB, "H430" },
    { "holiday", NOUN, "H430" },
    { "home", NOUN, "H500" },
    { "hospital", NOUN, "H213" },
    { "hot", ADJ, "H300" },
    { "hotel", NOUN, "H340" },
    { "hour", TIME, "H600" },
    { "house", NOUN, "H200" },
    { "how", PRONOUN, "H000" },
    { "hundred", NUMBER, "H536" },
    { "i", PRONOUN, "I000" },
    { "if", CONJ, "I100" },
    { "in", PREP, "I500" },
    { "increase", VERB, "I526" },
    { "inside", PLACE, "I523" },
    { "internet", NOUN, "I536" },
    { "into", PREP, "I530" },
    { "irene", PERSON, "I650" },
    { "is", AUX, "I200" },
    { "it", PRONOUN, "I300" },
    { "its", PRONOUN, "I320" },
    { "jacob", PERSON, "J210" },
    { "january", TIME, "J560" },
    { "july", TIME, "J400" },
    { "june", TIME, "J500" },
    { "just", FILLER, "J230" },
    { "karin", PERSON, "K650" },
    { "kettle", NOUN, "K340" },
    { "keyboard", NOUN, "K163" },
    { "kindly", FILLER, "K534" },
    { "kitchen", PLACE, "K325" },
    { "lake", NOUN, "L200" },
    { "lamp", NOUN, "L510" },
    { "language", NOUN, "L522" },
    { "laptop", NOUN, "L131" },
    { "last", ADJ, "L230" },
    { "launch", VERB, "L520" },
    { "left", ADJ, "L130" },
    { "lemon", NOUN, "L550" },
    { "letter", NOUN, "L360" },
    { "light", NOUN, "L230" },
    { "like", FILLER, "L200" },
    { "line", NOUN, "L500" },
    { "list", NOUN, "L230" },
    { "listen", VERB, "L235" },
    { "load", VERB, "L300" },
    { "lock", VERB, "L200" },
    { "long", ADJ, "L520" },
    { "loud", ADJ, "L300" },
    { "louis", PERSON, "L200" },
    { "lounge", PLACE, "L520" },
    { "low", ADJ, "L000" },
    { "lower", VERB, "L600" },
    { "mail", NOUN, "M400" },
    { "map", NOUN, "M100" },
    { "march", TIME, "M620" },
    { "maria", PERSON, "M600" },
    { "market", NOUN, "M623" },
    { "may", AUX, "M000" },
    { "me", PRONOUN, "M000" },
    { "measure", VERB, "M260" },
    { "meat", NOUN, "M300" },
    { "meeting", NOUN, "M352" },
    { "message", NOUN, "M220" },
    { "microphone", NOUN, "M261" },
    { "midnight", TIME, "M352" },
    { "might", AUX, "M230" },
    { "milk", NOUN, "M420" },
    { "million", NUMBER, "M450" },
    { "minute", TIME, "M530" },
    { "monday", TIME, "M530" },
    { "month", TIME, "M530" },
    { "morning", TIME, "M655" },
    { "mother", PERSON, "M360" },
    { "mountain", NOUN, "M535" },
    { "mouse", NOUN, "M200" },
    { "move", VERB, "M100" },
    { "movie", NOUN, "M100" },
    { "multiply", VERB, "M431" },
    { "music", NOUN, "M220" },
    { "must", AUX, "M230" },
    { "mute", VERB, "M300" },
    { "my", PRONOUN, "M000" },
    { "name", NOUN, "N500" },
    { "navigate", VERB, "N123" },
    { "near", ADJ, "N600" },
    { "network", NOUN, "N362" },
    { "new", ADJ, "N000" },
    { "news", NOUN, "N200" },
    { "next", ADJ, "N230" },
    { "night", TIME, "N230" },
    { "nine", NUMBER, "N500" },
    { "nineteen", NUMBER, "N535" },
    { "ninety", NUMBER, "N530" },
    { "no", ARTICLE, "N000" },
    { "noon", TIME, "N500" },
    { "nora", PERSON, "N600" },
    { "not", AUX, "N300" },
    { "note", NOUN, "N300" },
    { "november", TIME, "N151" },
    { "number", NOUN, "N516" },
    { "october", TIME, "O231" },
    { "of", PREP, "O100" },
    { "off", PREP, "O100" },
    { "office", NOUN, "O120" },
    { "okay", FILLER, "O200" },
    { "old", ADJ, "O430" },
    { "on", PREP, "O500" },
    { "one", NUMBER, "O500" },
    { "onto", PREP, "O530" },
    { "open", VERB, "O150" },
    { "or", CONJ, "O600" },
    { "orange", NOUN, "O652" },
    { "order", VERB, "O636" },
    { "oscar", PERSON, "O260" },
    { "our", PRONOUN, "O600" },
    { "out", PREP, "O300" },
    { "outside", PLACE, "O323" },
    { "oven", NOUN, "O150" },
    { "over", PREP, "O160" },
    { "page", NOUN, "P200" },
    { "pair", VERB, "P600" },
    { "park", NOUN, "P620" },
    { "past", PREP, "P230" },
    { "pasta", NOUN, "P230" },
    { "paste", VERB, "P230" },
    { "paula", PERSON, "P400" },
    { "pause", VERB, "P200" },
    { "pay", VERB, "P000" },
    { "pepper", NOUN, "P160" },
    { "phone", VERB, "P500" },
    { "photo", NOUN, "P300" },
    { "pick", VERB, "P200" },
    { "picture", NOUN, "P236" },
    { "pink", ADJ, "P520" },
    { "pizza", NOUN, "P200" },
    { "play", VERB, "P400" },
    { "player", NOUN, "P460" },
    { "playlist", NOUN, "P442" },
    { "please", FILLER, "P420" },
    { "plumber", PERSON, "P451" },
    { "porch", PLACE, "P620" },
    { "previous", ADJ, "P612" },
    { "print", VERB, "P653" },
    { "printer", NOUN, "P653" },
    { "purple", ADJ, "P614" },
    { "quarter", TIME, "Q636" },
    { "quentin", PERSON, "Q535" },
    { "question", NOUN, "Q235" },
    { "quiet", ADJ, "Q300" },
    { "quit", VERB, "Q300" },
    { "race", NOUN, "R200" },
    { "radio", NOUN, "R300" },
    { "rain", NOUN, "R500" },
    { "raise", VERB, "R200" },
    { "read", VERB, "R300" },
    { "recipe", NOUN, "R210" },
    { "record", VERB, "R263" },
    { "red", ADJ, "R300" },
    { "redial", VERB, "R340" },
    { "redo", VERB, "R300" },
    { "reject", VERB, "R223" },
    { "remind", VERB, "R553" },
    { "reminder", NOUN, "R553" },
    { "remove", VERB, "R510" },
    { "repeat", VERB, "R130" },
    { "reply", VERB, "R140" },
    { "restaurant", NOUN, "R236" },
    { "resume", VERB, "R250" },
    { "rice", NOUN, "R200" },
    { "ride", VERB, "R300" },
    { "right", ADJ, "R230" },
    { "ring", VERB, "R520" },
    { "river", NOUN, "R160" },
    { "road", NOUN, "R300" },
    { "rosa", PERSON, "R200" },
    { "route", NOUN, "R300" },
    { "salad", NOUN, "S430" },
    { "salt", NOUN, "S430" },
    { "saturday", TIME, "S363" },
    { "save", VERB, "S100" },
    { "say", VERB, "S000" },
    { "scan", VERB, "S500" },
    { "school", NOUN, "S400" },
    { "score", NOUN, "S600" },
    { "screen", NOUN, "S650" },
    { "scroll", VERB, "S640" },
    { "search", VERB, "S620" },
    { "second", TIME, "S253" },
    { "select", VERB, "S423" },
    { "sell", VERB, "S400" },
    { "send", VERB, "S530" },
    { "sentence", NOUN, "S535" },
    { "september", TIME, "S135" },
    { "set", VERB, "S300" },
    { "seven", NUMBER, "S150" },
    { "seventeen", NUMBER, "S153" },
    { "seventy", NUMBER, "S153" },
    { "shall", AUX, "S400" },
    { "she", PRONOUN, "S000" },
    { "shop", NOUN, "S100" },
    { "short", ADJ, "S630" },
    { "should", AUX, "S430" },
    { "show", VERB, "S000" },
    { "shuffle", VERB, "S140" },
    { "simon", PERSON, "S550" },
    { "since", PREP, "S520" },
    { "sister", PERSON, "S236" },
    { "six", NUMBER, "S200" },
    { "sixteen", NUMBER, "S235" },
    { "sixty", NUMBER, "S230" },
    { "skip", VERB, "S100" },
    { "sleep", VERB, "S410" },
    { "slow", ADJ, "S400" },
    { "small", ADJ, "S540" },
    { "snow", NOUN, "S500" },
    { "so", CONJ, "S000" },
    { "some", ARTICLE, "S500" },
    { "song", NOUN, "S520" },
    { "sound", NOUN, "S530" },
    { "soup", NOUN, "S100" },
    { "speak", VERB, "S120" },
    { "speaker", NOUN, "S126" },
    { "spell", VERB, "S140" },
    { "sport", NOUN, "S163" },
    { "square", NOUN, "S600" },
    { "start", VERB, "S363" },
    { "station", NOUN, "S335" },
    { "stop", VERB, "S310" },
    { "store", VERB, "S360" },
    { "storm", NOUN, "S365" },
    { "street", NOUN, "S363" },
    { "study", PLACE, "S330" },
    { "subtract", VERB, "S136" },
    { "sugar", NOUN, "S260" },
    { "sun", NOUN, "S500" },
    { "sunday", TIME, "S530" },
    { "switch", VERB, "S320" },
    { "tablet", NOUN, "T143" },
    { "take", VERB, "T200" },
    { "task", NOUN, "T200" },
    { "tea", NOUN, "T000" },
    { "team", NOUN, "T500" },
    { "tell", VERB, "T400" },
    { "temperature", NOUN, "T516" },
    { "ten", NUMBER, "T500" },
    { "terrace", PLACE, "T620" },
    { "test", VERB, "T230" },
    { "text", NOUN, "T230" },
    { "that", PRONOUN, "T300" },
    { "the", ARTICLE, "T000" },
    { "their", PRONOUN, "T600" },
    { "them", PRONOUN, "T500" },
    { "then", CONJ, "T500" },
    { "these", PRONOUN, "T200" },
    { "they", PRONOUN, "T000" },
    { "thirteen", NUMBER, "T635" },
    { "thirty", NUMBER, "T630" },
    { "this", PRONOUN, "T200" },
    { "those", PRONOUN, "T200" },
    { "thousand", NUMBER, "T253" },
    { "three", NUMBER, "T600" },
    { "thursday", TIME, "T623" },
    { "timer", NOUN, "T560" },
    { "tina", PERSON, "T500" },
    { "to", PREP, "T000" },
    { "toaster", NOUN, "T236" },
    { "today", TIME, "T300" },
    { "tomorrow", TIME, "T560" },
    { "town", NOUN, "T500" },
    { "track", NOUN, "T620" },
    { "traffic", NOUN, "T612" },
    { "translate", VERB, "T652" },
    { "tuesday", TIME, "T230" },
    { "turn", VERB, "T650" },
    { "twelve", NUMBER, "T410" },
    { "twenty", NUMBER, "T530" },
    { "two", NUMBER, "T000" },
    { "type", VERB, "T100" },
    { "uh", FILLER, "U000" },
    { "ulrich", PERSON, "U462" },
    { "um", FILLER, "U500" },
    { "uncle", PERSON, "U524" },
    { "under", PREP, "U536" },
    { "undo", VERB, "U530" },
    { "unlock", VERB, "U542" },
    { "unmute", VERB, "U530" },
    { "until", PREP, "U534" },
    { "up", PREP, "U100" },
    { "upstairs", PLACE, "U123" },
    { "us", PRONOUN, "U200" },
    { "vera", PERSON, "V600" },
    { "video", NOUN, "V300" },
    { "village", NOUN, "V420" },
    { "volume", NOUN, "V450" },
    { "wait", VERB, "W300" },
    { "wake", VERB, "W200" },
    { "walk", VERB, "W420" },
    { "walter", PERSON, "W436" },
    { "warm", VERB, "W650" },
    { "was", AUX, "W200" },
    { "washer", NOUN, "W260" },
    { "watch", NOUN, "W320" },
    { "water", NOUN, "W360" },
    { "we", PRONOUN, "W000" },
    { "weather", NOUN, "W360" },
    { "wednesday", TIME, "W352" },
    { "week", TIME, "W200" },
    { "weigh", VERB, "W200" },
    { "well", FILLER, "W400" },
    { "were", AUX, "W600" },
    { "what", PRONOUN, "W300" },
    { "when", PRONOUN, "W500" },
    { "where", PRONOUN, "W600" },
    { "which", PRONOUN, "W200" },
    { "while", CONJ, "W400" },
    { "white", ADJ, "W300" },
    { "who", PRONOUN, "W000" },
    { "why", PRONOUN, "W000" },
    { "will", AUX, "W400" },
    { "wind", NOUN, "W530" },
    { "window", NOUN, "W530" },
    { "with", PREP, "W300" },
    { "without", PREP, "W330" },
    { "word", NOUN, "W630" },
    { "would", AUX, "W430" },
    { "write", VERB, "W630" },
    { "xenia", PERSON, "X500" },
    { "year", TIME, "Y600" },
    { "yellow", ADJ, "Y400" },
    { "yesterday", TIME, "Y236" },
    { "you", PRONOUN, "Y000" },
    { "your", PRONOUN, "Y600" },
    { "yvonne", PERSON, "Y150" },
    { "zero", NUMBER, "Z600" },
    { "zoe", PERSON, "Z000" },
    { "zoom", VERB, "Z500" },
};

struct contraction {
    const char *word, *expansion;
};

static const struct contraction contractions[] = {
    { "aren't", "are not" },
    { "can't", "can not" },
    { "couldn't", "could not" },
    { "didn't", "did not" },
    { "doesn't", "does not" },
    { "don't", "do not" },
    { "hadn't", "had not" },
    { "hasn't", "has not" },
    { "haven't", "have not" },
    { "he'll", "he will" },
    { "he's", "he is" },
    { "how's", "how is" },
    { "i'd", "i would" },
    { "i'll", "i will" },
    { "i'm", "i am" },
    { "i've", "i have" },
    { "isn't", "is not" },
    { "it'll", "it will" },
    { "it's", "it is" },
    { "let's", "let us" },
    { "o'clock", "of the clock" },
    { "she'll", "she will" },
    { "she's", "she is" },
    { "shouldn't", "should not" },
    { "that's", "that is" },
    { "they're", "they are" },
    { "wasn't", "was not" },
    { "we'll", "we will" },
    { "we're", "we are" },
    { "weren't", "were not" },
    { "what's", "what is" },
    { "where's", "where is" },
    { "who's", "who is" },
    { "won't", "will not" },
    { "wouldn't", "would not" },
    { "you're", "you are" },
};

struct number_word {
    const char *word;
    int value;
    int scale;                  /* 1, or what the number before is multiplied by */
};

static const struct number_word number_words[] = {
    { "zero", 0, 1 },
    { "one", 1, 1 },
    { "two", 2, 1 },
    { "three", 3, 1 },
    { "four", 4, 1 },
    { "five", 5, 1 },
    { "six", 6, 1 },
    { "seven", 7, 1 },
    { "eight", 8, 1 },
    { "nine", 9, 1 },
    { "ten", 10, 1 },
    { "eleven", 11, 1 },
    { "twelve", 12, 1 },
    { "thirteen", 13, 1 },
    { "fourteen", 14, 1 },
    { "fifteen", 15, 1 },
    { "sixteen", 16, 1 },
    { "seventeen", 17, 1 },
    { "eighteen", 18, 1 },
    { "nineteen", 19, 1 },
    { "twenty", 20, 1 },
    { "thirty", 30, 1 },
    { "forty", 40, 1 },
    { "fifty", 50, 1 },
    { "sixty", 60, 1 },
    { "seventy", 70, 1 },
    { "eighty", 80, 1 },
    { "ninety", 90, 1 },
    { "hundred", 0, 100 },
    { "thousand", 0, 1000 },
    { "million", 0, 1000000 },
};

/* The words of the spelling alphabet, by letter. */
static const char *const alphabet[26] = {
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india",
    "juliet", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo",
    "sierra", "tango", "uniform", "victor", "whiskey", "xray", "yankee", "zulu",
};

struct accent {
    unsigned code;              /* of the letter in Unicode */
    char plain[3];
};

static const struct accent accents[] = {
    { 0xc0, "a" },  /* A grave */
    { 0xc1, "a" },  /* A acute */
    { 0xc2, "a" },  /* A circumflex */
    { 0xc4, "ae" }, /* A diaeresis */
    { 0xc6, "ae" }, /* AE */
    { 0xc7, "c" },  /* C cedilla */
    { 0xc8, "e" },  /* E grave */
    { 0xc9, "e" },  /* E acute */
    { 0xca, "e" },  /* E circumflex */
    { 0xd1, "n" },  /* N tilde */
    { 0xd6, "oe" }, /* O diaeresis */
    { 0xd8, "o" },  /* O stroke */
    { 0xdc, "ue" }, /* U diaeresis */
    { 0xdf, "ss" }, /* sharp s */
    { 0xe0, "a" },  /* a grave */
    { 0xe1, "a" },  /* a acute */
    { 0xe2, "a" },  /* a circumflex */
    { 0xe3, "a" },  /* a tilde */
    { 0xe4, "ae" }, /* a diaeresis */
    { 0xe5, "a" },  /* a ring */
    { 0xe6, "ae" }, /* ae */
    { 0xe7, "c" },  /* c cedilla */
    { 0xe8, "e" },  /* e grave */
    { 0xe9, "e" },  /* e acute */
    { 0xea, "e" },  /* e circumflex */
    { 0xeb, "e" },  /* e diaeresis */
    { 0xec, "i" },  /* i grave */
    { 0xed, "i" },  /* i acute */
    { 0xee, "i" },  /* i circumflex */
    { 0xef, "i" },  /* i diaeresis */
    { 0xf1, "n" },  /* n tilde */
    { 0xf2, "o" },  /* o grave */
    { 0xf3, "o" },  /* o acute */
    { 0xf4, "o" },  /* o circumflex */
    { 0xf5, "o" },  /* o tilde */
    { 0xf6, "oe" }, /* o diaeresis */
    { 0xf8, "o" },  /* o stroke */
    { 0xf9, "u" },  /* u grave */
    { 0xfa, "u" },  /* u acute */
    { 0xfb, "u" },  /* u circumflex */
    { 0xfc, "ue" }, /* u diaeresis */
    { 0xfd, "y" },  /* y acute */
    { 0xff, "y" },  /* y diaeresis */
    { 0x105, "a" }, /* a ogonek */
    { 0x107, "c" }, /* c acute */
    { 0x119, "e" }, /* e ogonek */
    { 0x142, "l" }, /* l stroke */
    { 0x144, "n" }, /* n acute */
    { 0x15b, "s" }, /* s acute */
    { 0x17a, "z" }, /* z acute */
    { 0x17c, "z" }, /* z dot */
};

enum char_class { C_CONTROL, C_BLANK, C_PUNCTUATION, C_DIGIT, C_UPPER, C_LOWER, C_QUOTE };

/* What the characters of ASCII are. */
static const unsigned char char_class[128] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, /* control characters, with tab and line ends */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 2, 2, 2, 2, 2, 2, 6, 2, 2, 2, 2, 2, 2, 2, 2, /* blank, ! to / with the apostrophe */
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, /* digits, : to ? */
    2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, /* @, A to O */
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, /* P to Z, [ to _ */
    6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, /* `, a to o */
    5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 2, 2, 0, /* p to z, { to ~ */
};

/* Which consonants sound alike, for a to z; 0 is no consonant. */
static const char sound_group[27] = "01230120" /* a to h */ "02245501" /* i to p */ "262301" /* q to v */ "0202"; /* w to z */

/* ==== growing texts ==== */

struct text {
    char *data;                 /* always terminated */
    size_t length;
    size_t capacity;
};

static int text_init(struct text *t, size_t capacity)
{
    assert(capacity > 0);
    t->data = malloc(capacity);
    if (t->data == NULL)
        return E_NOMEM;
    t->data[0] = '\0';
    t->length = 0;
    t->capacity = capacity;
    return OK;
}

static void text_free(struct text *t)
{
    free(t->data);
    t->data = NULL;
    t->length = t->capacity = 0;
}

/* Makes room for so many more characters. */
static int text_reserve(struct text *t, size_t more)
{
    size_t capacity = t->capacity;
    char *data;

    if (t->length + more + 1 <= capacity)
        return OK;
    while (t->length + more + 1 > capacity)
        capacity *= 2;
    data = realloc(t->data, capacity);
    if (data == NULL)
        return E_NOMEM;
    t->data = data;
    t->capacity = capacity;
    return OK;
}

static int text_add(struct text *t, const char *s, size_t n)
{
    int status = text_reserve(t, n);

    if (status != OK)
        return status;
    memcpy(t->data + t->length, s, n);
    t->length += n;
    t->data[t->length] = '\0';
    return OK;
}

static int text_add_string(struct text *t, const char *s)
{
    return text_add(t, s, strlen(s));
}

static int text_add_char(struct text *t, char c)
{
    return text_add(t, &c, 1);
}

/* A copy of a string that the caller frees, or NULL. */
static char *duplicate(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);

    if (copy != NULL)
        memcpy(copy, s, size);
    return copy;
}

static char *skip_blanks(char *s)
{
    while (*s == ' ')
        s++;
    return s;
}

/* ==== fold and clean ==== */

/* The plain form of an accented letter. */
static const char *plain_letter(unsigned code)
{
    size_t i;

    for (i = 0; i < COUNT(accents); i++)
        if (accents[i].code == code)
            return accents[i].plain;
    return "?";
}

/* Replaces letters beyond ASCII, which come in UTF-8, by plain ones. */
static int fold(const char *in, struct text *out)
{
    int status = OK;

    for (; *in != '\0' && status == OK; in++) {
        unsigned char c = (unsigned char)*in;
        if (c < 0x80) {
            status = text_add_char(out, *in);
        } else if ((c & 0xe0) == 0xc0 && in[1] != '\0') {
            unsigned code = (c & 0x1fu) << 6 | ((unsigned char)in[1] & 0x3fu);
            status = text_add_string(out, plain_letter(code));
            in++;
        } else if (in[1] != '\0') {
            status = text_add_char(out, '?');
        } else {
            status = text_add_char(out, *in);
        }
    }
    return status;
}

/* Makes letters small and everything but letters, digits and apostrophes a blank; no two blanks in a row. */
static void clean(struct text *t)
{
    size_t from, to = 0;

    for (from = 0; from < t->length; from++) {
        char c = t->data[from];
        switch (char_class[(int)c]) {
        case C_UPPER:
            c = (char)(c - 'A' + 'a');
            break;
        case C_LOWER:
        case C_DIGIT:
            break;
        case C_QUOTE:
            c = '\'';
            break;
        case C_CONTROL:
            continue;
        default:
            c = ' ';
            break;
        }
        if (c == ' ' && to > 0 && t->data[to - 1] == ' ')
            continue;
        t->data[to++] = c;
    }
    assert(to <= t->length);
    t->data[to] = '\0';
    t->length = to;
}

/* Removes blanks at the end. */
static void trim_end(char *s)
{
    int n = (int)strlen(s);

    while (s[n - 1] == ' ')
        s[--n] = '\0';
}

/* ==== expand ==== */

static const char *find_contraction(const char *word)
{
    size_t low = 0, high = COUNT(contractions);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(word, contractions[middle].word);
        if (order == 0)
            return contractions[middle].expansion;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Copies a line and replaces contractions; `out` has room for `size` characters. */
static int expand(const char *line, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    line += strspn(line, " ");
    while (*line != '\0') {
        char word[UTTERANCE_MAX * 2 + 1];
        size_t n = strcspn(line, " ");
        const char *expansion;

        assert(n < sizeof word);
        memcpy(word, line, n);
        word[n] = '\0';
        expansion = find_contraction(word);
        if (used + 1 + n + 1 > size)
            return E_TOO_LONG;
        if (used > 0)
            out[used++] = ' ';
        strcpy(out + used, expansion != NULL ? expansion : word);
        used += strlen(out + used);
        line += n;
        line += strspn(line, " ");
    }
    return OK;
}

/* ==== vocabulary ==== */

/* The entry of a word, or NULL. */
static const struct vocabulary_entry *find_word(const char *word)
{
    size_t low = 0, high = COUNT(vocabulary);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(word, vocabulary[middle].word);
        if (order == 0)
            return &vocabulary[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static enum word_class class_of(const char *word)
{
    const struct vocabulary_entry *entry = find_word(word);
    return entry != NULL ? entry->class : UNKNOWN;
}

/*
 * How a word sounds: its first letter and the groups of its next three
 * consonants.  A group is not repeated unless a vowel is between; h and w do
 * not count.  Words that do not begin with a letter have no code.
 */
static int sound_code(const char *word, char code[CODE_LENGTH + 1])
{
    int used = 0;
    char last;

    if (word[0] < 'a' || word[0] > 'z')
        return E_SYNTAX;
    code[used++] = (char)(word[0] - 'a' + 'A');
    last = sound_group[word[0] - 'a'];
    for (word++; *word != '\0' && used < CODE_LENGTH; word++) {
        char group;
        if (*word < 'a' || *word > 'z' || *word == 'h' || *word == 'w')
            continue;
        group = sound_group[*word - 'a'];
        if (group != '0' && group != last)
            code[used++] = group;
        last = group;
    }
    while (used < CODE_LENGTH)
        code[used++] = '0';
    code[used] = '\0';
    return OK;
}

static int least(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}

/* How many letters must be changed, added or removed to get from one word to another. */
static int distance(const char *a, const char *b)
{
    int row[WORD_MAX + 1];
    int n = (int)strlen(b);
    int i, j;

    assert(n <= WORD_MAX);
    for (j = 0; j <= n; j++)
        row[j] = j;
    for (i = 1; a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (j = 1; j <= n; j++) {
            int above = row[j];
            row[j] = least(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[n];
}

/* The first entry whose word begins with a letter not before the one given. */
static size_t first_with(char letter)
{
    size_t low = 0, high = COUNT(vocabulary);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (vocabulary[middle].word[0] < letter)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The word of the vocabulary that sounds like another and is spelled most like it, or NULL. */
static const struct vocabulary_entry *find_alike(const char *word)
{
    const struct vocabulary_entry *best = NULL;
    char code[CODE_LENGTH + 1];
    int best_distance = 3;
    size_t i;

    if (sound_code(word, code) != OK)
        return NULL;
    for (i = first_with(word[0]); i < COUNT(vocabulary) && vocabulary[i].word[0] == word[0]; i++) {
        int d;
        if (memcmp(vocabulary[i].code, code, CODE_LENGTH) != 0)
            continue;
        d = distance(word, vocabulary[i].word);
        if (d < best_distance) {
            best_distance = d;
            best = &vocabulary[i];
        }
    }
    return best;
}

/* Cuts an ending off a word; `out` has room for WORD_MAX characters.  Returns whether there was one. */
static int stem(const char *word, char *out)
{
    static const char *const endings[] = { "ing", "ed", "es", "s", "ly", "er" };
    size_t n = strlen(word);
    size_t i;

    for (i = 0; i < COUNT(endings); i++) {
        size_t m = strlen(endings[i]);
        if (n > m + 2 && strcmp(word + n - m, endings[i]) == 0) {
            memcpy(out, word, n - m);
            out[n - m] = '\0';
            return 1;
        }
    }
    return 0;
}

/* ==== tokens ==== */

enum token_kind { T_WORD, T_NUMBER, T_TIME, T_SPELLED, T_KINDS };

struct token {
    char *word;                 /* owned */
    enum token_kind kind;
    int value;                  /* of a number; minutes after midnight of a time; first letter of a spelled word */
    int span;                   /* how many tokens it stands for, itself included */
    const char *canonical;      /* what goes into the result; in the pool */
};

struct token_list {
    struct token token[TOKENS_MAX];
    int count;
    int letters;                /* of all words */
    struct text pool;           /* canonical words, one after the other */
};

/* A word that is cut if it is too long, or NULL. */
static char *copy_word(const char *start, size_t n)
{
    char *word = calloc(WORD_MAX, 1);

    if (word == NULL)
        return NULL;
    if (n > WORD_MAX)
        n = WORD_MAX;
    memcpy(word, start, n);
    return word;
}

static int list_init(struct token_list *list)
{
    list->count = 0;
    list->letters = 0;
    return text_init(&list->pool, 48);
}

static void list_free(struct token_list *list)
{
    while (list->count > 0)
        free(list->token[--list->count].word);
    text_free(&list->pool);
}

/* Cuts a line into words. */
static int tokenise(const char *line, struct token_list *list)
{
    line += strspn(line, " ");
    while (*line != '\0') {
        size_t n = strcspn(line, " ");
        struct token *t;

        if (list->count == TOKENS_MAX)
            return E_TOO_LONG;
        t = &list->token[list->count];
        t->word = copy_word(line, n);
        if (t->word == NULL)
            return E_NOMEM;
        t->kind = T_WORD;
        t->value = 0;
        t->span = 1;
        t->canonical = NULL;
        list->count++;
        list->letters += (int)strlen(t->word);
        line += n;
        line += strspn(line, " ");
    }
    return OK;
}

/* Drops words that mean nothing. */
static void drop_fillers(struct token_list *list)
{
    int i, kept = 0;

    while (list->count > 0 && class_of(list->token[list->count - 1].word) == FILLER)
        list->count--;
    for (i = 0; i < list->count; i++) {
        if (class_of(list->token[i].word) == FILLER)
            free(list->token[i].word);
        else
            list->token[kept++] = list->token[i];
    }
    list->count = kept;
}

/* ==== numbers, times, spelled words ==== */

static const struct number_word *find_number(const char *word)
{
    size_t i;

    for (i = 0; i < COUNT(number_words); i++)
        if (number_words[i].word[0] == word[0] && strcmp(number_words[i].word, word) == 0)
            return &number_words[i];
    return NULL;
}

/* Reads a number of digits; returns whether the word is one. */
static int read_digits(const char *word, int *value)
{
    int result = 0;

    if (*word == '\0')
        return 0;
    for (; *word != '\0'; word++) {
        if (*word < '0' || *word > '9')
            return 0;
        if (result < NUMBER_LIMIT / 10)
            result = result * 10 + (*word - '0');
    }
    *value = result;
    return 1;
}

/* Reads a number in words that starts at a token; returns how many tokens it takes, or 0. */
static int read_number(const struct token_list *list, int at, int *value)
{
    int total = 0, current = 0;
    int last_scale = NUMBER_LIMIT;
    int used = 0;

    for (; at + used < list->count; used++) {
        const struct number_word *n = find_number(list->token[at + used].word);
        if (n == NULL)
            break;
        if (n->scale == 1) {
            if (used > 0 && (n->value == 0 || current % (n->value < 10 ? 10 : 100) != 0))
                break;
            current += n->value;
        } else if (n->scale == 100) {
            if (current == 0 || current > 9)
                break;
            current *= 100;
        } else {
            if (current == 0)
                break;
            total += current * n->scale;
            last_scale = n->scale;
            current = 0;
        }
        assert(current < 1000);
    }
    assert(last_scale > 1);
    if (total > NUMBER_LIMIT)
        total = NUMBER_LIMIT;
    *value = total + current;
    return used;
}

/* Marks the numbers of a list. */
static void find_numbers(struct token_list *list)
{
    int i = 0;

    while (i < list->count) {
        struct token *t = &list->token[i];
        int value = 0;
        int used = read_number(list, i, &value);

        if (used == 0 && read_digits(t->word, &value))
            used = 1;
        if (used > 0) {
            t->kind = T_NUMBER;
            t->value = value;
            t->span = used;
            assert(value >= 0);
        }
        i += used > 0 ? used : 1;
    }
}

static int is_word(const struct token_list *list, int at, const char *word)
{
    return at < list->count && strcmp(list->token[at].word, word) == 0;
}

/* A number at a token in the range of an hour or a minute, or -1. */
static int small_number(const struct token_list *list, int at, int limit)
{
    if (at >= list->count || list->token[at].kind != T_NUMBER || list->token[at].span != 1)
        return -1;
    return list->token[at].value < limit ? list->token[at].value : -1;
}

/*
 * Reads "half past seven", "ten to eight", "noon".  Returns how many tokens it
 * takes, or 0; `time` is in minutes after midnight.
 */
static int read_time(const struct token_list *list, int at, int *time)
{
    int minute;
    int hour, to;
    int i = at;

    if (is_word(list, i, "noon") || is_word(list, i, "midnight")) {
        *time = is_word(list, i, "noon") ? 12 * 60 : 0;
        return 1;
    }
    if (is_word(list, i, "half")) {
        minute = 30;
        i++;
    } else if (is_word(list, i, "quarter")) {
        minute = 15;
        i++;
    } else if (small_number(list, i, 60) >= 0) {
        minute = small_number(list, i, 60);
        i++;
    }
    to = is_word(list, i, "to");
    if (!to && !is_word(list, i, "past"))
        return 0;
    i++;
    hour = small_number(list, i, 24);
    if (hour < 0)
        return 0;
    if (minute == 0)
        to = 0;
    *time = hour * 60 + (to ? -minute : minute);
    if (*time < 0)
        *time += 24 * 60;
    return i + 1 - at;
}

static void find_times(struct token_list *list)
{
    int i = 0;

    while (i < list->count) {
        int time = 0;
        int used = read_time(list, i, &time);

        if (used > 0) {
            list->token[i].kind = T_TIME;
            list->token[i].value = time;
            list->token[i].span = used;
        }
        i += used > 0 ? used : 1;
    }
}

/* The letter that a word of the spelling alphabet stands for, or 0. */
static char letter_of(const char *word)
{
    if (word[0] < 'a' || word[0] > 'z')
        return 0;
    return strcmp(alphabet[word[0] - 'a'], word) == 0 ? word[0] : 0;
}

struct spelling {
    const char *letters;
    int count;
};

/* Collects the letters of a word that is spelled from a token on. */
static void spell(const struct token_list *list, int at, struct spelling *result)
{
    char letters[SPELL_MAX + 1];
    int n = 0;

    while (at + n < list->count && n < SPELL_MAX) {
        char letter = letter_of(list->token[at + n].word);
        if (letter == 0)
            break;
        letters[n++] = letter;
    }
    letters[n] = '\0';
    result->letters = letters;
    result->count = n;
}

static void find_spelled(struct token_list *list)
{
    int i;

    for (i = 0; i < list->count; i++) {
        struct spelling s;
        spell(list, i, &s);
        if (s.count < 2)        /* one alone may be an ordinary word */
            continue;
        list->token[i].kind = T_SPELLED;
        list->token[i].value = s.letters[0];
        list->token[i].span = s.count;
        i += s.count - 1;
    }
}

/* ==== canonical words ==== */

/* Puts a word into the pool and returns it there, or NULL. */
static const char *pool_word(struct text *pool, const char *word)
{
    size_t at = pool->length;

    if (text_add(pool, word, strlen(word) + 1) != OK)
        return NULL;
    return pool->data + at;
}

/* Finds for every word the one of the vocabulary that is meant. */
static int find_canonical(struct token_list *list)
{
    int fuzzy = 0;
    int i;

    for (i = 0; i < list->count; i++) {
        struct token *t = &list->token[i];
        const char *word = t->word;
        const struct vocabulary_entry *entry = find_word(word);
        char base[WORD_MAX];

        if (entry == NULL && stem(word, base))
            entry = find_word(base);
        if (entry == NULL && t->kind == T_WORD && fuzzy < FUZZY_LIMIT) {
            entry = find_alike(word);
            fuzzy++;
        }
        t->canonical = pool_word(&list->pool, entry != NULL ? entry->word : word);
        if (t->canonical == NULL)
            return E_NOMEM;
    }
    return OK;
}

/* Puts the canonical words together. */
static int join(const struct token_list *list, struct text *out)
{
    int i, status = OK;

    for (i = 0; i < list->count && status == OK; i++) {
        size_t n = strlen(list->token[i].canonical);
        if (i > 0)
            status = text_add_char(out, ' ');
        if (status == OK)
            status = text_add(out, list->token[i].canonical, n);
    }
    return status;
}

/* ==== statistics ==== */

struct census {
    int of_class[WORD_CLASSES];
    int of_kind[T_KINDS];
};

static void take_census(const struct token_list *list, struct census *c)
{
    int i;

    memset(c, 0, sizeof *c);
    for (i = 0; i < list->count; i++) {
        c->of_class[class_of(list->token[i].word)]++;
        c->of_kind[list->token[i].kind]++;
    }
}

/* Whether an utterance looks like a command: it has a verb, or a person or thing with a number. */
static int looks_like_command(const struct census *c)
{
    if (c->of_class[VERB] > 0)
        return 1;
    return c->of_class[PERSON] + c->of_class[NOUN] > 0 && c->of_kind[T_NUMBER] > 0;
}

/* ==== hypotheses ==== */

struct hypothesis {
    int score;
    char text[UTTERANCE_MAX];
};

struct hypotheses {
    struct hypothesis best[HYPOTHESES]; /* the greatest score first */
    int count;
    int dropped;                /* greatest score that was dropped, or -1 */
};

static void drop(struct hypotheses *h, int score)
{
    if (score > h->dropped)
        h->dropped = score;
}

static void add_hypothesis(struct hypotheses *h, int score, const char *text)
{
    int i = h->count;

    if (h->count == HYPOTHESES) {
        if (score <= h->best[HYPOTHESES - 1].score) {
            drop(h, score);
            return;
        }
        i = HYPOTHESES - 2;
        drop(h, h->best[i].score);
    } else {
        h->count++;
    }
    while (i > 0 && h->best[i - 1].score < score) {
        h->best[i] = h->best[i - 1];
        i--;
    }
    h->best[i].score = score;
    snprintf(h->best[i].text, sizeof h->best[i].text, "%s", text);
}

/* A score between 0 and 100 at the beginning of a string. */
static int read_score(const char *s)
{
    int score = 0;

    for (; *s >= '0' && *s <= '9' && score < 1000; s++)
        score = score * 10 + (*s - '0');
    return score > 100 ? 100 : score;
}

/* Reads "score:text|score:text|...". */
static int read_hypotheses(const char *line, struct hypotheses *h)
{
    char *copy = duplicate(line);
    char *at;

    h->count = 0;
    h->dropped = -1;
    if (copy == NULL)
        return E_NOMEM;
    at = copy = skip_blanks(copy);
    while (*at != '\0') {
        char *bar = strchr(at, '|');
        char *colon;

        if (bar != NULL)
            *bar = '\0';
        colon = strchr(at, ':');
        *colon = '\0';
        add_hypothesis(h, read_score(at), skip_blanks(colon + 1));
        if (bar == NULL)
            break;
        at = bar + 1;
    }
    free(copy);
    return OK;
}

static int average_score(const struct hypotheses *h)
{
    int i, sum = 0;

    for (i = 0; i < h->count; i++)
        sum += h->best[i].score;
    return sum / h->count;
}

/* ==== the whole ==== */

/* Makes words of an utterance; the result is added to `out`. */
static int recognise(const char *utterance, struct text *out)
{
    struct text folded;
    struct token_list list;
    struct census census;
    char expanded[EXPANDED_MAX];
    int i, status;

    status = text_init(&folded, TEXT_START);
    if (status != OK)
        return status;
    status = list_init(&list);
    if (status != OK)
        goto free_text;
    status = fold(utterance, &folded);
    if (status != OK)
        goto free_list;
    clean(&folded);
    trim_end(folded.data);
    status = expand(folded.data, expanded, sizeof expanded);
    if (status != OK)
        goto free_list;
    assert(strlen(expanded) < sizeof expanded);
    status = tokenise(expanded, &list);
    if (status != OK)
        goto free_list;
    drop_fillers(&list);
    find_numbers(&list);
    find_times(&list);
    find_spelled(&list);
    for (i = 0; i < list.count; i++)
        assert(list.token[i].span >= 1 && i + list.token[i].span <= list.count);
    status = find_canonical(&list);
    if (status != OK)
        goto free_list;
    status = join(&list, out);
    if (status != OK)
        goto free_list;
    take_census(&list, &census);
    status = looks_like_command(&census);
    assert(status == 0 || list.count > 0);

free_list:
    list_free(&list);
free_text:
    text_free(&folded);
    return status;
}

/* ==== harness ==== */

static void put(char *line, size_t size, const char *s)
{
    size_t used = strlen(line);

    if (used + strlen(s) + 1 <= size)
        strcpy(line + used, s);
}

/* Puts an utterance together from pieces that inputs choose. */
static void make_utterance(char *line, size_t size, int pieces)
{
    line[0] = '\0';
    while (pieces-- > 0) {
        unsigned char kind = __VERIFIER_nondet_uchar();
        char single[3] = { 0, 0, 0 };

        switch (kind % 8) {
        case 0:
            single[0] = __VERIFIER_nondet_char();
            put(line, size, single);
            continue;
        case 1:
        case 2:
            put(line, size, vocabulary[__VERIFIER_nondet_ushort() % COUNT(vocabulary)].word);
            break;
        case 3:
            put(line, size, number_words[__VERIFIER_nondet_uchar() % COUNT(number_words)].word);
            break;
        case 4:
            put(line, size, contractions[__VERIFIER_nondet_uchar() % COUNT(contractions)].word);
            break;
        case 5:
            put(line, size, alphabet[__VERIFIER_nondet_uchar() % 26]);
            break;
        case 6:
            single[0] = (char)0xc3;
            single[1] = (char)(0x80 | (__VERIFIER_nondet_uchar() & 0x3f));
            put(line, size, single);
            continue;
        default:
            single[0] = (char)('0' + kind / 8 % 10);
            put(line, size, single);
            continue;
        }
        put(line, size, " ");
    }
}

/* Puts a line of hypotheses together. */
static void make_hypotheses(char *line, size_t size, int pieces)
{
    line[0] = '\0';
    while (pieces-- > 0) {
        unsigned char form = __VERIFIER_nondet_uchar();
        char score[8];

        if (form % 16 == 1)
            put(line, size, " ");
        snprintf(score, sizeof score, "%d", __VERIFIER_nondet_uchar() % 110);
        put(line, size, score);
        if (form % 16 != 2)
            put(line, size, ":");
        put(line, size, vocabulary[__VERIFIER_nondet_ushort() % COUNT(vocabulary)].word);
        if (pieces > 0)
            put(line, size, "|");
    }
}

/* The stored sounds are those that the function computes. */
static void check_vocabulary(size_t at)
{
    char code[CODE_LENGTH + 1];
    const struct vocabulary_entry *entry = &vocabulary[at];

    assert(find_word(entry->word) == entry);
    assert(sound_code(entry->word, code) == OK && strcmp(code, entry->code) == 0);
    assert(distance(entry->word, entry->word) == 0);
}

int main(void)
{
    char line[UTTERANCE_MAX];
    struct hypotheses h;
    struct text result;
    int rounds = __VERIFIER_nondet_uchar() % 4;
    int i, n;

    if (text_init(&result, TEXT_START) != OK)
        return 1;
    for (n = 0; n < rounds; n++) {
        unsigned char what = __VERIFIER_nondet_uchar();

        switch (what % 4) {
        case 0:
            check_vocabulary(__VERIFIER_nondet_ushort() % COUNT(vocabulary));
            break;
        case 1:
            make_hypotheses(line, sizeof line, what / 4 % 8);
            if (read_hypotheses(line, &h) != OK)
                break;
            for (i = 1; i < h.count; i++)
                assert(h.best[i - 1].score >= h.best[i].score);
            assert(h.count == 0 || h.best[h.count - 1].score >= h.dropped);
            assert(average_score(&h) <= 100);
            if (h.count > 0 && recognise(h.best[0].text, &result) < 0)
                assert(result.length <= result.capacity);
            break;
        default:
            make_utterance(line, sizeof line, what / 4 % 16);
            if (recognise(line, &result) > 0)
                assert(result.length > 0 && result.data[result.length] == '\0');
            break;
        }
    }
    text_free(&result);
    return 0;
}
