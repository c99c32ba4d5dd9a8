"""Spanish: the forms of phrases, and the sentences of a rule sheet."""

import re

from generator.reading.phrases.foreign import Table

# Names that count no pieces: "2 madera".
_MASS = frozenset(
    """
    madera lana mineral oro plata hierro trigo agua carbón comida energía roble arcilla
    cuero heno sal seda vidrio pan cobre
    """.split()  # noqa: SIM905
)
_LINKS = frozenset("de del en a al con para".split())  # noqa: SIM905


def plural(name: str) -> str:
    """The plural of a name: each word up to "de", "en" or "a".

    >>> [plural(name) for name in ("moneda", "gran obra", "pez", "acción", "lana", "rey de oro")]
    ['monedas', 'grandes obras', 'peces', 'acciones', 'lana', 'reyes de oro']
    """
    if name.casefold() in _MASS:
        return name
    words = name.split(" ")
    end = next((i for i, word in enumerate(words) if word in _LINKS), len(words))
    return " ".join([*map(_plural, words[:end]), *words[end:]])


def _plural(word: str) -> str:
    low = word.casefold()
    if low.endswith(("s", "x")):
        return word
    if low == "gran":
        return f"{word}des"
    if low.endswith("z"):
        return f"{word[:-1]}ces"
    if found := re.search("[áéíóú]n$", low):
        return f"{word[:-2]}{'aeiou'['áéíóú'.index(found[0][0])]}nes"
    return f"{word}s" if low[-1:] in "aeiouáéó" else f"{word}es"


def and_before(word: str) -> str:
    """ "y", or "e" before the same sound: "mapa e isla"."""
    return "e" if re.match(r"[\d\s]*(?:i|í|hi(?!e)|hí)", word, re.IGNORECASE) else "y"


