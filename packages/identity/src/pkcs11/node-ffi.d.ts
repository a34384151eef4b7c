/** The part of Node's `node:ffi` (Node 26) that is used here. */
declare module 'node:ffi' {
  type NativeType = 'u8' | 'u64' | 'pointer'
  type NativeFunction = (...given: readonly (bigint | number)[]) => bigint
  class DynamicLibrary {
    /** Throws where the file is no library that can be loaded. */
    constructor(path: string)
    /** Throws where the library does not have it. */
    getFunction(
      name: string,
      signature: { readonly arguments: readonly NativeType[]; readonly return: NativeType },
    ): NativeFunction
  }
  /** The address of its bytes. They stay there while it is held. */
  function getRawPointer(bytes: Buffer): bigint
}
