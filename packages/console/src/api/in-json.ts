/** `signIns` in the code is `sign_ins` in JSON. */
export const inJson = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
