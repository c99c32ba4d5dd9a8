"""The sentences of a rule sheet in English; `{slots}` are filled by `rule_sheet`.

Amounts and phrases in the slots are canonical words.
"""

SENTENCES = {
    # headings
    "box": "In the box",
    "set-up": "Set-up",
    "turn": "Your turn",
    "draft": "A round",
    "end of round": "The end of a round",
    "end": "The end of the game",
    "score": "Scoring",
    "words": "What the words mean",
    # words for lists
    "and": "and",
    "or": "or",
    "intro": "For {players} players. The player with the most points wins.",
    # in the box
    "box cards": "**{title}**: {cards}",
    "box places": "**{title}**: {n}",
    "box bank": "Tokens: {amounts}, and no more than these",
    "box tokens": "Tokens for {names}, as many as you need",
    "box each": "{amounts} for each player",
    "box points": "Paper and pencil for points",
    "box die": "A die with six sides",
    "box icons": "Icons: {icons}",
    # the table
    "row": "the row",
    "row of": "the row of {title}",
    "deck": "the deck",
    "deck of": "the deck of {title}",
    "from deck": "from the deck",
    "from deck of": "from the deck of {title}",
    "of deck": "of the deck",
    "of deck of": "of the deck of {title}",
    "from row": "from the row",
    "from row of": "from the row of {title}",
    "from supply": "from the supply",
    "from supply of": "from the supply of {title}",
    "to the deck": "the deck",
    "own deck": "your deck",
    "supply": "the supply",
    "supply of": "the supply of {title}",
    "discard pile": "the discard pile",
    "own discard pile": "your discard pile",
    # set-up
    "set up deck": "Shuffle the {title} and lay them face down as a deck.",
    "set up row": "Shuffle the {title} and lay them face down as a deck. Lay {cards} of it face up "
    "beside it: they are {row}.",
    "set up supply": "Sort the {title} into piles of equal cards, face up: they are {supply}.",
    "set up own": "Each player takes {cards}, shuffles them and lays them face down as a deck of "
    "their own.",
    "set up places": "Lay out the {title} face up where everybody can reach them.",
    "set up amounts": "Each player takes {amounts}.",
    "set up hand": "Deal {cards} to each player {deck}.",
    "set up hands": "{cards} with {n} players",
    "set up hands by": "Deal a hand to each player {deck}: {hands}.",
    "set up own hand": "Each player draws {cards}.",
    "set up phrase": "In turn order, each player does this: {text}.",
    "set up first": "Choose a start player.",
    # a turn
    "turns": "Players take turns clockwise, beginning with the start player. When everybody has "
    "had a turn, the round is over.",
    "turns of places": "Players take turns clockwise, beginning with the start player. When all "
    "have passed one after the other, the round is over.",
    "on your turn": "On your turn:",
    "together": "All players do this at the same time:",
    "none of": "no {names}",
    "refresh": "For this turn you have {amounts}. What is left from your last turn is lost.",
    "refresh none": "What is left of your {names} from your last turn is lost.",
    "effects": "Carry out **Each turn:** of the cards in front of you, in the order in which they "
    "were laid there.",
    "choose": "Choose one of these actions:",
    "choose may": "You may choose one of these actions:",
    "choose any": "Do any of these actions, as often as you like:",
    "choose times": "Choose one of these actions, then again, {n} times in all:",
    "choose up to": "Choose one of these actions, up to {n} times:",
    "only": "{action}",
    "only may": "You may do this. {action}",
    "only any": "As often as you like: {action}",
    "only times": "{n} times: {action}",
    "only up to": "Up to {n} times: {action}",
    "choose must": "Choose one of these actions. If you can do none of them, skip this step.",
    "choose or pass": "Choose one of these actions. If you can do none of them, you pass.",
    "must only": "If you cannot, skip this step.",
    "pass only": "If you cannot, you pass.",
    "may pass": "A turn in which you use no {names} is a pass.",
    "action": "**{name}**: {text}",
    "for": "for {costs}, {text}",
    "condition": "You can choose it only if the condition is fulfilled.",
    "once turn": "(Once each turn.)",
    "once round": "(Only one player in each round.)",
    "place": "**A place**: choose a place that nobody has used in this round. Put {costs} on it "
    "and carry out what it says. You must be able to pay what it asks for, and to fulfil any "
    "condition on it.",
    "play": "play {card} from your hand. Lay it in front of you and carry out what it says.",
    "played to discard": "Then put it on {pile}.",
    "played to hand": "Then take it back into your hand.",
    "played to deck": "Then put it on top of {pile}.",
    "claim": "take {card} {where} if you have everything that it asks for. "
    "You keep what you have. Then {goes}.",
    "buy": "buy {card} {where}. Pay its cost and {goes}.",
    "to front": "lay it in front of you",
    "to discard": "put it on {pile}",
    "to hand": "take it into your hand",
    "to deck": "put it on top of {pile}",
    "refill": "Fill the row up from the deck at once.",
    "carry out": "Then carry out what the card says.",
    "card": "a card",
    "card of kind": "a {kind} card",
    "cards of kind": "{kind} cards",
    "all cards of kind": "all {kind} cards",
    "all cards": "all cards",
    "every": "Play {cards} of your hand: lay them all in front of you, then carry out what they "
    "say.",
    "keep": "Choose {cards} of your hand and put it face down in front of you. When everybody has "
    "chosen, turn the cards up.",
    "keep more": "Choose {cards} of your hand (all of them if you have fewer) and put them face "
    "down in front of you. When everybody has chosen, turn the cards up.",
    "pass left": "Hand the rest of your cards to the player on your left.",
    "pass right": "Hand the rest of your cards to the player on your right.",
    "kept": "Carry out what the new cards say, beginning with the start player and going "
    "clockwise.",
    "repeat": "Do all this again until nobody has any cards left in hand. Then the round is over.",
    "press": "Turn up the top card {deck}. As often as you like, turn up one more.",
    "bust": "If two {cards} are turned up, put all the cards that are turned up on {pile}.",
    "bust any": "If two cards that share a kind are turned up, put all the cards that are turned "
    "up on {pile}.",
    "stop": "If you stop before that, lay all of them in front of you. Then carry out what they "
    "say, in the order in which they were turned up.",
    "hold": "If you now have more than {n} {names} together, give back any of them until you have "
    "{n}.",
    "hold one": "If you now have more than {n} {names}, give back some until you have {n}.",
    # the end of a round
    "home": "Everybody has {amounts} again. What was used in this round is free again.",
    "next first": "The player to the left of the start player becomes the start player.",
    "round score": "Each player scores: {text}.",
    "printed": "Each player scores the points printed on the cards in front of them.",
    "clear": "Put the cards in front of the players on {pile}.",
    "clear but": "Put the cards in front of the players on {pile}, but leave the {cards} there.",
    "deal again": "Unless the game is over, deal new hands as at the beginning.",
    # the end
    "ends": "The game ends",
    "end now": "when, at the end of a turn, {condition};",
    "end finish": "when, at the end of a turn, {condition}; the round is then finished in any "
    "case;",
    "end rounds": "after {n} rounds;",
    "end stop": "as soon as a card or an action says so;",
    "somebody": "somebody has {things}",
    "any supply empty": "a pile of the supply is empty",
    "supplies empty": "{n} piles of the supply are empty",
    "pile empty": "the {name} pile is empty",
    "supply empty": "{supply} is empty",
    "bank empty": "no more {names} can be taken",
    "row empty": "{row} is empty",
    "deck empty": "{deck} is empty",
    "as if": "During the game, a player has as many points as the score would be if the game ended "
    "now.",
    # scoring
    "each adds": "Each player adds up:",
    "score gained": "the points gained during the game",
    "score printed": "the points printed on {cards}",
    "score end": "what {cards} say after **End**",
    "score round": "if the game ends in the middle of a round, what is scored at the end of "
    "a round",
    "their cards": "the cards in front of them",
    "owned cards": "all cards they own: in front of them, in hand, in the deck and in the discard "
    "pile",
    "win": "The player with the most points wins.",
    "tie most": "If players are tied, the one with the most {what} wins. If they are still tied, "
    "they share the victory.",
    "tie fewest": "If players are tied, the one with the fewest {what} wins. If they are still "
    "tied, they share the victory.",
    "owned": "of their own",
    "tie": "Players who are tied share the victory.",
    # what the words mean
    "when bought": "**When bought:** carry it out when you have paid for the card, before anything "
    "else that the card says.",
    "each turn": "**Each turn:** carry it out in each of your turns, while the card lies in front "
    "of you.",
    "at end": "**End:** it counts only when the game ends.",
    "when discarded": "**When discarded:** carry it out when you discard the card from your hand "
    "because a sentence says “discard” and a number of cards.",
    "other sentences": "Carry out any other sentence {when}.",
    "sentences": "Carry out what a card says {when}.",
    "when played": "when you play the card",
    "when laid": "when the card is laid in front of you",
    "when kept": "when the card is turned up",
    "count": "Count only what you have yourself. Cards count while they lie in front of you, "
    "unless the words name another place.",
    "count owned": "When scoring, count all cards that you own.",
    "groups": "**Per 2** (or 3, 4 …): for every 2 of them. One that is left over does not count.",
    "less": "Nobody can lose, give or pay more than they have: if you are to lose more, you lose "
    "all. Only points may fall below 0.",
    "bank": "If there are fewer tokens left than you gain, you gain those.",
    "aim": "**Choose an opponent:** “that player” and “they” are the opponent whom you chose.",
    "than": "**More than each opponent:** compare with each of them alone. You must "
    "be ahead of all.",
    "protect": "**You are protected:** until your next turn begins, sentences that other players "
    "carry out do nothing to you, and nobody can choose you.",
    "several": "If a sentence is about several players, go clockwise. You come first if you are "
    "one of them.",
    "neighbours": "Your neighbours are the players on your left and on your right.",
    "pay": "**Pay …:** you may pay; only if you do, carry out the rest of the sentence. An action "
    "or option that begins so can be chosen only by paying.",
    "if": "**If …:** if it is not so, skip the rest of the sentence.",
    "one": "**Choose one:** carry out one of the options between the strokes.",
    "times": "**Up to … times:** decide each time whether you carry out the rest of the sentence "
    "again.",
    "may": "**You may …:** decide whether you carry out the rest of the sentence.",
    "discard": "**Discard:** the player who discards chooses cards of their hand for the discard "
    "pile. A player with too few discards all.",
    "trash": "**Trash:** the card is out of the game.",
    "up to": "**Up to:** you may stop earlier, even at none.",
    "down to": "**Down to:** discard until so many are left in hand.",
    "clean": "**What you played:** all cards in front of you.",
    "draw up to": "**Draw up to:** draw until you have so many in hand.",
    "gain card": "**Gain a card:** take it {where} without paying and {goes}. It may "
    "cost that much at most, and nothing of another kind.",
    "more": "**More than it:** than the card that you just discarded or trashed. If there was "
    "none, you gain no card.",
    "put back": "**On your deck:** face down, on top of the deck that you draw from.",
    "look": "**Look at the top cards:** only you see them. Take those that you keep into your "
    "hand. If the others are put back, they stay where they are, in the same order.",
    "twice": "**Play … twice:** lay the card in front of you, carry out what it says, and carry it "
    "out once more. Then it goes where the card goes that says this.",
    "different of": "**Different of:** 1 each of as many of these as it says.",
    "away": "**Card discarded**, **card trashed:** those that this sentence has just put away.",
    "swap": "**Swap hands:** exchange all the cards in hand with that player.",
    "turn up": "**Turn up cards until:** turn up cards of the deck one by one. Those of the kind "
    "go into your hand. When you have turned up as many as it says, discard the others.",
    "gain named": "**Gain** with the name of a card: take it {where}, if there is one, and "
    "{goes}.",
    "shuffle": "When a deck is empty and you need a card, shuffle its discard pile: it is the new "
    "deck. If there is none either, you get no card.",
    "again": "**Take another turn:** when this turn is over, you have one more turn, but never two "
    "for the same turn.",
    "set": "**Per set:** for each complete set of one of each.",
    "different": "**Per different:** for each of those of which you have at least one.",
    "steps": "**1/3 points for 1/2:** 1 point if you have 1, but 3 points if you have 2 or more. "
    "The points are not added up.",
    "most": "**Most:** everybody who has the most gets these points. If that is only one player, "
    "everybody with the second most gets those for the second. With none you get nothing.",
    "fewest": "**Fewest:** everybody who has the fewest gets or loses these points, even with "
    "none.",
    "column": "**{names}:** add up these numbers on the cards.",
    "saves": "Each {name} lowers everything that you pay in {other} by 1, but not below 0.",
    "wild": "{name} can be paid instead of anything else, for what you lack.",
    # the aid
    "aid end": "The end",
    "aid now": "{condition}",
    "aid finish": "{condition} (finish the round)",
    "aid rounds": "after {n} rounds",
    "aid stop": "a card says so",
    "aid win": "Most points win.",
    "aid tie most": "Tied: most {what}.",
    "aid tie fewest": "Tied: fewest {what}.",
    "aid places": "**A place** that nobody has used: put {costs} on it and do what it says.",
}  # fmt: skip
