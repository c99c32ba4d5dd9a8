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
    (r"^discard (?:your (?:whole |entire )?hand|all (?:your |the )?cards)$",
     "discard down to 0 cards"),
    (r"^discard (?:your (?:whole |entire )?hand|all (?:your |the )?cards),? (?:and |then )*"
     r"draw ({n})(?: new)?(?: cards?)?$", r"discard down to 0 cards, draw \1 cards"),
    (r"^(discard|trash) (?:1|an?|one) card to gain ({n} {res})$",
     r"\1 up to 1 card, gain \2 per card \1ed"),
    (r"^(discard|trash) ({n}) cards to gain ({n} {res})$",
     r"\1 up to \2 cards, gain \3 per \2 cards \1ed"),
    (r"^draw (?:cards )?until you (?:have|hold) ({n})(?: cards)?(?: in (?:your )?hand)?$",
     r"draw up to \1 cards"),
    (r"^draw (?:back )?(?:up )?to ({n})(?: cards)?$", r"draw up to \1 cards"),
    (r"^(discard|trash) (?:any|as many)( {kind})? cards(?: as you (?:like|want))?$",
     r"\1 any number of\2 cards"),
    (r"^(draw|gain) (?:that|as) many cards$", "draw 1 card per card discarded"),
    (r"^gain (?:as many ({res}) as (?:you have |there are )?|(?:({res}) )?equal to (?:the|your) "
     r"number of )({x})(?: you have| that you have)?$", r"gain 1 \1\2 per \3"),
    (r"^(gain|lose) half(?: of)?(?: your| the)? ({res})$", r"\1 1 \2 per 2 \2"),
    (r"^lose all(?: of)?(?: your| the)? ({res})$", r"lose 1 \1 per \1"),
    (r"^double(?: the number of)?(?: your| the)? ({res})$", r"gain 1 \1 per \1"),
    (r"^gain up to ({n}) ({res})$", r"up to \1 times: gain 1 \2"),
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
    (r"^(?:you )?(?:may |can )?(?:spend|pay) ({cost})(?:,? to|,? and|,? then|,) "
     r"(?:do this: )?", r"pay \1: "),
    (r"^(?:you )?(?:may |can )?(?:trade|exchange|convert|swap|sell|turn)s? ({cost})"
     r" (?:for|into|to|against) ({cost})$", r"pay \1: gain \2"),
    (r"^(?:sell|trade|exchange|convert) up to ({n}) ({res}) (?:for|into) ({n} {res})"
     r"(?: each| apiece)$", r"up to \1 times: pay 1 \2: gain \3"),
    (r"^({cost}) ?(?:->|=>|→|➜|⇒) ?({cost})$", r"pay \1: gain \2"),
    (r"^(?:if|when|while) you (?:control|own|hold|possess) ", "if you have "),
    (r"^if you have ((?:at least |at most |exactly )?{n} {x}) and (?:if )?(?:you have )?"
     r"((?:at least |at most |exactly )?{n} {x})[,:]? (?:then )?",
     r"if you have \1: if you have \2: "),
    (r"^if (you have (?:(?:at least|at most|exactly) )?(?:{n}|no) {x}),? (?:then )?(?!:)",
     r"if \1: "),
    (r"^((?!if )[^:]+?),? (?:if|when|provided(?: that)?) you (?:have|own|control) "
     r"((?:(?:at least|at most|exactly) )?{n}|no)( or more)? ({x})$",
     r"if you have \2\3 \4: \1"),
    (r"^((?!if )[^:]+?),? unless you (?:have|own|control) (?:an? |any )?({x})$",
     r"if you have no \2: \1"),
    (r"^if you have ({n}) or more ({x}),? ?:? ?(?:then )?", r"if you have at least \1 \2: "),
    (r"^if you have ({n}) or (?:fewer|less) ({x}),? ?:? ?(?:then )?",
     r"if you have at most \1 \2: "),
    (r"^if you (?:don't have|do not have|have not) any ", "if you have no "),
    (r" from (?:everyone|everybody|all players)$", " from each opponent"),
    (r"^(?:take|gain|get) ({n} {res}) from (?:each player|each opponent|each of your opponents)$",
     r"steal \1 from each opponent"),
    (r"^(?:take|gain|get) ({n} {res}) from (that player|the player to your (?:left|right))$",
     r"steal \1 from \2"),
    (r"^(?:take|gain|get) ({n} {res}) from (?:an opponent|another player|one opponent|a player"
     r"|any player|an opponent of your choice)$",
     r"choose an opponent: steal \1 from that player"),
    (r"^gain ({res}) equal to (?:the number of )?(?:your )?({thing})$", r"gain 1 \1 per \2"),
    (r"^pay any number of ({res}): gain that many ({res})$",
     r"up to 99 times: pay 1 \1: gain 1 \2"),
    (r"^if (?:you are|you're) (?:last|behind),? ", "if you have fewer points than each opponent: "),
    (r"^if (?:you are|you're) (?:first|ahead|in the lead|leading),? ",
     "if you have more points than each opponent: "),
    (r"^(lose|(?:{who}) loses?) half (?:of )?(?:your|their|his|her|the) ({res})$",
     r"\1 1 \2 per 2 \2"),
    (r"^each (?:opponent|player) gives? you ({n} {res})$", r"steal \1 from each opponent"),
    (r"^(?:the player with|whoever has) (?:the )?(most|fewest) ({thing}) gains ({n} points?)$",
     r"\1 \2: \3"),
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
    (r"(?<=per )({x}) (?:that )?(?:you have(?: left| in play| in front of you| built)?"
     r"|in front of you|in play|in your (?:tableau|area|play area))$", r"\1"),
    (r"^(?:(?:go|play|move) again|take (?:two|2) turns)$", "take another turn"),
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
    (r"^(?:as long as|while) you (?:have|own) ({n} {x}),? (.+) (?:per|each|every) turn$",
     r"each turn: if you have \1: \2"),
    (r"^(?!end)(.+) (?:per|each|every) turn$", r"each turn: \1"),
    (r"^(?!end)({n} points? per .+?) (?:at|when) (?:the )?(?:end(?: of (?:the )?game)?|game ends)$",
     r"end: \1"),
    (r"^each ({thing}) (?:is worth|scores|gives) ({n} (?:points?|vps?))$", r"end: \2 per \1"),
    (r"^({thing}) (?:are worth|score|give) ({n} (?:points?|vps?)) each$", r"end: \2 per \1"),
    (r"^(?:this card is |is )?worth ({n} (?:points?|vps?)) at (?:the )?end(?: of (?:the )?game)?$",
     r"end: \1"),
    (r"^(?:this card is |is )?worth ({n} (?:points?|vps?|victory points?)(?: .+)?)$", r"end: \1"),
)  # fmt: skip

