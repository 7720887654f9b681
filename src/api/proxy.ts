import { EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';

/** A proxy that does not lead to the instance: nothing has been sent to that. */
export class ProxyFailure extends Error {
  /** The proxy's URL, without credentials. */
  readonly proxy: string;
  /** The status that it answers with in place of a way through, or why it answers with none. */
  readonly answer: number | Error;

  constructor(proxy: string, answer: number | Error) {
    super(`the proxy ${proxy} does not lead there`);
    this.proxy = proxy;
    this.answer = answer;
  }
}

/** Sends by way of the proxies that the environment names. Where one leads nowhere, a request comes to ProxyFailure. */
export function proxied(bounds: EnvHttpProxyAgent.Options): Dispatcher {
  return new EnvHttpProxyAgent({
    ...bounds,
    clientFactory: (url, options) => new Pool(url, options).compose(tellingOf(`${url.protocol}//${url.host}`)),
  });
}

/**
 * What goes wrong with a proxy is told as such. Told in its own words, undici (7.30) would take a connection that it ends for one to the
 * instance, open at once another one, and so on without an end.
 */
function tellingOf(proxy: string): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context: unknown) => handler.onRequestStart?.(controller, context),
      onResponseStart: (controller, status, headers, message) =>
        handler.onResponseStart?.(controller, status, headers, message),
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onRequestUpgrade: (controller, status, headers, socket) => {
        if (status === 200) {
          handler.onRequestUpgrade?.(controller, status, headers, socket);
          return;
        }
        socket.on('error', () => undefined).destroy();
        handler.onResponseError?.(controller, new ProxyFailure(proxy, status));
      },
      onResponseError: (controller, error) => handler.onResponseError?.(controller, new ProxyFailure(proxy, error)),
    });
}
