/** Tests that change what all files of one process share: the clock, what hears its signals, a module of Node.js or of a library. */
export const ALONE = [
  'test/api/gate.test.ts',
  'test/api/transport.test.ts',
  'test/api/wire-errors.test.ts',
  'test/cli/kept-interrupts.test.ts',
  'test/engine/apply/look-again.test.ts',
  'test/engine/lock.test.ts',
];