# Words anywhere in the sentence → what can be written instead; slots such as `{res}` are filled.
ADVICE = (
    (r"^(?:nothing(?: happens)?|no effect|none|n/?a|[-–—]+)$", "leave the cell empty"),
    (r"otherwise|else|if .* instead",
     "write a sentence for each case, such as "
     '"if you have at least 1 {thing}: gain 2 {res}. If you have no {thing}: gain 1 {res}"'),
    (r"if you have .* or .*",
     'conditions are not joined with "or"; write a sentence for each, such as '
     '"if you have 2 {thing}: gain 1 {res}. If you have 2 {other}: gain 1 {res}"'),
    (r"unless",
     'write the condition first, such as "if you have at most 2 {thing}: gain 1 {res}"'),
    (r"(?:cards?|{kind}|{card}) costs? .*|costs? .* less|(?:reduce|lower|increase)s? .*costs?"
     r"|discount|for .* less|cheaper",
     'a resource lowers costs: write "rebate: {{saves: {res_one}}}" under resources, and "gain 1 '
     'rebate" on the card'),
    (r"^(?:the player with|whoever has|who has) (?:the )?(?:most|fewest|least) .*",
     'at the end write "{rank} {thing}: 3 points"; on a turn of the player write '
     '"if you have {order} {thing} than each opponent: gain 1 {res}"'),
    (r"(?:skip|miss|lose|end)s? (?:your|their|a|the|his|her|one)(?: next)? turn",
     'nobody misses a turn; let players lose something, such as "each opponent loses 1 {res}"'),
    (r"(?:cards?|hand) (?:from|of) .*(?:opponents?|players?|left|right).*|opponent'?s? hand"
     r"|opponents' hands",
     'a card in another hand is neither seen nor taken; write "each opponent discards 1 card" or '
     '"choose an opponent: swap hands with that player"'),
    (r"^gain that (?:many|much) .*",
     'write it in one sentence with the die, "roll a die and gain that many {res}", or after a '
     'discard "gain 1 {res} per card discarded"'),
    (r"(?:roll|reroll|dice|die|flip|toss)(?! over)|d6|[0-9]+d[0-9]+",
     'the one phrase for a die is "roll a die and gain that many {res}"; other chance comes from '
     "the order of the cards"),
    (r"[0-9x]+ ?[-–] ?[0-9]+|(?:gain|lose|draw|discard|trash) [xny](?: .*)?",
     'write one number, such as "gain 2 {res}", or "roll a die and gain that many {res}"'),
    (r"^(?:gain|lose) {res}",
     'the number is missing; write for instance "gain 1 {res}"'),
    (r"^gain {n} of (?:each|every|all)(?: .*)?|one of each(?: .*)?",
     'name the resources, such as "gain {each}"'),
    (r"(?:gain |choose )?(?:any|an?|of any|{n})? ?(?:{n} )?(?:different )?(?:resources?|goods)"
     r"(?: of your choice)?(?: .*)?",
     'name the resources, such as "choose one: {either}"'),
    (r"(?:gain|take|get) (?:an?|{n})(?: {kind})? cards?(?: .*)?",
     'a limit for its cost is missing; write for instance "gain a card costing up to 3 {res}", '
     'or "draw 1 card" for the deck'),
    (r"^keep {n}(?: .*)?",
     'write it in one sentence: "look at the top 3 cards of your deck, keep 1 and discard the '
     'rest"'),
    (r"shuffle",
     "leave it out: when a deck is empty, its discard pile is shuffled and becomes the deck"),
    (r"(?:return|put|take) this(?: card)? .*hand|this(?: card)? (?:goes )?(?:back )?to your hand",
     'the action says where a played card goes: "play: {{play: card, to: hand}}"'),
    (r"(?:put|place|move) {n} {res} .*|on (?:this|the|a) card",
     'no tokens lie on cards; players have them, such as "gain 1 {res}"'),
    (r"^you and .*",
     'write a part for each player, such as "gain 1 {res}, the player to your left gains 1 '
     '{res}"'),
    (r"max(?:imum|imal)?|no more than|(?:up to|at most) {n}",
     "an amount has no upper limit; write steps instead, such as "
     '"if you have 1 {thing}: gain 1 {res}. If you have 2 {thing}: gain 1 {res}"'),
    (r"^play .*card.*|^play it|play (?:another|an extra|one more) .*",
     'an action plays cards: "play: {{play: card, costs: 1 action}}" with the resource '
     '"action: {{start: 1, until: turn}}"; a card can then say "gain 1 action"'),
    (r"(?:protect|block|defend|shield|immune|immunity)(?:s|ed)?",
     'the phrase is "you are protected until your next turn"'),
    (r"whenever|(?:every|each) time|in response|reaction|react|counter|cancel|instead|interrupt"
     r"|when(?: an?| any| your)? (?:opponents?|other players?|players?) .*",
     "a card acts only in the turn of its owner; a sentence begins with \"When bought:\", "
     '"Each turn:", "End:" or none of them, such as "Each turn: gain 1 {res}"'),
    (r"when|once|as long as|after|before|while|during|until",
     'a sentence begins with "When bought:", "Each turn:", "End:" or none of them, '
     'such as "Each turn: gain 1 {res}"'),
    (r"(?:trade|exchange|swap|convert|sell)s? .*(?:{n}|{res})",
     'what is paid comes first, then what it brings, such as "pay {amount}: gain 1 {other}"'),
    (r"(?:buy|purchase)s?",
     'players buy cards by an action such as "buy: {{buy: cards}}"; a card itself can say '
     '"gain a card costing up to 2 {res}"'),
    (r"(?:pay|spend)s?",
     'what is paid comes before a colon, such as "pay {amount}: gain 1 {other}"'),
    (r"(?:discard|trash) (?:{n} )?{res}",
     'cards are discarded, but resources are lost, such as "lose 1 {res}"'),
    (r"choose one", 'write two options or more with a slash between them, such as '
     '"choose one: gain 2 {res} / draw 1 card"'),
    (r"or", 'write alternatives with a slash, such as "choose one: gain 2 {res} / draw 1 card"'),
    (r"gives?|donate|pass", 'write what each player gains or loses, such as '
     '"lose 1 {res}, the player to your left gains 1 {res}"'),
)  # fmt: skip
