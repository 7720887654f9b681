import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { JsonObject } from '../model.ts';

/** Sends a call, and gives its answer; `lost` where that was lost, so that nobody knows what became of the call. Throws ApiError. */
export async function sentOrLost(
  client: Pick<Client, 'send'>,
  call: Parameters<Client['send']>[0],
): Promise<JsonObject | undefined | 'lost'> {
  try {
    return await client.send(call);
  } catch (error) {
    if (error instanceof ApiError && error.outcomeUnknown) return 'lost';
    throw error;
  }
}
