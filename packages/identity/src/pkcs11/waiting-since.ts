/** Says how long nothing was answered although something is asked, and how much is. */
export function waitingSince(now: () => number) {
  let underWay = 0
  let since = 0
  const wait = async <Value>(answer: Promise<Value> | undefined): Promise<Value | undefined> => {
    if (underWay === 0) since = now()
    underWay += 1
    try {
      return await answer
    } finally {
      underWay -= 1
      since = now()
    }
  }
  return Object.assign(wait, {
    milliseconds: () => (underWay === 0 ? 0 : now() - since),
    count: () => underWay,
  })
}
