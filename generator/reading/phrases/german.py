"""German: the forms of phrases, and the sentences of a rule sheet."""

from generator.reading.phrases.foreign import Table

# Names ending in -e that count no pieces: "2 Wolle".
_MASS = frozenset("wolle kohle seide energie ehre seife erde hirse gerste hefe würde treue".split())  # noqa: SIM905
_LONG = ("ung", "heit", "keit", "schaft", "ion", "tät")


def plural(name: str) -> str:
    """The plural of a name where a rule gives it; otherwise the name, as in "2 Erz".

    >>> [plural(name) for name in ("Münze", "Werkstatt", "Siedlung", "Wolle")]
    ['Münzen', 'Werkstatt', 'Siedlungen', 'Wolle']
    """
    low = name.casefold()
    if low.endswith("e") and low.rpartition(" ")[2] not in _MASS:
        return f"{name}n"
    return f"{name}en" if low.endswith(_LONG) else name


TABLE = Table(
    forms={
        "gain": "(erhalte|nimm|bekomme) {amount}",
        "bare": "{amount}",
        "gain per": "(erhalte|nimm|bekomme) {amount} (je|pro) {x}",
        "bare per": "{amount} (je|pro) {x}",
        "lose": "(verliere|gib) {amount}[ ab]",
        "lose per": "verliere {amount} (je|pro) {x}",
        "they gain": "{who} (erhält|bekommt) {amount}",
        "they gain per": "{who} (erhält|bekommt) {amount} (je|pro) {x}",
        "they lose": "{who} verliert {amount}",
        "they lose per": "{who} verliert {amount} (je|pro) {x}",
        "steal": "(stiehl|stehle|nimm) {amount} von {from}",
        "roll": "(würfle|würfele)[ mit einem Würfel] und (erhalte|nimm) so (viele|viel) {res}",
        "draw": "ziehe {cards}",
        "draw up to": "fülle deine Hand auf {cards} auf",
        "they draw": "{who} zieht {cards}",
        "they draw up to": "{who} füllt die Hand auf {cards} auf",
        "discard": "(wirf|lege) {cards} ab",
        "discard up to": "(wirf|lege) bis zu {cards} ab",
        "discard down to": "wirf Karten ab bis auf {n}",
        "they discard": "{who} (wirft|legt) {cards} ab",
        "they discard down to": "{who} wirft Karten ab bis auf {n}",
        "trash": "entsorge {cards}",
        "trash up to": "entsorge bis zu {cards}",
        "clean": "wirf deine Hand und alles Ausgespielte ab",
        "trash this": "entsorge diese Karte",
        "again": "(du bist noch einmal am Zug|mache noch einen Zug)",
        "stop": "das Spiel endet",
        "gain card": "nimm eine Karte für höchstens {amount}",
        "gain kind": "nimm eine Karte der Art {kind} für höchstens {amount}",
        "gain card to hand": "nimm eine Karte für höchstens {amount} auf die Hand",
        "gain kind to hand": "nimm eine Karte der Art {kind} für höchstens {amount} auf die Hand",
        "gain named": "nimm {n} {card}",
        "they gain named": "{who} nimmt {n} {card}",
        "set": "{amount} (je|pro) Satz aus {all}",
        "different": "{amount} (je|pro) Sorte aus {any}",
        "steps": "{numbers} (Punkte|Punkt) für {counts} {thing}",
        "most second": "die meisten {thing}: {amount}, die zweitmeisten: {second}",
        "most": "die meisten {thing}: {amount}",
        "if": "(wenn|falls) du {how}{x} hast: ",
        "if none": "(wenn|falls) du (keine|kein|keinen) {thing} hast: ",
        "if opponents": "(wenn|falls) deine Gegner {how}{x} haben: ",
        "pay": "(bezahle|zahle) {cost}: ",
        "may": "(nach Wunsch|wenn du willst|falls du willst): ",
        "aim": "wähle einen Gegner: ",
        "draw per": "ziehe {cards} (je|pro) {x}",
        "they draw per": "{who} zieht {cards} (je|pro) {x}",
        "discard any": "(wirf|lege) beliebig viele Karten ab",
        "discard any kind": "(wirf|lege) beliebig viele Karten der Art {kind} ab",
        "trash any": "entsorge beliebig viele Karten",
        "trash any kind": "entsorge beliebig viele Karten der Art {kind}",
        "swap": "tausche die Hand mit {from}",
        "turn up": "decke Karten auf, bis du {cards} hast, und lege die anderen ab",
        "protect": "du bist bis zu deinem nächsten Zug geschützt",
        "gain card more": "nimm eine Karte für höchstens {amount} mehr als diese",
        "gain kind more": "nimm eine Karte der Art {kind} für höchstens {amount} mehr als diese",
        "gain card more to hand": "nimm eine Karte für höchstens {amount} mehr als diese auf die "
        "Hand",
        "gain kind more to hand": "nimm eine Karte der Art {kind} für höchstens {amount} mehr "
        "als diese auf die Hand",
        "most lose": "die meisten {thing}: verliere {amount}",
        "fewest": "die wenigsten {thing}: {amount}",
        "fewest lose": "die wenigsten {thing}: verliere {amount}",
        "if more": "(wenn|falls) du mehr {x} hast als {who}: ",
        "if fewer": "(wenn|falls) du weniger {x} hast als {who}: ",
        "put back": "lege {cards} von der Hand auf deinen Stapel",
        "put back up to": "lege bis zu {cards} von der Hand auf deinen Stapel",
        "they put back": "{who} legt {cards} von der Hand auf den eigenen Stapel",
        "look": "sieh dir die obersten {n} Karten an, behalte {n2} und lass die anderen liegen",
        "look discards": "sieh dir die obersten {n} Karten an, behalte {n2} und lege die anderen "
        "ab",
        "twice": "spiele eine Karte von der Hand zweimal",
        "twice kind": "spiele eine Karte der Art {kind} von der Hand zweimal",
        "gain different": "erhalte {n} verschiedene aus {all}",
        "times": "bis zu {n}-mal: ",
    },
    choose="wähle eins: ",
    triggers={
        "bought": "Beim Kauf: ",
        "turn": "Jeden Zug: ",
        "end": "Am Ende: ",
        "discarded": "Beim Abwerfen: ",
    },
    who={
        "each opponent": "jeder Gegner",
        "each player": "jeder Spieler",
        "that player": "dieser Spieler",
        "the player to your left": "dein linker Nachbar",
        "the player to your right": "dein rechter Nachbar",
    },
    whom={
        "each opponent": "jedem Gegner",
        "each player": "jedem Spieler",
        "that player": "diesem Spieler",
        "the player to your left": "deinem linken Nachbarn",
        "the player to your right": "deinem rechten Nachbarn",
    },
    places={
        "in your hand": "auf deiner Hand",
        "you own": "in deinem Besitz",
        "of your opponents": "deiner Gegner",
        "of your neighbours": "deiner Nachbarn",
        "of all players": "aller Spieler",
    },
    how={"at least": "mindestens", "at most": "höchstens", "exactly": "genau"},
    numbers=(
        ("ein", "eine", "einen"), ("zwei",), ("drei",), ("vier",), ("fünf",), ("sechs",),
        ("sieben",), ("acht",), ("neun",), ("zehn",), ("elf",), ("zwölf",),
    ),
    points=("Punkt", "Punkte"),
    cards=("Karte", "Karten"),
    away={
        "card discarded": ("abgeworfene Karte", "abgeworfene Karten"),
        "card trashed": ("entsorgte Karte", "entsorgte Karten"),
    },
    of_kind=" der Art {kind}",
    last="und",
    then="dann",
    plural=plural,
    other_words=(
        (r"\b({n}) oder mehr ", r"mindestens \1 "),
        (r"\b({n}) oder weniger ", r"höchstens \1 "),
        (r"^((?:wenn|falls) (?:du|deine gegner) [^:]+? (?:hast|haben)),? (?:dann )?", r"\1: "),
        (r"\b(?:jeder (?:mitspieler|andere spieler)|alle (?:anderen|gegner))\b", "jeder gegner"),
        (r"\bfür jede[ns]? ", "je "),
        (r"^ziehe ({n}) (karten?) nach$", r"ziehe \1 \2"),
        (r"^verliere alle ({res})$", r"verliere 1 \1 je \1"),
        (r"^bezahle ({cost}),? (?:und |dann |um )?", r"bezahle \1: "),
        (r"^tausche ({cost}) (?:gegen|für|in) ({cost})$", r"bezahle \1: erhalte \2"),
        (r"^wenn du ({x}) und ({x}) hast[:,]? ", r"wenn du \1 hast: wenn du \2 hast: "),
    ),
)  # fmt: skip

