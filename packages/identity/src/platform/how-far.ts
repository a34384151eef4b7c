/**
 * How far work is that has done so many: ` of 2000 (50 %)`. `about`: the whole is estimated. Nothing where the whole is not known, or more than it is done.
 */
export function howFar(
  done: number,
  whole: number | 'unknown' | undefined,
  how: 'about' | 'exactly' = 'exactly',
): string {
  if (typeof whole !== 'number' || whole <= 0 || done > whole) return ''
  return ` of ${how === 'about' ? 'about ' : ''}${whole} (${percentOf(done / whole)})`
}

/** A part of a whole: `37 %`. */
export function percentOf(part: number): string {
  return `${Math.floor(part * 100)} %`
}
