/** The little of WebAssembly that is used here; its types otherwise come only with those of a browser. */
declare namespace WebAssembly {
  class Module {
    private readonly compiled: true;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
