"""French: the forms of phrases, and the sentences of a rule sheet."""

import re

from generator.reading.phrases.foreign import Table

# Names that count no pieces: "2 minerai".
_MASS = frozenset(
    """
    minerai laine blé or argent fer eau énergie nourriture charbon argile cuir foin sel
    soie verre bois mana pain chêne cuivre
    """.split()  # noqa: SIM905
)
_LINKS = frozenset("de du des d' en à au aux".split())  # noqa: SIM905
_SPACES = re.compile(" (?=[:;!?»])|(?<=«) ")
_BARE_DE = re.compile(r"(?<!\w)([Dd])e (?=[aeiouéèêâîôœAEIOUÉ])")


def plural(name: str) -> str:
    """The plural of a name: each word up to "de", "en" or "à".

    >>> [plural(name) for name in ("pièce", "grand ouvrage", "bateau", "pain", "jeton d'or")]
    ['pièces', 'grands ouvrages', 'bateaux', 'pain', "jetons d'or"]
    """
    if name.casefold() in _MASS:
        return name
    words = name.split(" ")
    links = (i for i, w in enumerate(words) if w in _LINKS or re.match("d['’]", w))
    end = next(links, len(words))
    return " ".join([*map(_plural, words[:end]), *words[end:]])


def _plural(word: str) -> str:
    low = word.casefold()
    if low.endswith(("s", "x", "z")):
        return word
    if low.endswith("al"):
        return f"{word[:-1]}ux"
    return f"{word}x" if low.endswith(("eau", "eu", "au")) else f"{word}s"


def polished(text: str) -> str:
    """A text with "d’" before vowels, and spaces before : and ; at which no line breaks."""
    return _SPACES.sub("\N{NO-BREAK SPACE}", _BARE_DE.sub("\\1’", text))