SENTENCES = {
    "box": "Im Karton",
    "set-up": "Aufbau",
    "turn": "Dein Zug",
    "draft": "Eine Runde",
    "end of round": "Ende einer Runde",
    "end": "Spielende",
    "score": "Wertung",
    "words": "Was die Wörter bedeuten",
    "and": "und",
    "or": "oder",
    "intro": "Für {players} Spieler. Wer die meisten Punkte hat, gewinnt.",
    "box cards": "**{title}**: {cards}",
    "box places": "**{title}**: {n}",
    "box bank": "Marker: {amounts}; mehr gibt es nicht",
    "box tokens": "Marker für {names}, so viele wie nötig",
    "box each": "{amounts} für jeden Spieler",
    "box points": "Papier und Stift für die Punkte",
    "box die": "Ein sechsseitiger Würfel",
    "box icons": "Symbole: {icons}",
    "row": "die Auslage",
    "row of": "die Auslage „{title}“",
    "deck": "der Stapel",
    "deck of": "der Stapel „{title}“",
    "own deck": "deinen Stapel",
    "supply": "der Vorrat",
    "supply of": "der Vorrat „{title}“",
    "from row": "aus der Auslage",
    "from row of": "aus der Auslage „{title}“",
    "from supply": "aus dem Vorrat",
    "from supply of": "aus dem Vorrat „{title}“",
    "from deck": "vom Stapel",
    "from deck of": "vom Stapel „{title}“",
    "of deck": "des Stapels",
    "of deck of": "des Stapels „{title}“",
    "to the deck": "den Stapel",
    "discard pile": "den Ablagestapel",
    "own discard pile": "deinen Ablagestapel",
    "set up deck": "Mischt die Karten „{title}“ und legt sie verdeckt als Stapel bereit.",
    "set up row": "Mischt die Karten „{title}“ und legt sie verdeckt als Stapel bereit. Legt "
    "{cards} davon offen daneben: Das ist {row}.",
    "set up supply": "Sortiert die Karten „{title}“ offen zu Stapeln gleicher Karten: Das ist "
    "{supply}.",
    "set up own": "Jeder nimmt sich {cards}, mischt sie und legt sie verdeckt als eigenen Stapel "
    "vor sich.",
    "set up places": "Legt „{title}“ offen und für alle erreichbar aus.",
    "set up amounts": "Jeder nimmt sich {amounts}.",
    "set up hand": "Gebt jedem Spieler {cards} {deck}.",
    "set up hands": "{cards} bei {n} Spielern",
    "set up hands by": "Gebt jedem Spieler eine Hand {deck}: {hands}.",
    "set up own hand": "Jeder zieht {cards}.",
    "set up phrase": "Reihum führt jeder dies aus: {text}.",
    "set up first": "Wählt einen Startspieler.",
    "set up extra": "Der {ordinal} Spieler in der Zugreihenfolge nimmt sich zusätzlich {amounts}.",
    "ordinals": "erste zweite dritte vierte fünfte sechste",
    "turns": "Ihr seid im Uhrzeigersinn am Zug, beginnend mit dem Startspieler. Waren alle einmal "
    "am Zug, ist die Runde zu Ende.",
    "turns of places": "Ihr seid im Uhrzeigersinn am Zug, beginnend mit dem Startspieler. Haben "
    "alle nacheinander gepasst, ist die Runde zu Ende.",
    "on your turn": "In deinem Zug:",
    "together": "Alle führen dies gleichzeitig aus:",
    "none of": "keine {names}",
    "refresh": "Für diesen Zug hast du {amounts}. Was vom letzten Zug übrig ist, verfällt.",
    "refresh none": "Was dir vom letzten Zug übrig ist, verfällt: {names}.",
    "effects": "Führe **Jeden Zug:** auf den Karten vor dir aus, in der Reihenfolge, in der sie "
    "dort hingelegt wurden.",
    "choose": "Wähle eine dieser Aktionen:",
    "choose may": "Du darfst eine dieser Aktionen wählen:",
    "choose any": "Führe diese Aktionen beliebig oft aus:",
    "choose times": "Wähle nacheinander insgesamt {n} dieser Aktionen, auch mehrmals dieselbe:",
    "choose up to": "Wähle nacheinander bis zu {n} dieser Aktionen, auch mehrmals dieselbe:",
    "choose must": "Wähle eine dieser Aktionen. Ist keine möglich, entfällt dieser Schritt.",
    "choose or pass": "Wähle eine dieser Aktionen. Ist keine möglich, passt du.",
    "only": "{action}",
    "only may": "Wenn du willst: {action}",
    "only any": "Beliebig oft – {action}",
    "only times": "{n}-mal – {action}",
    "only up to": "Bis zu {n}-mal – {action}",
    "must only": "Ist das nicht möglich, entfällt dieser Schritt.",
    "pass only": "Ist das nicht möglich, passt du.",
    "may pass": "Ein Zug, in dem du nichts davon einsetzt, gilt als Passen: {names}.",
    "action": "**{name}**: {text}",
    "for": "für {costs}: {text}",
    "condition": "Nur wählbar, wenn die Bedingung erfüllt ist.",
    "once turn": "(Einmal in jedem Zug.)",
    "once round": "(Nur ein Spieler je Runde.)",
    "place": "**Ein Ort**: Wähle einen Ort, den in dieser Runde noch niemand benutzt hat. Setze "
    "{costs} darauf und führe aus, was dort steht. Du musst bezahlen können, was er verlangt, und "
    "jede Bedingung erfüllen.",
    "play": "spiele {card} aus deiner Hand. Lege sie vor dich und führe aus, was auf ihr steht.",
    "played to discard": "Lege sie danach auf {pile}.",
    "played to hand": "Nimm sie danach wieder auf die Hand.",
    "played to deck": "Lege sie danach oben auf {pile}.",
    "claim": "nimm {card} {where}, wenn du alles hast, was sie verlangt. "
    "Du behältst, was du hast. Dann {goes}.",
    "buy": "kaufe {card} {where}. Bezahle ihre Kosten und {goes}.",
    "to front": "lege sie vor dich",
    "to discard": "lege sie auf {pile}",
    "to hand": "nimm sie auf die Hand",
    "to deck": "lege sie oben auf {pile}",
    "refill": "Fülle die Auslage sofort vom Stapel auf.",
    "carry out": "Führe dann aus, was auf der Karte steht.",
    "card": "eine Karte",
    "card of kind": "eine Karte der Art {kind}",
    "cards of kind": "Karten der Art {kind}",
    "all cards of kind": "alle Karten der Art {kind}",
    "all cards": "alle Karten",
    "every": "Spiele {cards} aus deiner Hand: Lege sie alle vor dich, führe dann aus, was auf "
    "ihnen steht.",
    "keep": "Wähle {cards} aus deiner Hand und lege sie verdeckt vor dich. Haben alle gewählt, "
    "deckt die Karten auf.",
    "keep more": "Wähle {cards} aus deiner Hand (alle, wenn du weniger hast) und lege sie verdeckt "
    "vor dich. Haben alle gewählt, deckt die Karten auf.",
    "pass left": "Gib die übrigen Karten an deinen linken Nachbarn.",
    "pass right": "Gib die übrigen Karten an deinen rechten Nachbarn.",
    "kept": "Führt aus, was auf den neuen Karten steht, beginnend mit dem Startspieler und weiter "
    "im Uhrzeigersinn.",
    "repeat": "Wiederholt diese Schritte, bis alle Hände leer sind. Dann ist die Runde zu Ende.",
    "press": "Decke die oberste Karte {deck} auf. Decke beliebig oft eine weitere auf.",
    "bust": "Liegen zwei {cards} offen, lege alle aufgedeckten Karten auf {pile}.",
    "bust any": "Liegen zwei Karten derselben Art offen, lege alle aufgedeckten Karten auf {pile}.",
    "stop": "Hörst du vorher auf, lege alle aufgedeckten Karten vor dich. Führe dann aus, was auf "
    "ihnen steht, in der Reihenfolge, in der sie aufgedeckt wurden.",
    "hold": "Hast du jetzt zusammen mehr als {n} {names}, gib beliebige davon zurück, bis du {n} "
    "hast.",
    "hold one": "Hast du jetzt mehr als {n} {names}, gib so viele zurück, dass du {n} hast.",
    "home": "Jeder hat wieder {amounts}. Was in dieser Runde benutzt wurde, ist wieder frei.",
    "next first": "Der linke Nachbar des Startspielers wird Startspieler.",
    "round score": "Jeder wertet: {text}.",
    "printed": "Jeder erhält die Punkte, die auf den Karten vor ihm stehen.",
    "clear": "Legt alle Karten vor den Spielern auf {pile}.",
    "clear but": "Legt alle Karten vor den Spielern auf {pile}, außer den {cards}.",
    "deal again": "Ist das Spiel nicht zu Ende, teilt neue Hände aus wie beim Aufbau.",
    "ends": "Das Spiel endet:",
    "end now": "sofort, wenn am Ende eines Zuges {condition};",
    "end finish": "wenn am Ende eines Zuges {condition}, nachdem die Runde zu Ende gespielt ist;",
    "end rounds": "nach {n} Runden;",
    "end stop": "sobald eine Karte oder Aktion es sagt;",
    "somebody": "jemand mindestens {things} hat",
    "any supply empty": "ein Stapel des Vorrats leer ist",
    "supplies empty": "{n} Stapel des Vorrats leer sind",
    "pile empty": "der Stapel „{name}“ leer ist",
    "supply empty": "{supply} leer ist",
    "bank empty": "nichts mehr davon übrig ist: {names}",
    "row empty": "{row} leer ist",
    "deck empty": "{deck} leer ist",
    "as if": "Jederzeit hast du so viele Punkte, wie du erhieltest, wenn das Spiel jetzt endete.",
    "each adds": "Jeder zählt zusammen:",
    "score gained": "die Punkte, die er im Spiel erhalten hat",
    "score printed": "die Punkte, die auf {cards} stehen",
    "score end": "was auf {cards} nach **Am Ende** steht",
    "score round": "falls das Spiel mitten in einer Runde endet, auch die Wertung einer Runde",
    "their cards": "den Karten vor ihm",
    "owned cards": "allen seinen Karten (vor ihm, auf der Hand, im Stapel und im Ablagestapel)",
    "win": "Wer die meisten Punkte hat, gewinnt.",
    "tie most": "Bei Gleichstand gewinnt, wer von ihnen die meisten {what} hat. Besteht er weiter, "
    "teilen sie sich den Sieg.",
    "tie fewest": "Bei Gleichstand gewinnt, wer von ihnen die wenigsten {what} hat. Besteht er "
    "weiter, teilen sie sich den Sieg.",
    "owned": "im eigenen Besitz",
    "tie": "Bei Gleichstand teilen sich die Beteiligten den Sieg.",
    "when bought": "**Beim Kauf:** Führe es aus, wenn du die Karte bezahlt hast, vor allem "
    "anderen, was auf ihr steht.",
    "each turn": "**Jeden Zug:** Führe es in jedem deiner Züge aus, solange die Karte vor dir "
    "liegt.",
    "at end": "**Am Ende:** Werte dies, wenn das Spiel endet. Bis dahin zählt es schon zu "
    "deinen Punkten.",
    "other sentences": "Alle anderen Sätze führst du aus, {when}. Eine Anweisung, die "
    "keinen Spieler nennt, gilt dir.",
    "sentences": "Was auf einer Karte steht, führst du aus, {when}. Eine Anweisung, die "
    "keinen Spieler nennt, gilt dir.",
    "when played": "wenn du die Karte spielst",
    "when laid": "wenn die Karte vor dich gelegt wird",
    "when kept": "wenn die Karte aufgedeckt wird",
    "count": "Zähle nur, was du selbst hast. Karten zählen, solange sie vor dir liegen, "
    "außer die Karte nennt einen anderen Ort. Der Name einer Art zählt nur die Karten dieser "
    "Art.",
    "count owned": "Bei der Wertung zählen alle Karten, die dir gehören.",
    "groups": "**Je 2** (oder 3, 4 …): für jeweils 2 davon. Ein Rest zählt nicht.",
    "less": "Niemand kann mehr verlieren, abgeben oder bezahlen, als er hat: Sollst du mehr "
    "verlieren, verlierst du alles. Nur Punkte dürfen unter 0 sinken.",
    "bank": "Sind zu wenige Marker übrig, nimm die, die noch da sind.",
    "aim": "**Wähle einen Gegner:** „dieser Spieler“ ist der Gegner, den du gewählt hast.",
    "several": "Betrifft ein Satz mehrere Spieler, geht es im Uhrzeigersinn. Du bist zuerst dran, "
    "wenn du dazugehörst.",
    "neighbours": "Deine Nachbarn sind die Spieler links und rechts von dir. Zu zweit ist "
    "der andere dein einziger Nachbar.",
    "pay": "**Bezahle …:** Du darfst bezahlen; nur dann führst du den Rest des Satzes aus. Eine "
    "Aktion oder Möglichkeit, die so beginnt, kannst du nur wählen, indem du bezahlst.",
    "if": "**Wenn …:** Trifft dies nicht zu, entfällt der Rest des Satzes.",
    "one": "**Wähle eins:** Führe eine der Möglichkeiten aus, die durch Schrägstriche "
    "getrennt sind.",
    "may": "**Nach Wunsch:** Entscheide, ob du den Rest des Satzes ausführst.",
    "discard": "**Abwerfen:** Wer abwirft, wählt Karten aus der eigenen Hand für den "
    "Ablagestapel. Wer zu wenige hat, wirft alle ab.",
    "trash": "**Entsorgen:** Wähle Karten aus deiner Hand und nimm sie aus dem Spiel. "
    "**Entsorge diese Karte** nimmt diese Karte aus dem Spiel.",
    "up to": "**Bis zu:** Du darfst weniger wählen oder ganz verzichten.",
    "down to": "**Bis auf:** Wirf ab, bis nur noch so viele auf der Hand sind.",
    "clean": "**Alles Ausgespielte:** alle Karten vor dir.",
    "draw up to": "**Auffüllen:** Ziehe, bis du so viele auf der Hand hast.",
    "gain card": "**Nimm eine Karte:** Nimm eine {where}, falls es eine gibt, ohne zu "
    "bezahlen, und {goes}. Sie darf höchstens so viel kosten, wie angegeben, und nichts "
    "anderes.",
    "gain named": "**Nimm** mit dem Namen einer Karte: Nimm sie {where}, falls es sie dort gibt, "
    "und {goes}.",
    "shuffle": "Ist ein Stapel leer und du brauchst eine Karte, mische seinen Ablagestapel "
    "zu einem neuen Stapel. Ist auch der leer, bekommst du keine Karte.",
    "than": "**Mehr als jeder Gegner:** vergleiche mit jedem einzeln. Du musst vor allen liegen.",
    "protect": "**Du bist geschützt:** bis dein nächster Zug beginnt, haben Sätze, die andere "
    "Spieler ausführen, für dich keine Wirkung, und niemand kann dich wählen.",
    "when discarded": "**Beim Abwerfen:** führe es aus, wenn du die Karte von der Hand abwirfst, "
    "weil ein Satz es verlangt und eine Anzahl nennt.",
    "more": "**Mehr als diese:** als die Karte, die du gerade abgeworfen oder entsorgt hast. Gab "
    "es keine, nimmst du keine Karte.",
    "away": "**Abgeworfene Karte**, **entsorgte Karte:** die, die dieser Satz gerade betroffen "
    "hat.",
    "swap": "**Die Hand tauschen:** tausche alle Handkarten mit diesem Spieler.",
    "turn up": "**Karten aufdecken, bis:** decke Karten deines Nachziehstapels einzeln auf. Die "
    "der Art kommen auf deine Hand. Sind es so viele wie verlangt, lege die anderen ab.",
    "fewest": "**Die wenigsten:** alle, die am wenigsten haben, erhalten oder verlieren diese "
    "Punkte, auch bei null.",
    "column": "**{names}:** zähle diese Zahlen auf den Karten zusammen.",
    "put back": "**Auf deinen Stapel:** verdeckt, oben auf den Stapel, von dem du ziehst.",
    "look": "**Die obersten Karten ansehen:** nur du siehst sie. Nimm die, die du behältst, auf "
    "die Hand. Bleiben die anderen liegen, ändert sich ihre Reihenfolge nicht.",
    "twice": "**Zweimal spielen:** lege die Karte vor dir aus, führe aus, was sie sagt, und "
    "führe es noch einmal aus. Dann kommt sie dorthin, wohin die Karte kommt, die das sagt.",
    "different of": "**Verschiedene aus:** je 1 von so vielen davon, wie verlangt.",
    "times": "**Bis zu …-mal:** entscheide jedes Mal, ob du den Rest des Satzes noch einmal "
    "ausführst.",
    "again": "**Du bist noch einmal am Zug:** Nach diesem Zug hast du einen zusätzlichen "
    "Zug, höchstens einen für jeden Zug.",
    "set": "**Je Satz:** für jeden vollständigen Satz mit je einem davon.",
    "different": "**Je Sorte:** für jede dieser Sorten, von der du mindestens eins hast.",
    "steps": "**1/3 Punkte für 1/2:** 1 Punkt, wenn du 1 hast, aber 3 Punkte, wenn du 2 "
    "oder mehr hast. Die Punkte werden nicht zusammengezählt.",
    "most": "**Die meisten:** Jeder, der am meisten hat, bekommt diese Punkte. Ist das nur ein "
    "Spieler, bekommt jeder mit den zweitmeisten die Punkte für die zweitmeisten. Wer keine hat, "
    "bekommt nichts.",
    "claims": "**Was eine Karte verlangt:** {cards} werden nicht bezahlt. Du musst so viel "
    "davon haben, wie dort steht, und so viele Karten jeder genannten Art vor dir liegen "
    "haben. Du behältst alles.",
    "saves": "Je {name} bezahlst du {one} weniger, mindestens aber 0.",
    "wild": "{name} kannst du anstelle von allem anderen bezahlen, was dir fehlt.",
    "aid end": "Spielende",
    "aid now": "wenn {condition}",
    "aid finish": "wenn {condition} (Runde zu Ende spielen)",
    "aid rounds": "nach {n} Runden",
    "aid stop": "eine Karte sagt es",
    "aid win": "Wer die meisten Punkte hat, gewinnt.",
    "aid tie most": "Gleichstand: die meisten {what}.",
    "aid tie fewest": "Gleichstand: die wenigsten {what}.",
    "aid places": "**Ein Ort**, den niemand benutzt hat: Setze {costs} darauf und führe aus, was "
    "dort steht.",
}
