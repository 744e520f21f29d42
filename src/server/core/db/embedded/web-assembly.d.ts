/** Parts of the WebAssembly types used here; the full types come only with a browser's library. */
declare namespace WebAssembly {
  class Module {
    private readonly compiled: true;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
