/** A promise that is resolved from outside. */
export interface Signal {
  readonly reached: Promise<void>
  reach(): void
}

/** Makes a signal. */
export function signal(): Signal {
  let reach = () => undefined as void
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  return { reached, reach: () => reach() }
}