TABLE = Table(
    forms={
        "gain": "(gagnez|gagne|prenez|recevez) {amount}",
        "bare": "{amount}",
        "gain per": "(gagnez|gagne|prenez|recevez) {amount} par {x}",
        "bare per": "{amount} par {x}",
        "lose": "(perdez|perds) {amount}",
        "lose per": "(perdez|perds) {amount} par {x}",
        "they gain": "{who} (gagne|reçoit|prend) {amount}",
        "they gain per": "{who} (gagne|reçoit|prend) {amount} par {x}",
        "they lose": "{who} perd {amount}",
        "they lose per": "{who} perd {amount} par {x}",
        "steal": "(volez|vole|prenez) {amount} à {from}",
        "roll": "(lancez|lance) un dé et (gagnez|gagne) autant de {res}",
        "draw": "(piochez|pioche) {cards}",
        "draw up to": "(complétez|complète) (votre|ta) main à {cards}",
        "they draw": "{who} pioche {cards}",
        "they draw up to": "{who} complète sa main à {cards}",
        "discard": "(défaussez|défausse) {cards}",
        "discard up to": "(défaussez|défausse) jusqu’à {cards}",
        "discard down to": "(défaussez|défausse) pour ne garder que {n} cartes",
        "they discard": "{who} défausse {cards}",
        "they discard down to": "{who} défausse pour ne garder que {n} cartes",
        "trash": "(détruisez|détruis) {cards}",
        "trash up to": "(détruisez|détruis) jusqu’à {cards}",
        "clean": "(défaussez votre main et ce que vous avez joué|défausse ta main et ce que tu as "
        "joué)",
        "trash this": "(détruisez|détruis) cette carte",
        "again": "(jouez|joue) un tour de plus",
        "stop": "la partie se termine",
        "gain card": "(prenez|prends) une carte coûtant au plus {amount}",
        "gain kind": "(prenez|prends) une carte {kind} coûtant au plus {amount}",
        "gain card to hand": "(prenez|prends) en main une carte coûtant au plus {amount}",
        "gain kind to hand": "(prenez|prends) en main une carte {kind} coûtant au plus {amount}",
        "gain named": "(prenez|prends|gagnez) {n} {card}",
        "they gain named": "{who} prend {n} {card}",
        "set": "{amount} par série de {all}",
        "different": "{amount} par sorte parmi {any}",
        "steps": "{numbers} (points|point) pour {counts} {thing}",
        "most second": "le plus de {thing} : {amount}, deuxième : {second}",
        "most": "le plus de {thing} : {amount}",
        "if": "si (vous avez|tu as) {how}{x} : ",
        "if none": "si (vous n’avez pas|tu n’as pas) de {thing} : ",
        "if opponents": "si (vos|tes) adversaires ont {how}{x} : ",
        "pay": "(payez|paie|paye) {cost} : ",
        "may": "si (vous voulez|tu veux) : ",
        "aim": "(choisissez|choisis) un adversaire : ",
        "draw per": "(piochez|pioche) {cards} par {x}",
        "they draw per": "{who} pioche {cards} par {x}",
        "discard any": "(défaussez|défausse) autant de cartes que (vous voulez|tu veux)",
        "discard any kind": "(défaussez|défausse) autant de cartes {kind} que (vous voulez|tu "
        "veux)",
        "trash any": "(détruisez|détruis) autant de cartes que (vous voulez|tu veux)",
        "trash any kind": "(détruisez|détruis) autant de cartes {kind} que (vous voulez|tu veux)",
        "swap": "(échangez votre|échange ta) main avec {from}",
        "turn up": "(révélez|révèle) des cartes jusqu’à avoir {cards} et (défaussez|défausse) "
        "les autres",
        "protect": "(vous êtes protégé jusqu’à votre|tu es protégé jusqu’à ton) prochain tour",
        "gain card more": "(prenez|prends) une carte coûtant au plus {amount} de plus qu’elle",
        "gain kind more": "(prenez|prends) une carte {kind} coûtant au plus {amount} de plus "
        "qu’elle",
        "gain card more to hand": "(prenez|prends) en main une carte coûtant au plus {amount} de "
        "plus qu’elle",
        "gain kind more to hand": "(prenez|prends) en main une carte {kind} coûtant au plus "
        "{amount} de plus qu’elle",
        "most lose": "le plus de {thing} : (perdez|perds) {amount}",
        "fewest": "le moins de {thing} : {amount}",
        "fewest lose": "le moins de {thing} : (perdez|perds) {amount}",
        "if more": "si (vous avez|tu as) plus de {x} que {who} : ",
        "if fewer": "si (vous avez|tu as) moins de {x} que {who} : ",
        "put back": "(placez|place) {cards} de la main sur la pioche",
        "put back up to": "(placez|place) jusqu’à {cards} de la main sur la pioche",
        "they put back": "{who} place {cards} de sa main sur sa pioche",
        "look": "(regardez|regarde) les {n} premières cartes, (gardez-en|gardes-en) {n2} et "
        "(remettez|remets) les autres",
        "look discards": "(regardez|regarde) les {n} premières cartes, (gardez-en|gardes-en) "
        "{n2} et (défaussez|défausse) les autres",
        "twice": "(jouez|joue) deux fois une carte de la main",
        "twice kind": "(jouez|joue) deux fois une carte {kind} de la main",
        "gain different": "(gagnez|gagne) {n} types différents parmi {all}",
        "times": "jusqu’à {n} fois : ",
    },
    choose="au choix : ",
    triggers={
        "bought": "À l’achat : ",
        "turn": "À chaque tour : ",
        "end": "À la fin : ",
        "discarded": "À la défausse : ",
    },
    who={
        "each opponent": "chaque adversaire",
        "each player": "chaque joueur",
        "that player": "ce joueur",
        "the player to your left": "votre voisin de gauche",
        "the player to your right": "votre voisin de droite",
    },
    whom={
        "each opponent": "chaque adversaire",
        "each player": "chaque joueur",
        "that player": "ce joueur",
        "the player to your left": "votre voisin de gauche",
        "the player to your right": "votre voisin de droite",
    },
    places={
        "in your hand": "dans votre main",
        "you own": "que vous possédez",
        "of your opponents": "de vos adversaires",
        "of your neighbours": "de vos voisins",
        "of all players": "de tous les joueurs",
    },
    how={"at least": "au moins", "at most": "au plus", "exactly": "exactement"},
    numbers=(
        ("un", "une"), ("deux",), ("trois",), ("quatre",), ("cinq",), ("six",), ("sept",),
        ("huit",), ("neuf",), ("dix",), ("onze",), ("douze",),
    ),
    points=("point", "points"),
    cards=("carte", "cartes"),
    away={
        "card discarded": ("carte défaussée", "cartes défaussées"),
        "card trashed": ("carte détruite", "cartes détruites"),
    },
    of_kind=" {kind}",
    last="et",
    then="puis",
    plural=plural,
    other_words=(
        (r"\b({n}) (?:ou|et) plus (?:de |d['’])?", r"au moins \1 "),
        (r"\b({n}) ou moins (?:de |d['’])?", r"au plus \1 "),
        (r"^(si (?:vous|tu|vos|tes) [^:,]+), (?:alors )?", r"\1 : "),
        (r"\btous les (?:autres joueurs|adversaires) (?:perdent|perd) ", "chaque adversaire perd "),
        (r"^payez ({cost})(?:,? (?:et|puis|pour)|,) ", r"payez \1 : "),
        (r"^échangez ({cost}) (?:contre|pour) ({cost})$", r"payez \1 : gagnez \2"),
    ),
    polished=polished,
)  # fmt: skip

