import { setFlagsFromString } from 'node:v8';

/** About what the answers of a hundred pages take; V8 itself has a hundredth of it (11.3), or a fourteenth (12.4). */
const BUDGET = 180_000_000;

/**
 * Puts off that V8 optimizes the parser of HTTP, which undici has as WebAssembly: it would begin at the third answer, and take as much of
 * the processor as a third of a small plan. Long runs get there all the same. It holds for what is loaded after it.
 */
export function unhurryParser(): void {
  setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
