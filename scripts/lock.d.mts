/** Runs `work` while no other process holds the lock `path`. */
export function withLock<T>(path: string, what: string, work: () => Promise<T>): Promise<T>