SENTENCES = {
    "box": "Matériel",
    "set-up": "Mise en place",
    "turn": "Votre tour",
    "draft": "Une manche",
    "end of round": "Fin d’une manche",
    "end": "Fin de la partie",
    "score": "Décompte",
    "words": "Le sens des mots",
    "and": "et",
    "or": "ou",
    "intro": "Pour {players} joueurs. Le joueur qui a le plus de points gagne.",
    "box cards": "**{title} :** {cards}",
    "box places": "**{title} :** {n}",
    "box bank": "Jetons : {amounts}, et pas davantage",
    "box tokens": "Jetons à volonté : {names}",
    "box each": "{amounts} par joueur",
    "box points": "Du papier et un crayon pour les points",
    "box die": "Un dé à six faces",
    "box icons": "Icônes : {icons}",
    "row": "la rivière",
    "row of": "la rivière « {title} »",
    "from row": "de la rivière",
    "from row of": "de la rivière « {title} »",
    "deck": "la pioche",
    "deck of": "la pioche « {title} »",
    "from deck": "de la pioche",
    "from deck of": "de la pioche « {title} »",
    "of deck": "de la pioche",
    "of deck of": "de la pioche « {title} »",
    "to the deck": "la pioche",
    "own deck": "votre pioche",
    "supply": "la réserve",
    "supply of": "la réserve « {title} »",
    "from supply": "de la réserve",
    "from supply of": "de la réserve « {title} »",
    "discard pile": "la défausse",
    "own discard pile": "votre défausse",
    "set up deck": "Mélangez les cartes « {title} » et posez-les face cachée : c’est la pioche.",
    "set up row": "Mélangez les cartes « {title} » et posez-les face cachée : c’est la pioche. "
    "Posez-en {cards} face visible à côté : c’est {row}.",
    "set up supply": "Triez les cartes « {title} » en piles de cartes identiques, face visible : "
    "c’est {supply}.",
    "set up own": "Chaque joueur prend {cards}, les mélange et les pose face cachée : c’est sa "
    "propre pioche.",
    "set up places": "Étalez « {title} » face visible, à portée de tous.",
    "set up amounts": "Chaque joueur prend {amounts}.",
    "set up hand": "Distribuez {cards} {deck} à chaque joueur.",
    "set up hands": "{cards} à {n} joueurs",
    "set up hands by": "Distribuez une main {deck} à chaque joueur : {hands}.",
    "set up own hand": "Chaque joueur pioche {cards}.",
    "set up phrase": "Dans l’ordre du tour, chaque joueur fait ceci : {text}.",
    "set up first": "Choisissez un premier joueur.",
    "set up extra": "Le {ordinal} joueur dans l’ordre du tour prend {amounts} en plus.",
    "ordinals": "premier deuxième troisième quatrième cinquième sixième",
    "turns": "Les joueurs jouent à tour de rôle dans le sens horaire, en commençant par le premier "
    "joueur. Quand tous ont joué un tour, la manche est finie.",
    "turns of places": "Les joueurs jouent à tour de rôle dans le sens horaire, en commençant par "
    "le premier joueur. Quand tous ont passé l’un après l’autre, la manche est finie.",
    "on your turn": "À votre tour :",
    "together": "Tous les joueurs font ceci en même temps :",
    "none of": "pas de {names}",
    "refresh": "Pour ce tour, vous avez {amounts}. Ce qui reste du tour précédent est perdu.",
    "refresh none": "Ce qui vous reste du tour précédent est perdu : {names}.",
    "effects": "Appliquez **À chaque tour :** des cartes devant vous, dans l’ordre où elles y ont "
    "été posées.",
    "choose": "Choisissez une de ces actions :",
    "choose may": "Vous pouvez choisir une de ces actions :",
    "choose any": "Faites ces actions autant de fois que vous voulez :",
    "choose times": "Choisissez {n} de ces actions, l’une après l’autre ; la même peut revenir :",
    "choose up to": "Choisissez jusqu’à {n} de ces actions, l’une après l’autre ; la même peut "
    "revenir :",
    "choose must": "Choisissez une de ces actions. Si aucune n’est possible, sautez cette étape.",
    "choose or pass": "Choisissez une de ces actions. Si aucune n’est possible, vous passez.",
    "only": "{action}",
    "only may": "Si vous voulez : {action}",
    "only any": "Autant de fois que vous voulez – {action}",
    "only times": "{n} fois – {action}",
    "only up to": "Jusqu’à {n} fois – {action}",
    "must only": "Si ce n’est pas possible, sautez cette étape.",
    "pass only": "Si ce n’est pas possible, vous passez.",
    "may pass": "Un tour où vous n’utilisez rien de cela est un tour passé : {names}.",
    "action": "**{name} :** {text}",
    "for": "pour {costs} : {text}",
    "condition": "Possible seulement si la condition est remplie.",
    "once turn": "(Une fois par tour.)",
    "once round": "(Un seul joueur par manche.)",
    "place": "**Un lieu :** choisissez un lieu que personne n’a utilisé dans cette manche. Posez-y "
    "{costs} et appliquez ce qu’il indique. Vous devez pouvoir payer ce qu’il demande et "
    "remplir toute condition indiquée.",
    "play": "jouez {card} de votre main. Posez-la devant vous et appliquez ce qu’elle indique.",
    "played to discard": "Posez-la ensuite sur {pile}.",
    "played to hand": "Reprenez-la ensuite en main.",
    "played to deck": "Posez-la ensuite sur {pile}.",
    "claim": "prenez {card} {where} si vous avez tout ce qu’elle demande. "
    "Vous gardez ce que vous avez. Ensuite, {goes}.",
    "buy": "achetez {card} {where}. Payez son coût et {goes}.",
    "to front": "posez-la devant vous",
    "to discard": "posez-la sur {pile}",
    "to hand": "prenez-la en main",
    "to deck": "posez-la sur {pile}",
    "refill": "Complétez aussitôt la rivière avec la pioche.",
    "carry out": "Appliquez ensuite ce que la carte indique.",
    "card": "une carte",
    "card of kind": "une carte {kind}",
    "cards of kind": "cartes {kind}",
    "all cards of kind": "toutes les cartes {kind}",
    "all cards": "toutes les cartes",
    "every": "Jouez {cards} de votre main : posez-les toutes devant vous, puis appliquez ce "
    "qu’elles indiquent.",
    "keep": "Choisissez {cards} de votre main et posez-la face cachée devant vous. Quand tous ont "
    "choisi, révélez les cartes.",
    "keep more": "Choisissez {cards} de votre main (toutes si vous en avez moins) et posez-les "
    "face cachée devant vous. Quand tous ont choisi, révélez les cartes.",
    "pass left": "Donnez le reste de vos cartes à votre voisin de gauche.",
    "pass right": "Donnez le reste de vos cartes à votre voisin de droite.",
    "kept": "Appliquez ce que les nouvelles cartes indiquent, en commençant par le premier joueur "
    "et dans le sens horaire.",
    "repeat": "Répétez ces étapes jusqu’à ce que toutes les mains soient vides. La manche "
    "est alors finie.",
    "press": "Révélez la première carte {deck}. Révélez-en d’autres, une à une, autant que vous "
    "voulez.",
    "bust": "Si deux {cards} sont révélées, posez toutes les cartes révélées sur {pile}.",
    "bust any": "Si deux cartes d’une même sorte sont révélées, posez toutes les cartes révélées "
    "sur {pile}.",
    "stop": "Si vous vous arrêtez avant, posez-les toutes devant vous. Appliquez ensuite ce "
    "qu’elles indiquent, dans l’ordre où elles ont été révélées.",
    "hold": "Si vous avez maintenant plus de {n} {names} en tout, rendez-en à votre choix jusqu’à "
    "en avoir {n}.",
    "hold one": "Si vous avez maintenant plus de {n} {names}, rendez-en jusqu’à en avoir {n}.",
    "home": "Chacun a de nouveau {amounts}. Ce qui a été utilisé dans cette manche est de nouveau "
    "libre.",
    "next first": "Le voisin de gauche du premier joueur devient premier joueur.",
    "round score": "Chaque joueur marque : {text}.",
    "printed": "Chaque joueur marque les points inscrits sur les cartes devant lui.",
    "clear": "Posez toutes les cartes devant les joueurs sur {pile}.",
    "clear but": "Posez toutes les cartes devant les joueurs sur {pile}, sauf les {cards}.",
    "deal again": "Si la partie n’est pas finie, distribuez de nouvelles mains comme à la "
    "mise en place.",
    "ends": "La partie se termine :",
    "end now": "aussitôt, à la fin d’un tour où {condition} ;",
    "end finish": "à la fin d’un tour où {condition}, une fois la manche terminée ;",
    "end rounds": "après {n} manches ;",
    "end stop": "dès qu’une carte ou une action le dit ;",
    "somebody": "un joueur a au moins {things}",
    "any supply empty": "une pile de la réserve est vide",
    "supplies empty": "{n} piles de la réserve sont vides",
    "pile empty": "la pile « {name} » est vide",
    "supply empty": "{supply} est vide",
    "bank empty": "il ne reste plus rien à prendre : {names}",
    "row empty": "{row} est vide",
    "deck empty": "{deck} est vide",
    "as if": "À tout moment, vos points sont ceux que vous marqueriez si la partie se "
    "terminait maintenant.",
    "each adds": "Chaque joueur additionne :",
    "score gained": "les points gagnés pendant la partie",
    "score printed": "les points inscrits sur {cards}",
    "score end": "ce qui suit **À la fin** sur {cards}",
    "score round": "si la partie se termine au milieu d’une manche, aussi le décompte de fin de "
    "manche",
    "their cards": "les cartes devant lui",
    "owned cards": "toutes ses cartes (devant lui, en main, dans sa pioche et dans sa défausse)",
    "win": "Le joueur qui a le plus de points gagne.",
    "tie most": "En cas d’égalité, celui d’entre eux qui a le plus de {what} gagne. S’ils sont "
    "encore à égalité, ils se partagent la victoire.",
    "tie fewest": "En cas d’égalité, celui d’entre eux qui a le moins de {what} gagne. S’ils sont "
    "encore à égalité, ils se partagent la victoire.",
    "owned": "à lui",
    "tie": "En cas d’égalité, les joueurs se partagent la victoire.",
    "when bought": "**À l’achat :** à appliquer quand vous avez payé la carte, avant tout le reste "
    "de la carte.",
    "each turn": "**À chaque tour :** à appliquer à chacun de vos tours, tant que la carte est "
    "devant vous.",
    "at end": "**À la fin :** à marquer quand la partie se termine. D’ici là, cela compte "
    "déjà dans vos points.",
    "other sentences": "Appliquez toute autre phrase {when}. Une phrase qui ne nomme aucun "
    "joueur est pour vous.",
    "sentences": "Appliquez ce qu’une carte indique {when}. Une phrase qui ne nomme aucun "
    "joueur est pour vous.",
    "when played": "quand vous la jouez",
    "when laid": "quand elle est posée devant vous",
    "when kept": "quand elle est révélée",
    "count": "Ne comptez que ce qui est à vous. Les cartes comptent tant qu’elles sont "
    "devant vous, sauf si la carte indique un autre endroit ; le nom d’une sorte ne compte "
    "que les cartes de cette sorte.",
    "count owned": "Au décompte, comptez toutes les cartes que vous possédez.",
    "groups": "**Par 2** (ou 3, 4 …) : pour chaque groupe de 2. Ignorez ce qui reste.",
    "less": "Personne ne peut perdre, donner ou payer plus qu’il n’a : si vous devez perdre plus, "
    "vous perdez tout. Seuls les points peuvent descendre sous 0.",
    "bank": "S’il reste trop peu de jetons, prenez ceux qui restent.",
    "aim": "**Choisissez un adversaire :** « ce joueur » est l’adversaire que vous avez choisi.",
    "several": "Si une phrase concerne plusieurs joueurs, suivez le sens horaire. Vous êtes le "
    "premier si vous en faites partie.",
    "neighbours": "Vos voisins sont les joueurs à votre gauche et à votre droite. À deux, "
    "l’autre joueur est votre seul voisin.",
    "pay": "**Payez … :** vous pouvez payer ; ce n’est qu’alors que vous appliquez le reste de la "
    "phrase. Une action ou une option qui commence ainsi ne peut être choisie qu’en payant.",
    "if": "**Si … :** si ce n’est pas le cas, ignorez le reste de la phrase.",
    "one": "**Au choix :** appliquez une des options, qui sont séparées par des barres obliques.",
    "may": "**Si vous voulez :** décidez si vous appliquez le reste de la phrase.",
    "discard": "**Défausser :** le joueur qui défausse choisit des cartes de sa main pour la "
    "défausse. S’il en a trop peu, il les défausse toutes.",
    "trash": "**Détruire :** choisissez des cartes de votre main et retirez-les de la "
    "partie. **Détruisez cette carte** retire cette carte.",
    "up to": "**Jusqu’à :** vous pouvez en choisir moins, ou aucune.",
    "down to": "**Pour ne garder que :** défaussez jusqu’à n’avoir plus que ce nombre en main.",
    "clean": "**Ce que vous avez joué :** toutes les cartes devant vous.",
    "draw up to": "**Compléter :** piochez jusqu’à avoir ce nombre de cartes en main.",
    "gain card": "**Prenez une carte :** prenez-en une {where} sans payer, s’il y en a "
    "une, et {goes}. Elle peut coûter au plus le montant indiqué, et rien d’autre.",
    "gain named": "**Prenez** avec le nom d’une carte : prenez-la {where}, s’il y en a une, et "
    "{goes}.",
    "shuffle": "Si une pioche est vide quand il faut une carte, mélangez sa défausse pour "
    "former une nouvelle pioche. Si elle est vide aussi, vous ne recevez pas de carte.",
    "than": "**Plus que chaque adversaire :** comparez avec chacun séparément. Vous devez être "
    "devant tous.",
    "protect": "**Vous êtes protégé :** jusqu’au début de votre prochain tour, ce que font les "
    "autres joueurs est sans effet sur vous, et personne ne peut vous choisir.",
    "when discarded": "**À la défausse :** appliquez-le quand vous défaussez la carte de votre "
    "main parce qu’une phrase le demande et indique un nombre.",
    "more": "**De plus qu’elle :** que la carte que vous venez de défausser ou de détruire. S’il "
    "n’y en a pas, vous ne prenez rien.",
    "away": "**Carte défaussée**, **carte détruite :** celles que cette phrase vient de retirer.",
    "swap": "**Échanger sa main :** échangez toutes les cartes en main avec ce joueur.",
    "turn up": "**Révéler des cartes jusqu’à :** révélez une à une les cartes de la pioche. "
    "Celles du bon type vont dans votre main. Quand le nombre est atteint, défaussez les autres.",
    "fewest": "**Le moins :** tous ceux qui en ont le moins gagnent ou perdent ces points, même "
    "s’ils n’en ont pas.",
    "column": "**{names} :** additionnez ces nombres des cartes.",
    "put back": "**Sur la pioche :** face cachée, au sommet de la pioche où vous piochez.",
    "look": "**Regarder les premières cartes :** vous seul les voyez. Prenez en main celles que "
    "vous gardez. Si les autres sont remises, elles restent dans le même ordre.",
    "twice": "**Jouer deux fois :** posez la carte devant vous, appliquez-la, puis appliquez-la "
    "encore une fois. Elle va ensuite là où va la carte qui le dit.",
    "different of": "**Types différents parmi :** 1 de chacun, autant de types que demandé.",
    "times": "**Jusqu’à … fois :** décidez chaque fois si vous appliquez encore la suite de la "
    "phrase.",
    "again": "**Jouez un tour de plus :** jouez un tour supplémentaire après celui-ci, un "
    "seul au plus pour chaque tour.",
    "set": "**Par série :** pour chaque série complète d’un exemplaire de chaque.",
    "different": "**Par sorte :** pour chacune de ces sortes dont vous avez au moins un "
    "exemplaire.",
    "steps": "**1/3 points pour 1/2 :** 1 point si vous en avez 1, mais 3 points si vous en avez 2 "
    "ou plus. Les points ne s’additionnent pas.",
    "most": "**Le plus :** chaque joueur qui en a le plus marque ces points. S’il est seul, chaque "
    "joueur qui vient en deuxième marque les points du deuxième. Sans aucun, on ne marque rien.",
    "claims": "**Ce qu’une carte demande :** {cards} ne se paient pas. Ayez les ressources "
    "indiquées et, devant vous, les cartes de chaque sorte indiquée. Vous gardez tout.",
    "saves": "Par {name}, vous payez {one} de moins, jusqu’à 0 au plus bas.",
    "wild": "{name} : peut payer tout ce qui vous manque.",
    "aid end": "Fin",
    "aid now": "{condition}",
    "aid finish": "{condition} (finir la manche)",
    "aid rounds": "après {n} manches",
    "aid stop": "une carte le dit",
    "aid win": "Le plus de points gagne.",
    "aid tie most": "Égalité : le plus de {what}.",
    "aid tie fewest": "Égalité : le moins de {what}.",
    "aid places": "**Un lieu** que personne n’a utilisé : posez-y {costs} et appliquez ce qu’il "
    "indique.",
}