TABLE = Table(
    forms={
        "gain": "(gana|toma|recibe) {amount}",
        "bare": "{amount}",
        "gain per": "(gana|toma|recibe) {amount} por {x}",
        "bare per": "{amount} por {x}",
        "lose": "pierde {amount}",
        "lose per": "pierde {amount} por {x}",
        "they gain": "{who} (gana|recibe|toma) {amount}",
        "they gain per": "{who} (gana|recibe|toma) {amount} por {x}",
        "they lose": "{who} pierde {amount}",
        "they lose per": "{who} pierde {amount} por {x}",
        "steal": "(quita|roba) {amount} a {from}",
        "roll": "(tira|lanza) un dado y gana esa cantidad de {res}",
        "draw": "roba {cards}",
        "draw up to": "roba hasta tener {cards}",
        "they draw": "{who} roba {cards}",
        "they draw up to": "{who} roba hasta tener {cards}",
        "discard": "descarta {cards}",
        "discard up to": "descarta hasta {cards}",
        "discard down to": "descarta hasta quedarte con {n} cartas",
        "they discard": "{who} descarta {cards}",
        "they discard down to": "{who} descarta hasta quedarse con {n} cartas",
        "trash": "elimina {cards}",
        "trash up to": "elimina hasta {cards}",
        "clean": "descarta tu mano y lo que has jugado",
        "trash this": "elimina esta carta",
        "again": "juega otro turno",
        "stop": "la partida termina",
        "gain card": "toma una carta que cueste como máximo {amount}",
        "gain kind": "toma una carta de {kind} que cueste como máximo {amount}",
        "gain card to hand": "toma en la mano una carta que cueste como máximo {amount}",
        "gain kind to hand": "toma en la mano una carta de {kind} que cueste como máximo {amount}",
        "gain named": "(toma|gana) {n} {card}",
        "they gain named": "{who} toma {n} {card}",
        "set": "{amount} por juego de {all}",
        "different": "{amount} por cada tipo entre {any}",
        "steps": "{numbers} (puntos|punto) por {counts} {thing}",
        "most second": "mayoría de {thing}: {amount}, segundo: {second}",
        "most": "mayoría de {thing}: {amount}",
        "if": "si tienes {how}{x}: ",
        "if none": "si no tienes {thing}: ",
        "if opponents": "si tus rivales tienen {how}{x}: ",
        "pay": "paga {cost}: ",
        "may": "si quieres: ",
        "aim": "elige un rival: ",
        "draw per": "roba {cards} por {x}",
        "they draw per": "{who} roba {cards} por {x}",
        "discard any": "descarta tantas cartas como quieras",
        "discard any kind": "descarta tantas cartas de {kind} como quieras",
        "trash any": "elimina tantas cartas como quieras",
        "trash any kind": "elimina tantas cartas de {kind} como quieras",
        "swap": "intercambia la mano con {from}",
        "turn up": "revela cartas hasta tener {cards} y descarta las demás",
        "protect": "quedas a salvo hasta tu próximo turno",
        "gain card more": "toma una carta que cueste como máximo {amount} más que ella",
        "gain kind more": "toma una carta de {kind} que cueste como máximo {amount} más que ella",
        "gain card more to hand": "toma en la mano una carta que cueste como máximo {amount} más "
        "que ella",
        "gain kind more to hand": "toma en la mano una carta de {kind} que cueste como máximo "
        "{amount} más que ella",
        "most lose": "mayoría de {thing}: pierde {amount}",
        "fewest": "minoría de {thing}: {amount}",
        "fewest lose": "minoría de {thing}: pierde {amount}",
        "if more": "si tienes más {x} que {who}: ",
        "if fewer": "si tienes menos {x} que {who}: ",
        "put back": "pon {cards} de tu mano sobre tu mazo",
        "put back up to": "pon hasta {cards} de tu mano sobre tu mazo",
        "they put back": "{who} pone {cards} de su mano sobre su mazo",
        "look": "mira las {n} primeras cartas, quédate con {n2} y deja las demás",
        "look discards": "mira las {n} primeras cartas, quédate con {n2} y descarta las demás",
        "twice": "juega dos veces una carta de tu mano",
        "twice kind": "juega dos veces una carta de {kind} de tu mano",
        "gain different": "gana {n} diferentes entre {all}",
        "times": "hasta {n} veces: ",
    },
    choose="elige una opción: ",
    triggers={
        "bought": "Al comprar: ",
        "turn": "Cada turno: ",
        "end": "Al final: ",
        "discarded": "Al descartar: ",
    },
    who={
        "each opponent": "cada rival",
        "each player": "cada jugador",
        "that player": "ese jugador",
        "the player to your left": "tu vecino de la izquierda",
        "the player to your right": "tu vecino de la derecha",
    },
    whom={
        "each opponent": "cada rival",
        "each player": "cada jugador",
        "that player": "ese jugador",
        "the player to your left": "tu vecino de la izquierda",
        "the player to your right": "tu vecino de la derecha",
    },
    places={
        "in your hand": "en tu mano",
        "you own": "en tu poder",
        "of your opponents": "de tus rivales",
        "of your neighbours": "de tus vecinos",
        "of all players": "de todos los jugadores",
    },
    how={"at least": "al menos", "at most": "como máximo", "exactly": "exactamente"},
    numbers=(
        ("un", "una"), ("dos",), ("tres",), ("cuatro",), ("cinco",), ("seis",), ("siete",),
        ("ocho",), ("nueve",), ("diez",), ("once",), ("doce",),
    ),
    points=("punto", "puntos"),
    cards=("carta", "cartas"),
    away={
        "card discarded": ("carta descartada", "cartas descartadas"),
        "card trashed": ("carta eliminada", "cartas eliminadas"),
    },
    of_kind=" de {kind}",
    last="y",
    then="luego",
    plural=plural,
    other_words=(
        (r"\b({n}) o más ", r"al menos \1 "),
        (r"\b({n}) o menos ", r"como máximo \1 "),
        (r"^(si (?:no )?(?:tienes|tus rivales tienen) [^:,]+), (?:entonces )?", r"\1: "),
        (r"\bcada (?:oponente|adversario|contrincante) ", "cada rival "),
        (r"^paga ({cost})(?:,? (?:y|para)|,) ", r"paga \1: "),
        (r"^cambia ({cost}) por ({cost})$", r"paga \1: gana \2"),
    ),
    and_before=and_before,
)  # fmt: skip

