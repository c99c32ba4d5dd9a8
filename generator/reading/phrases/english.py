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
    "set up supply": "Sort the {title} into piles of identical cards, face up: they are {supply}.",
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
    "set up extra": "The {ordinal} player in turn order takes {amounts} in addition.",
    "ordinals": "first second third fourth fifth sixth",
    # a turn
    "turns": "Players take turns clockwise, beginning with the start player. When everybody has "
    "had a turn, the round is over.",
    "turns of places": "Players take turns clockwise, beginning with the start player. When all "
    "have passed one after the other, the round is over.",
    "on your turn": "On your turn:",
    "together": "All players do this at the same time:",
    "none of": "no {names}",
    "refresh": "For this turn you have {amounts}. Nothing carries over from your last turn.",
    "refresh none": "Your {names} from your last turn are lost.",
    "effects": "Carry out the **Each turn** effects of the cards in front of you, in the order "
    "in which you laid them down.",
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
    "refill": "Refill the row from the deck immediately.",
    "carry out": "Then carry out what the card says.",
    "card": "a card",
    "card of kind": "a {kind} card",
    "cards of kind": "{kind} cards",
    "all cards of kind": "all {kind} cards",
    "all cards": "all cards",
    "every": "Play {cards} from your hand: lay them all in front of you, then carry out what "
    "they say.",
    "keep": "Choose {cards} from your hand and put it face down in front of you. When everybody "
    "has chosen, reveal the cards.",
    "keep more": "Choose {cards} from your hand (all of them if you have fewer) and put them "
    "face down in front of you. When everybody has chosen, reveal the cards.",
    "pass left": "Pass the rest of your cards to the player on your left.",
    "pass right": "Pass the rest of your cards to the player on your right.",
    "kept": "Carry out what the new cards say, beginning with the start player and going "
    "clockwise.",
    "repeat": "Repeat these steps until all hands are empty. Then the round is over.",
    "press": "Turn up the top card {deck}. As often as you like, turn up one more.",
    "bust": "If two {cards} are turned up, put all the cards that are turned up on {pile}.",
    "bust any": "If two cards that share a kind are turned up, put all the cards that are turned "
    "up on {pile}.",
    "stop": "If you stop before that, lay all of them in front of you. Then carry out what they "
    "say, in the order in which they were turned up.",
    "hold": "If you now have more than {n} {names} in total, return tokens of your choice until "
    "you have {n}.",
    "hold one": "If you now have more than {n} {names}, return some until you have {n}.",
    # the end of a round
    "home": "Everybody has {amounts} again. What was used in this round is free again.",
    "next first": "The player to the left of the start player becomes the start player.",
    "round score": "Each player scores: {text}.",
    "printed": "Each player scores the points printed on the cards in front of them.",
    "clear": "Put all cards in front of the players on {pile}.",
    "clear but": "Put all cards in front of the players on {pile}, except the {cards}.",
    "deal again": "Unless the game is over, deal new hands as in the set-up.",
    # the end
    "ends": "The game ends",
    "end now": "immediately, when {condition} at the end of a turn;",
    "end finish": "when {condition} at the end of a turn, after the round has been finished;",
    "end rounds": "after {n} rounds;",
    "end stop": "as soon as a card or an action says so;",
    "somebody": "somebody has {things} or more",
    "any supply empty": "a pile of the supply is empty",
    "supplies empty": "{n} piles of the supply are empty",
    "pile empty": "the {name} pile is empty",
    "supply empty": "{supply} is empty",
    "bank empty": "no more {names} can be taken",
    "row empty": "{row} is empty",
    "deck empty": "{deck} is empty",
    "as if": "At any time, your points are what you would score if the game ended now.",
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
    "when bought": "**When bought:** do this when you have paid for the card, before anything "
    "else that the card says.",
    "each turn": "**Each turn:** do this on each of your turns while the card lies in front of "
    "you.",
    "at end": "**End:** score this when the game ends. Until then it counts in your points, too.",
    "when discarded": "**When discarded:** do this when you discard the card from your hand "
    "because a sentence says “discard” and a number of cards.",
    "other sentences": "Carry out any other sentence {when}. An instruction that names no "
    "player is for you.",
    "sentences": "Carry out what a card says {when}. An instruction that names no player is for "
    "you.",
    "when played": "when you play the card",
    "when laid": "when the card is laid in front of you",
    "when kept": "when the card is turned up",
    "count": "Count only what is your own. Cards count while they lie in front of you, unless "
    "the card names another place; the name of a kind counts cards of that kind alone.",
    "count owned": "When scoring, count all cards that you own.",
    "groups": "**Per 2** (or 3, 4 …): for every 2 of them. Ignore any left over.",
    "less": "Nobody can lose, give or pay more than they have: if you would lose more, lose all "
    "you have. Only points may fall below 0.",
    "bank": "If too few tokens are left, take what there is.",
    "aim": "**Choose an opponent:** “that player” and “they” are the opponent you chose.",
    "than": "**More than each opponent:** compare with each of them alone. You must "
    "be ahead of all.",
    "protect": "**You are protected:** until your next turn begins, sentences that other players "
    "carry out do nothing to you, and nobody can choose you.",
    "several": "If a sentence applies to several players, carry it out clockwise, starting with "
    "you if you are one of them.",
    "neighbours": "Your neighbours are the players on your left and on your right. Of two "
    "players, the other is your only neighbour.",
    "pay": "**Pay …:** you may pay; only if you do, carry out the rest of the sentence. You can "
    "choose an action or option that begins this way only if you pay.",
    "if": "**If …:** if this is not true, skip the rest of the sentence.",
    "one": "**Choose one:** carry out one of the options, which are separated by slashes.",
    "times": "**Up to … times:** decide each time whether you carry out the rest of the sentence "
    "again.",
    "may": "**You may …:** decide whether you carry out the rest of the sentence.",
    "discard": "**Discard:** the player who discards chooses cards from their hand for the "
    "discard pile. A player with too few discards them all.",
    "trash": "**Trash:** choose cards from your hand and take them out of the game; **trash "
    "this** takes out this card.",
    "up to": "**Up to:** you may choose fewer, or none.",
    "down to": "**Down to:** discard until that many are left in hand.",
    "clean": "**What you played:** all cards in front of you.",
    "draw up to": "**Draw up to:** draw until you have that many in hand.",
    "gain card": "**Gain a card:** take one {where} without paying if there is one, and {goes}. "
    "Its cost may be at most the amount named, and in nothing else.",
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
    "shuffle": "When a deck is empty and you need a card, shuffle its discard pile to form a "
    "new deck. If that is empty too, you get no card.",
    "again": "**Take another turn:** take one extra turn after this one, at most one for each "
    "turn.",
    "set": "**Per set:** for each complete set (one of each).",
    "different": "**Per different:** for each of those of which you have at least one.",
    "steps": "**1/3 points for 1/2:** 1 point if you have 1, but 3 points if you have 2 or "
    "more. These are not cumulative.",
    "most": "**Most:** all players with the most get these points. If only one player has the "
    "most, all players with the second most get the points for second. You get nothing if you "
    "have none.",
    "fewest": "**Fewest:** everybody who has the fewest gets or loses these points, even with "
    "none.",
    "column": "**{names}:** add up these numbers on the cards.",
    "claims": "**What a card asks for:** {cards} are not paid. Have the resources that are "
    "named, and in front of you the cards of each kind that is named. You keep all of them.",
    "saves": "Each {name} reduces the {other} in anything you pay by 1 (minimum 0).",
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
