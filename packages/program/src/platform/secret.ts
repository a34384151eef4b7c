/** A value that prints as `[secret]`. Only `reveal()` returns it. */
export interface Secret {
  readonly kind: 'secret'
  reveal(): string
  toString(): '[secret]'
  toJSON(): '[secret]'
}

class HiddenValue implements Secret {
  readonly kind = 'secret'
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): '[secret]' {
    return '[secret]'
  }
  toJSON(): '[secret]' {
    return '[secret]'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): '[secret]' {
    return '[secret]'
  }
}

/** Wraps a value. console.log, JSON.stringify, util.inspect and template strings print `[secret]`. */
export function secret(value: string): Secret {
  return Object.freeze(new HiddenValue(value))
}

/** Whether a value is a Secret, also one from another copy of this package. */
export function isSecret(value: unknown): value is Secret {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'secret' &&
    'reveal' in value
  )
}