SENTENCES = {
    "box": "Componentes",
    "set-up": "Preparación",
    "turn": "Tu turno",
    "draft": "Una ronda",
    "end of round": "Fin de una ronda",
    "end": "Fin de la partida",
    "score": "Puntuación",
    "words": "Qué significan las palabras",
    "and": "y",
    "or": "o",
    "intro": "Para {players} jugadores. Gana quien tenga más puntos.",
    "box cards": "**{title}**: {cards}",
    "box places": "**{title}**: {n}",
    "box bank": "Fichas: {amounts}, y no hay más",
    "box tokens": "Fichas, tantas como hagan falta: {names}",
    "box each": "{amounts} por jugador",
    "box points": "Papel y lápiz para los puntos",
    "box die": "Un dado de seis caras",
    "box icons": "Iconos: {icons}",
    "row": "el mercado",
    "row of": "el mercado «{title}»",
    "from row": "del mercado",
    "from row of": "del mercado «{title}»",
    "deck": "el mazo",
    "deck of": "el mazo «{title}»",
    "from deck": "del mazo",
    "from deck of": "del mazo «{title}»",
    "of deck": "del mazo",
    "of deck of": "del mazo «{title}»",
    "to the deck": "el mazo",
    "own deck": "tu mazo",
    "supply": "la reserva",
    "supply of": "la reserva «{title}»",
    "from supply": "de la reserva",
    "from supply of": "de la reserva «{title}»",
    "discard pile": "el descarte",
    "own discard pile": "tu descarte",
    "set up deck": "Baraja las cartas «{title}» y ponlas boca abajo: son el mazo.",
    "set up row": "Baraja las cartas «{title}» y ponlas boca abajo: son el mazo. Pon {cards} de él "
    "boca arriba al lado: son {row}.",
    "set up supply": "Separa las cartas «{title}» en montones de cartas iguales, boca arriba: son "
    "{supply}.",
    "set up own": "Cada jugador toma {cards}, las baraja y las pone boca abajo como mazo propio.",
    "set up places": "Pon «{title}» boca arriba al alcance de todos.",
    "set up amounts": "Cada jugador toma {amounts}.",
    "set up hand": "Reparte {cards} {deck} a cada jugador.",
    "set up hands": "{cards} con {n} jugadores",
    "set up hands by": "Reparte una mano {deck} a cada jugador: {hands}.",
    "set up own hand": "Cada jugador roba {cards}.",
    "set up phrase": "En orden de turno, cada jugador hace esto: {text}.",
    "set up first": "Elegid un jugador inicial.",
    "set up extra": "El {ordinal} jugador en el orden de turno toma {amounts} más.",
    "ordinals": "primer segundo tercer cuarto quinto sexto",
    "turns": "Los turnos van en el sentido del reloj, empezando por el jugador inicial. Cuando "
    "todos han jugado un turno, la ronda termina.",
    "turns of places": "Los turnos van en el sentido del reloj, empezando por el jugador inicial. "
    "Cuando todos han pasado uno tras otro, la ronda termina.",
    "on your turn": "En tu turno:",
    "together": "Todos los jugadores hacen esto a la vez:",
    "none of": "0 {names}",
    "refresh": "Para este turno tienes {amounts}. Lo que sobró del turno anterior se pierde.",
    "refresh none": "Lo que te sobró del turno anterior se pierde: {names}.",
    "effects": "Aplica **Cada turno:** de las cartas que tienes delante, en el orden en que las "
    "pusiste.",
    "choose": "Elige una de estas acciones:",
    "choose may": "Puedes elegir una de estas acciones:",
    "choose any": "Haz estas acciones tantas veces como quieras:",
    "choose times": "Elige {n} de estas acciones, una tras otra; puedes repetir:",
    "choose up to": "Elige hasta {n} de estas acciones, una tras otra; puedes repetir:",
    "choose must": "Elige una de estas acciones. Si no puedes hacer ninguna, salta este paso.",
    "choose or pass": "Elige una de estas acciones. Si no puedes hacer ninguna, pasas.",
    "only": "{action}",
    "only may": "Si quieres: {action}",
    "only any": "Tantas veces como quieras – {action}",
    "only times": "{n} veces – {action}",
    "only up to": "Hasta {n} veces – {action}",
    "must only": "Si no puedes, salta este paso.",
    "pass only": "Si no puedes, pasas.",
    "may pass": "Un turno en el que no usas nada de esto es un turno pasado: {names}.",
    "action": "**{name}**: {text}",
    "for": "por {costs}: {text}",
    "condition": "Solo puedes elegirla si se cumple la condición.",
    "once turn": "(Una vez por turno.)",
    "once round": "(Un solo jugador por ronda.)",
    "place": "**Un lugar**: elige un lugar que nadie haya usado en esta ronda. Pon {costs} en él y "
    "aplica lo que dice. Tienes que poder pagar lo que pide y cumplir cualquier condición.",
    "play": "juega {card} de tu mano. Ponla delante de ti y aplica lo que dice.",
    "played to discard": "Después ponla en {pile}.",
    "played to hand": "Después devuélvela a tu mano.",
    "played to deck": "Después ponla encima de {pile}.",
    "claim": "toma {card} {where} si tienes todo lo que pide. "
    "Conservas lo que tienes. Después, {goes}.",
    "buy": "compra {card} {where}. Paga su coste y {goes}.",
    "to front": "ponla delante de ti",
    "to discard": "ponla en {pile}",
    "to hand": "tómala en tu mano",
    "to deck": "ponla encima de {pile}",
    "refill": "Repón enseguida el mercado con el mazo.",
    "carry out": "Después aplica lo que dice la carta.",
    "card": "una carta",
    "card of kind": "una carta de {kind}",
    "cards of kind": "cartas de {kind}",
    "all cards of kind": "todas las cartas de {kind}",
    "all cards": "todas las cartas",
    "every": "Juega {cards} de tu mano: ponlas todas delante de ti y después aplica lo que dicen.",
    "keep": "Elige {cards} de tu mano y ponla boca abajo delante de ti. Cuando todos hayan "
    "elegido, revelad las cartas.",
    "keep more": "Elige {cards} de tu mano (todas si tienes menos) y ponlas boca abajo delante de "
    "ti. Cuando todos hayan elegido, revelad las cartas.",
    "pass left": "Pasa el resto de tus cartas al jugador de tu izquierda.",
    "pass right": "Pasa el resto de tus cartas al jugador de tu derecha.",
    "kept": "Aplicad lo que dicen las cartas nuevas, empezando por el jugador inicial y en el "
    "sentido del reloj.",
    "repeat": "Repetid estos pasos hasta que todas las manos estén vacías. Entonces la "
    "ronda termina.",
    "press": "Revela la primera carta {deck}. Revela otra tantas veces como quieras.",
    "bust": "Si hay dos {cards} reveladas, pon todas las cartas reveladas en {pile}.",
    "bust any": "Si hay reveladas dos cartas de un mismo tipo, pon todas las cartas reveladas en "
    "{pile}.",
    "stop": "Si paras antes, ponlas todas delante de ti. Después aplica lo que dicen, en el orden "
    "en que fueron reveladas.",
    "hold": "Si ahora tienes más de {n} en total de {names}, devuelve los que quieras hasta tener "
    "{n}.",
    "hold one": "Si ahora tienes más de {n} {names}, devuelve hasta tener {n}.",
    "home": "Cada jugador vuelve a tener {amounts}. Lo que se usó en esta ronda vuelve a estar "
    "libre.",
    "next first": "El jugador a la izquierda del jugador inicial pasa a ser el jugador inicial.",
    "round score": "Cada jugador puntúa: {text}.",
    "printed": "Cada jugador puntúa los puntos impresos en las cartas que tiene delante.",
    "clear": "Poned todas las cartas de delante de los jugadores en {pile}.",
    "clear but": "Poned todas las cartas de delante de los jugadores en {pile}, salvo las {cards}.",
    "deal again": "Si la partida no ha terminado, repartid manos nuevas como en la preparación.",
    "ends": "La partida termina:",
    "end now": "enseguida, si al final de un turno {condition};",
    "end finish": "si al final de un turno {condition}, una vez acabada la ronda;",
    "end rounds": "después de {n} rondas;",
    "end stop": "en cuanto una carta o acción lo dice;",
    "somebody": "alguien tiene al menos {things}",
    "any supply empty": "un montón de la reserva está vacío",
    "supplies empty": "{n} montones de la reserva están vacíos",
    "pile empty": "el montón «{name}» está vacío",
    "supply empty": "no queda nada en {supply}",
    "bank empty": "no queda nada que tomar: {names}",
    "row empty": "no queda nada en {row}",
    "deck empty": "no queda nada en {deck}",
    "as if": "En todo momento, tus puntos son los que sumarías si la partida terminara ahora.",
    "each adds": "Cada jugador suma:",
    "score gained": "los puntos ganados durante la partida",
    "score printed": "los puntos impresos en {cards}",
    "score end": "lo que dicen {cards} después de **Al final**",
    "score round": "si la partida termina a mitad de una ronda, también lo que se puntúa al final "
    "de una ronda",
    "their cards": "las cartas que tiene delante",
    "owned cards": "todas sus cartas (delante, en la mano, en el mazo y en el descarte)",
    "win": "Gana quien tenga más puntos.",
    "tie most": "En caso de empate, gana quien de ellos tenga más {what}. Si el empate sigue, "
    "comparten la victoria.",
    "tie fewest": "En caso de empate, gana quien de ellos tenga menos {what}. Si el empate sigue, "
    "comparten la victoria.",
    "owned": "en su poder",
    "tie": "En caso de empate, los jugadores comparten la victoria.",
    "when bought": "**Al comprar:** aplícalo cuando hayas pagado la carta, antes que todo lo demás "
    "que diga.",
    "each turn": "**Cada turno:** aplícalo en cada uno de tus turnos mientras la carta esté "
    "delante de ti.",
    "at end": "**Al final:** puntúalo cuando termine la partida. Hasta entonces ya cuenta "
    "en tus puntos.",
    "other sentences": "Aplica cualquier otra frase {when}. Una frase que no nombra a "
    "ningún jugador es para ti.",
    "sentences": "Aplica lo que dice una carta {when}. Una frase que no nombra a ningún "
    "jugador es para ti.",
    "when played": "cuando la juegas",
    "when laid": "cuando se pone delante de ti",
    "when kept": "cuando se revela",
    "count": "Cuenta solo lo que es tuyo. Las cartas cuentan mientras están delante de ti, "
    "salvo que la carta indique otro sitio; el nombre de un tipo cuenta solo las cartas de "
    "ese tipo.",
    "count owned": "En la puntuación cuentan todas las cartas que son tuyas.",
    "groups": "**Por 2** (o 3, 4 …): por cada grupo de 2. Lo que sobra no cuenta.",
    "less": "Nadie puede perder, dar ni pagar más de lo que tiene: si debes perder más, lo pierdes "
    "todo. Solo los puntos pueden bajar de 0.",
    "bank": "Si quedan muy pocas fichas, toma las que haya.",
    "aim": "**Elige un rival:** «ese jugador» es el rival que has elegido.",
    "several": "Si una frase afecta a varios jugadores, seguid el sentido del reloj. Tú vas "
    "primero si eres uno de ellos.",
    "neighbours": "Tus vecinos son los jugadores a tu izquierda y a tu derecha. Entre dos "
    "jugadores, el otro es tu único vecino.",
    "pay": "**Paga …:** puedes pagar; solo entonces aplicas el resto de la frase. Una acción u "
    "opción que empieza así solo se puede elegir pagando.",
    "if": "**Si …:** si no se cumple, salta el resto de la frase.",
    "one": "**Elige una opción:** aplica una de las opciones, que están separadas por barras.",
    "may": "**Si quieres:** decide si aplicas el resto de la frase.",
    "discard": "**Descartar:** quien descarta elige cartas de su mano para el descarte. Quien "
    "tiene demasiado pocas las descarta todas.",
    "trash": "**Eliminar:** elige cartas de tu mano y retíralas de la partida. **Elimina "
    "esta carta** retira esta carta.",
    "up to": "**Hasta:** puedes elegir menos, o ninguna.",
    "down to": "**Hasta quedarse con:** se descarta hasta tener solo ese número en la mano.",
    "clean": "**Lo que has jugado:** todas las cartas que tienes delante.",
    "draw up to": "**Robar hasta tener:** roba hasta tener ese número de cartas en la mano.",
    "gain card": "**Toma una carta:** toma una {where} sin pagar, si la hay, y {goes}. "
    "Puede costar como máximo la cantidad indicada, y nada más.",
    "gain named": "**Toma** con el nombre de una carta: tómala {where}, si hay una, y {goes}.",
    "shuffle": "Si un mazo está vacío y hace falta una carta, baraja su descarte para "
    "formar un mazo nuevo. Si también está vacío, no recibes carta.",
    "than": "**Más que cada rival:** compara con cada uno por separado. Debes superar a todos.",
    "protect": "**Quedas a salvo:** hasta que empiece tu próximo turno, lo que hagan los demás "
    "jugadores no te afecta, y nadie puede elegirte.",
    "when discarded": "**Al descartar:** aplícalo cuando descartes la carta de tu mano porque "
    "una frase lo pide e indica una cantidad.",
    "more": "**Más que ella:** que la carta que acabas de descartar o eliminar. Si no hubo "
    "ninguna, no tomas carta.",
    "away": "**Carta descartada**, **carta eliminada:** las que esta frase acaba de retirar.",
    "swap": "**Intercambiar la mano:** intercambia todas las cartas de la mano con ese jugador.",
    "turn up": "**Revelar cartas hasta:** revela cartas de tu mazo una a una. Las del tipo van a "
    "tu mano. Cuando tengas las que pide, descarta las demás.",
    "fewest": "**Minoría:** todos los que tengan menos ganan o pierden esos puntos, aunque no "
    "tengan ninguna.",
    "column": "**{names}:** suma estos números de las cartas.",
    "put back": "**Sobre tu mazo:** boca abajo, encima del mazo del que robas.",
    "look": "**Mirar las primeras cartas:** solo tú las ves. Toma en la mano las que conservas. "
    "Si se dejan las demás, quedan en el mismo orden.",
    "twice": "**Jugar dos veces:** pon la carta delante de ti, aplícala y aplícala otra vez. "
    "Después va adonde vaya la carta que lo dice.",
    "different of": "**Diferentes entre:** 1 de cada uno, tantos como se indique.",
    "times": "**Hasta … veces:** decide cada vez si aplicas de nuevo el resto de la frase.",
    "again": "**Juega otro turno:** después de este turno juegas otro, pero nunca dos por el mismo "
    "turno.",
    "set": "**Por juego:** por cada juego completo de uno de cada.",
    "different": "**Por cada tipo:** por cada uno de esos tipos del que tengas al menos uno.",
    "steps": "**1/3 puntos por 1/2:** 1 punto si tienes 1, pero 3 puntos si tienes 2 o más. Los "
    "puntos no se suman.",
    "most": "**Mayoría:** cada jugador que más tiene recibe esos puntos. Si es uno solo, cada "
    "jugador con la segunda cantidad recibe los del segundo. Sin ninguno no se recibe nada.",
    "claims": "**Lo que pide una carta:** {cards} no se pagan. Ten los recursos indicados "
    "y, delante de ti, las cartas de cada tipo indicado. Lo conservas todo.",
    "saves": "Por cada {name} pagas {one} menos, como mínimo 0.",
    "wild": "{name}: sirve para pagar todo lo que te falte.",
    "aid end": "Fin",
    "aid now": "{condition}",
    "aid finish": "{condition} (acabar la ronda)",
    "aid rounds": "después de {n} rondas",
    "aid stop": "una carta lo dice",
    "aid win": "Gana quien tenga más puntos.",
    "aid tie most": "Empate: más {what}.",
    "aid tie fewest": "Empate: menos {what}.",
    "aid places": "**Un lugar** que nadie haya usado: pon {costs} en él y aplica lo que dice.",
}
