/** `finally` waits for the promise that its function returns (ECMAScript 27.2.5.3). TypeScript's own declaration does not say so. */
interface Promise<T> {
  finally(onfinally: () => PromiseLike<unknown>): Promise<T>
}
