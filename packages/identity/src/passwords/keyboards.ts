import { signsOf } from './signs.ts'

/** The positions of the keys by their code points: row times `ROW` plus column. */
export type Keyboard = ReadonlyMap<number, number>

/** More than the columns of a keyboard, so that row and column of a step are distinct. */
const ROW = 100

const NO_KEY = ' '.charCodeAt(0)

/** Rows from top to bottom, keys from left to right, each row without and with shift. A space means no key. */
const LAYOUTS: readonly (readonly (readonly string[])[])[] = [
  [
    ['`1234567890-=', '~!@#$%^&*()_+'],
    [' qwertyuiop[]\\', ' qwertyuiop{}|'],
    [" asdfghjkl;'", ' asdfghjkl:"'],
    [' zxcvbnm,./', ' zxcvbnm<>?'],
  ],
  [
    ['^1234567890ß', '°!"§$%&/()=?'],
    [' qwertzuiop +', ' qwertzuiop *'],
    [' asdfghjkl  #', " asdfghjkl  '"],
    ['<yxcvbnm,.-', '>yxcvbnm;:_'],
  ],
  [[' &  "\'(- _  )=', ' 1234567890°+'], [' azertyuiop $'], [' qsdfghjklm *'], ['<wxcvbn,;:!', '>wxcvbn?./']],
  [['789'], ['456'], ['123'], ['0']],
  [['1234567890'], ['йцукенгшщзхъ'], ['фывапролджэ'], ['ячсмитьбю']],
  [['1234567890'], ['ضصثقفغعهخحجد'], ['شسيبلاتنمكط'], ['ئءؤر ىةوزظ']],
]

/** The usual keyboards: US, German, French, the numeric keypad, Russian and Arabic. */
export const KEYBOARDS: readonly Keyboard[] = LAYOUTS.map(keyboardOf)

function keyboardOf(rows: (typeof LAYOUTS)[number]): Keyboard {
  const keys = new Map<number, number>()
  const all = rows.flatMap((levels, row) => levels.flatMap((level) => keysOf(level, row)))
  for (const [sign, position] of all) if (sign !== NO_KEY && !keys.has(sign)) keys.set(sign, position)
  return keys
}

function keysOf(level: string, row: number): (readonly [number, number])[] {
  return signsOf(level).plain.map((sign, column) => [sign, row * ROW + column])
}

/** The difference of two keys where they touch or are equal. */
export function keyStep(difference: number): number | undefined {
  const rows = Math.round(difference / ROW)
  return Math.abs(rows) <= 1 && Math.abs(difference - rows * ROW) <= 1 ? difference : undefined
}
