import encodeQR from 'qr'

/** A QR code as one path of an SVG picture: dark modules of one unit each, with a light edge around them. */
export interface QrCode {
  /** How many units the picture is wide and high. */
  readonly units: number
  readonly path: string
}

/** The light edge that readers need (ISO/IEC 18004 section 6.3.8). */
const QUIET_UNITS = 4

/** Draws a text as a QR code. */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { border: QUIET_UNITS })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { units: rows.length, path: path.join('') }
}
