"""Words that card games and other tools use, and the phrases here that mean the same.

They are never carried out. They lead a message to the phrase that is meant, or to one sentence
about what can be written instead. Patterns are regular expressions whose `{slot}` takes a name or
a number of the game; they are matched against text in lower case with single spaces.
"""

# A word → the word that is known here. The game's own names come first: a resource named "vp"
# stays "vp".
WORDS = {
    r"(?:each|every|all) (?:the )?other players?|every opponent|all (?:your |the )?opponents?"
    r"|^(?:your |the )?opponents"
    r"|the other players|other players": "each opponent",
    r"everyone|everybody|all players|every player": "each player",
    r"(?:your|the) (left|right)(?: hand)? neighbou?r": r"the player to your \1",
    r"the player (?:on|to) (?:your|the) (left|right)": r"the player to your \1",
    r"for each(?: of your)?|for every(?: one)?|per each|for all your": "per",
    r"(?:takes|receives|collects|gets|earns|acquires|obtains|scores|adds)": "gains",
    r"(?:take|receive|collect|get|earn|acquire|obtain|score|add)": "gain",
    r"victory points?|prestige points?|vps?|pts?": "points",
    r"spend": "pay",
    r"destroy|exile|scrap|banish": "trash",
    r"least|lowest number of": "fewest",
    r"(?:reveal|flip(?: over)?|flip up|draw) cards until": "turn up cards until",
}

# A whole phrase, or a part of it (`^` and `$` hold it to the ends) → how it is written here.
PARTS = (
    (r"(\d)\s?[x×] ?(?=\D)", r"\1 "),
    (r"(?<![\w/])(\d+)(?=[a-z]{2})", r"\1 "),
    (r"^[-−] ?({n}) ", r"lose \1 "),
    (r"\+ ?({n}) cards?$", r"draw \1"),
    (r"\+ ?({n}) ", r"gain \1 "),
    (r"^gains? \+ ?", "gain "),
    (r"^(draw|discard|trash) (up to )?({n}) (more |other |new )?(cards?)"
     r" (?:from|off|of) (?:your |the )?(?:hand|deck|draw pile|top of (?:your |the )?deck)$",
     r"\1 \2\3 \5"),
    (r"^(discard|trash) ({n})$", r"\1 \2 cards"),
    (r"^draw (?:cards )?until you (?:have|hold) ({n})(?: cards)?(?: in (?:your )?hand)?$",
     r"draw up to \1 cards"),
    (r"^draw (?:back )?(?:up )?to ({n})(?: cards)?$", r"draw up to \1 cards"),
    (r"^(discard|trash) (?:any|as many)( {kind})? cards(?: as you (?:like|want))?$",
     r"\1 any number of\2 cards"),
    (r"^(draw|gain) (?:that|as) many cards$", "draw 1 card per card discarded"),
    (r"^(gain) that many ({res})$", r"gain 1 \2 per card discarded"),
    (r"(costing up to {n} {res} more)(?: than the (?:trashed|discarded) card)?"
     r"( to your hand)?$", r"\1 than it\2"),
    (r"^(?:trade|exchange|switch|swap) hands with (?:an opponent|another player)$",
     "choose an opponent: swap hands with that player"),
    (r"^(?:trade|exchange|switch) hands with ", "swap hands with "),
    (r"^(turn up cards until you have {n} {kind} cards?)$", r"\1 and discard the rest"),
    (r"^put ({n}) (cards?) (?:from (?:your )?hand )?(?:back )?on(?:to)? (?:the )?(?:top of )?your"
     r" deck$",
     r"put \1 \2 from your hand on your deck"),
    (r"^look at (?:the )?top ({n}) cards?(?: of your deck)?,? (?:and )?(?:keep|take|draw) ({n})"
     r"(?: of them)?,? (?:and )?discard the (?:rest|others?)$",
     r"look at the top \1 cards of your deck, keep \2 and discard the rest"),
    (r"^play ((?:an? )?(?:{kind} )?card)(?: from your hand)? (?:twice|two times)$",
     r"play \1 from your hand twice"),
    (r"^gain ({n}) different (?!of )(.+)$", r"gain \1 different of \2"),
    (r"^({n}) times: ", r"up to \1 times: "),
    (r"^(.+) up to ({n}) times$", r"up to \2 times: \1"),
    (r"^you are (?:protected|safe|immune)(?: until the start of your next turn)?$",
     "you are protected until your next turn"),
    (r"^if you have the most ({x}):", r"if you have more \1 than each opponent:"),
    (r" than (?:any|all|every|each)(?: other)? (?:opponents?|players?):", " than each opponent:"),
    (r"^(most|fewest) ({thing}): ?[-−] ?({n} points?)$", r"\1 \2: lose \3"),
    (r"^may ", "you may "),
    (r"^optionally:? ", "you may "),
    (r"^(?:you )?(?:may |can )?(?:spend|pay) ({cost}) (?:to|and) ", r"pay \1: "),
    (r"^(?:you )?(?:may |can )?(?:trade|exchange|convert|swap|turn)s? ({cost})"
     r" (?:for|into|to|against) ({cost})$", r"pay \1: gain \2"),
    (r"^({cost}) ?(?:->|=>|→|➜|⇒) ?({cost})$", r"pay \1: gain \2"),
    (r"^(?:if|when|while) you (?:control|own|hold|possess) ", "if you have "),
    (r"^if (you have (?:(?:at least|at most|exactly) )?(?:{n}|no) {x}),? (?:then )?(?!:)",
     r"if \1: "),
    (r"^if you have ({n}) or more ({x}),? ?:? ?(?:then )?", r"if you have at least \1 \2: "),
    (r"^if you have ({n}) or (?:fewer|less) ({x}),? ?:? ?(?:then )?",
     r"if you have at most \1 \2: "),
    (r"^if you (?:don't have|do not have|have not) any ", "if you have no "),
    (r" from (?:everyone|everybody|all players)$", " from each opponent"),
    (r"^(?:an opponent|target opponent|target player|one opponent|an opponent of your choice)"
     r" (gains|loses|draws|discards) ", r"choose an opponent: that player \1 "),
    (r"^steal ({n} {res}) from (?:an opponent|another player|target opponent|one opponent"
     r"|any player|a player|an opponent of your choice)$",
     r"choose an opponent: steal \1 from that player"),
    (r"^(each opponent|each player) must ", r"\1 "),
    (r"^(?:take|gain|get|have) an? (?:extra|additional|second) turn$", "take another turn"),
    (r"^(?:an? )?(?:extra|another|additional) turn$", "take another turn"),
    (r"^(?:end the game|the game is over|game over|game ends)$", "the game ends"),
    (r"^(?:trash|remove|discard for good) (?:this|it|this card)(?: from (?:the )?game)?$",
     "trash this"),
    (r"^(?:return|put back) ({n} {res})(?: to the (?:bank|supply))?$", r"lose \1"),
    (r"^remove ({n}) (cards?)(?: from the game)?$", r"trash \1 \2"),
    (r"(?<=per )({x}) (?:that )?you have$", r"\1"),
    (r"^discard your (?:whole |entire )?hand(?: and (?:all )?played cards)$",
     "discard your hand and what you played"),
    (r"^roll (?:a |1 )?d(?:ie|6) and (?:gain|take|get) that (?:many|much) ",
     "roll a die and gain that many "),
)  # fmt: skip

