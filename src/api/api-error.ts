import type { Json } from '../model.ts';

/** What kind of trouble a request met. */
export type ApiErrorCode =
  | 'unreachable'
  | 'unauthorized'
  | 'insufficient-scope'
  | 'forbidden'
  | 'not-found'
  | 'not-gitlab'
  | 'unsupported-version'
  | 'redirected'
  | 'rate-limited'
  | 'refused'
  | 'server-error';

/** Whose trouble it is that nothing comes through, where that is known: of a certificate, of a proxy, or of the URL that was given. */
export type Because = 'untrusted' | 'out-of-time' | 'other-name' | 'proxy' | 'proxy-credentials' | 'url';

/** A request that did not succeed. Its message is one sentence that holds no secret. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  /** The platform's own words, as text; undefined where it said nothing readable. */
  readonly serverMessage: string | undefined;
  /** The answer's body, where it was JSON. */
  readonly body: Json | undefined;
  /** Whether the request may have been executed all the same, because its answer was lost. */
  readonly outcomeUnknown: boolean;
  /** What is known of why nothing came through. */
  readonly because: Because | undefined;

  constructor(
    code: ApiErrorCode,
    message: string,
    request: { readonly method: string; readonly path: string },
    detail: {
      readonly status?: number;
      readonly serverMessage?: string | undefined;
      readonly outcomeUnknown?: boolean;
      readonly body?: Json | undefined;
      readonly because?: Because | undefined;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.method = request.method;
    this.path = request.path;
    this.status = detail.status;
    this.serverMessage = detail.serverMessage;
    this.body = detail.body;
    this.outcomeUnknown = detail.outcomeUnknown ?? false;
    this.because = detail.because;
  }
}

/** Whether an answer keeps back what was asked for, while other requests may well be answered. */
export function isRefused(error: unknown): error is ApiError & { readonly status: number } {
  return error instanceof ApiError && error.status !== undefined && error.status < 500;
}

/** Whether an answer came and was not read to its end, since it is larger than any may be: it has no status then. */
export function wasTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-gitlab' && error.status === undefined;
}

/** For `catch`: what the platform keeps back is not known; anything else is thrown on. */
export function unknownIfRefused(error: unknown): undefined {
  if (!isRefused(error)) throw error;
}
