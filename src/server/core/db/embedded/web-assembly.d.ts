/**
 * Parts of the WebAssembly types that this project uses. The complete types are only in
 * TypeScript's browser library.
 */
declare namespace WebAssembly {
  class Module {
    private readonly compiled: true;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
