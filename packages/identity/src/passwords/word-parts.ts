import { CHOICE_MAGNITUDE, LEAST_PART_CHARACTERS, type Part } from './part.ts'
import { backwards, type Signs } from './signs.ts'
import { BEGINNING_CHARACTERS, type Vocabulary } from './vocabulary.ts'

const LETTER = /^\p{L}/u

/** Signs in place of letters: attackers have few rules for that. */
const LOOK_ALIKE_MAGNITUDE = 0.3

/** Capitals: attackers have few rules for them, however many there are. */
const MOST_CAPITALS_MAGNITUDE = 1.5

/** Every part that is a word of a vocabulary, forwards or backwards, with any capitals and look-alike signs. */
export function wordParts(signs: Signs, vocabulary: Vocabulary): Part[] {
  const length = signs.plain.length
  const turned = forwardParts(backwards(signs), vocabulary).map(({ kind, from, until, magnitude }) => ({
    kind,
    from: length - until,
    until: length - from,
    magnitude: magnitude + CHOICE_MAGNITUDE,
  }))
  return [...forwardParts(signs, vocabulary), ...turned]
}

function forwardParts(signs: Signs, vocabulary: Vocabulary): Part[] {
  return signs.plain.flatMap((_, from) => wordsFrom(signs, vocabulary, from))
}

function wordsFrom(signs: Signs, vocabulary: Vocabulary, from: number): Part[] {
  const parts: Part[] = []
  const mayBeLong = vocabulary.hasBeginning(signs.alike.slice(from, from + BEGINNING_CHARACTERS))
  const most = mayBeLong ? vocabulary.mostCharacters : LEAST_PART_CHARACTERS
  const last = Math.min(signs.plain.length, from + most)
  for (let until = from + LEAST_PART_CHARACTERS; until <= last; until += 1) {
    const magnitude = vocabulary.magnitudeOf(signs.alike.slice(from, until))
    if (magnitude === undefined) continue
    parts.push({
      kind: vocabulary.kind,
      from,
      until,
      magnitude: magnitude + spellingMagnitude(signs, from, until),
    })
  }
  return parts
}

/** The spelling of the word: its capitals, and the signs in place of letters. */
function spellingMagnitude({ plain, capital }: Signs, from: number, until: number): number {
  const letters = plain.slice(from, until).filter((sign) => LETTER.test(sign)).length
  const capitals = capital.slice(from, until).filter((isCapital) => isCapital).length
  return lookAlikesMagnitude(letters, until - from) + capitalsMagnitude(capitals, until - from)
}

/** A word of only digits or symbols has one spelling. */
function lookAlikesMagnitude(letters: number, characters: number): number {
  return letters > 0 && letters < characters ? LOOK_ALIKE_MAGNITUDE : 0
}

function capitalsMagnitude(capitals: number, characters: number): number {
  if (capitals === characters) return CHOICE_MAGNITUDE
  return Math.min(MOST_CAPITALS_MAGNITUDE, capitals * CHOICE_MAGNITUDE)
}
