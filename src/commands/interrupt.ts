import { EXIT } from './exit-status.ts';

/** Waits for SIGINT and SIGTERM: the first one sets off the signal, the second one ends the process at once. */
export function onInterrupt(first: () => void): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
    first();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return {
    signal: controller.signal,
    dispose: () => {
      process.off('SIGINT', handle);
      process.off('SIGTERM', handle);
    },
  };
}
