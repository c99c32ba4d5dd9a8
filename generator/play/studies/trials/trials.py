"""All trials, in the order in which they are played and listed."""

from generator.play.studies.trials import effect, effects, kingmaking, larger_supplies, restrict

TRIALS = (restrict.TRIAL, kingmaking.TRIAL, effect.TRIAL, effects.TRIAL, larger_supplies.TRIAL)
