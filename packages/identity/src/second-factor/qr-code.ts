import encodeQR from 'qr'

/** A QR code as one path of an SVG picture: dark lines, one unit high, with a light edge around them. */
export interface QrCode {
  /** How many units the picture is wide and high. */
  readonly units: number
  /** The lines of the rows. A row is half a unit above its line's middle, so the picture moves them down by half a unit. */
  readonly path: string
}

/** The light edge that readers need (ISO/IEC 18004 section 6.3.8). */
const QUIET_UNITS = 4

/** Draws a text as a QR code. */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { border: QUIET_UNITS })
  return { units: rows.length, path: rows.map(lineOf).join('') }
}

/** A row as one line with gaps. Each part of it begins where the part before ended, which takes the fewest characters. */
function lineOf(row: readonly boolean[], y: number): string {
  let end = 0
  const parts = row.map((isDark, x) => {
    if (!isDark || row[x - 1]) return ''
    const move = end === 0 ? `M${x} ${y}` : `m${x - end} 0`
    const length = row.indexOf(false, x) - x
    end = x + length
    return `${move}h${length}`
  })
  return parts.join('')
}