# The beginning of a sentence → a trigger here, "" for what happens when the card is played.
TRIGGERS = (
    (r"^(?:when|whenever|if) (?:you )?(?:buy|bought|buying|purchase[d]?)(?: this(?: card)?)?"
     r"(?:,|:)? ", "when bought: "),
    (r"^(?:when|whenever|if) (?:you )?discard(?:ed|ing)?(?: this(?: card)?)?(?:,|:)? ",
     "when discarded: "),
    (r"^(?:when|whenever|if) this(?: card)? is discarded(?:,|:)? ", "when discarded: "),
    (r"^on ?(?:buy|purchase)(?:,|:)? ", "when bought: "),
    (r"^(?:when|once) (?:you play this(?: card)?|this(?: card)? is played|played|you keep this"
     r"(?: card)?)(?:,|:)? ", ""),
    (r"^(?:on ?play|play effect|when played|action)(?:,|:) ", ""),
    (r"^(?:at the (?:start|beginning) of (?:each of )?your turns?|every turn|each round"
     r"|every round|once (?:per|each|a) turn|upkeep|start of turn|at the start of each turn"
     r"|each turn)(?:,|:)? ", "each turn: "),
    (r"^(?:at the end of the game|at game end|at end of game|end of (?:the )?game|game end|endgame"
     r"|when the game ends|final scoring|scoring|end)[,:] ", "end: "),
    (r"^(?!end)(.+) (?:per|each|every) turn$", r"each turn: \1"),
    (r"^(?:this card is |is )?worth ({n} (?:points?|vps?|victory points?)(?: .+)?)$", r"end: \1"),
)  # fmt: skip

# Words anywhere in the sentence → what can be written instead; `{res}` and `{other}` are filled.
ADVICE = (
    (r"whenever|in response|reaction|react|counter|cancel|instead|interrupt"
     r"|when(?: an?| any| your)? (?:opponents?|other players?|players?) .*",
     "a card acts only in the turn of its owner; a sentence begins with \"When bought:\", "
     '"Each turn:", "End:" or none of them, such as "Each turn: gain 1 {res}"'),
    (r"when|once|after|before|while|during|until",
     'a sentence begins with "When bought:", "Each turn:", "End:" or none of them, '
     'such as "Each turn: gain 1 {res}"'),
    (r"(?:trade|exchange|swap|convert|sell)s? .*(?:{n}|{res})",
     'what is paid comes first, then what it brings, such as "pay 2 {res}: gain 1 {other}"'),
    (r"(?:buy|purchase)s?",
     'players buy cards by an action such as "buy: {{buy: cards}}"; a card itself can say '
     '"gain a card costing up to 2 {res}"'),
    (r"(?:pay|spend)s?",
     'what is paid comes before a colon, such as "pay 2 {res}: gain 1 {other}"'),
    (r"(?:discard|trash) (?:{n} )?{res}",
     'cards are discarded, but resources are lost, such as "lose 1 {res}"'),
    (r"choose one", 'write two options or more with a slash between them, such as '
     '"choose one: gain 2 {res} / draw 1 card"'),
    (r"or", 'write alternatives with a slash, such as "choose one: gain 2 {res} / draw 1 card"'),
    (r"gives?|donate|pass", 'write what each player gains or loses, such as '
     '"lose 1 {res}, the player to your left gains 1 {res}"'),
)  # fmt: skip
