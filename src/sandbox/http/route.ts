import type { RequestContext } from './request-context.ts';
import type { Availability, Tier } from '../store/edition.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { Args, ParamRule, Params } from './params.ts';
import type { Reply } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type PathNames<S extends string> = S extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathNames<`/${Tail}`>
    : Rest
  : never;

/** The names of a declaration; none when they are known only at run time. */
type Declared<P extends Params> = string extends keyof P ? never : keyof P;

/** A handler's arguments: the path's names as text unless declared otherwise, and the declared parameters. */
export type RouteArgs<Path extends string, P extends Params> = Readonly<
  Record<Exclude<PathNames<Path>, Declared<P>>, string>
> &
  Args<P>;

/**
 * One endpoint. The order of a request: token and scope, anonymous or not (401), parameters (400), tier,
 * `access` (401, 403, 404; it gives the handler its subject), handler.
 */
export interface Route<Path extends string, P extends Params, Subject> extends Availability {
  readonly method: Method;
  /** Below /api/v4; `:name` is a path parameter, decoded, and declared in `params` when it is not text. */
  readonly path: Path;
  readonly params?: P;
  readonly rules?: readonly ParamRule[];
  /** Callers without a token may ask too. */
  readonly anonymous?: true;
  /** The token may also be the password of HTTP basic authentication, as Terraform sends it. */
  readonly basicAuth?: true;
  /** The token of a running job is good here, too. */
  readonly jobToken?: true;
  /** Scopes that open this route besides `api` (and `read_api` on GET). */
  readonly scopes?: readonly string[];
  /** What a licence below `tier` is told; `404 Not Found` by default. */
  readonly unlicensed?: Reply;
  /** Asked before the parameters are looked at, as the platform does for everything below a repository. */
  readonly before?: (context: RequestContext, place: { readonly id: string }) => void;
  /** Who may call; refuses the others, and returns what the route is about, such as the group. */
  readonly access: (context: RequestContext, args: RouteArgs<Path, P>) => Subject;
  readonly handle: (request: {
    readonly context: RequestContext;
    readonly args: RouteArgs<Path, P>;
    readonly subject: Subject;
  }) => Reply;
}

/** A route with its types forgotten, as the router keeps it. */
export interface AnyRoute extends Availability {
  readonly method: Method;
  readonly path: string;
  readonly params: Params;
  readonly rules: readonly ParamRule[];
  readonly anonymous: boolean;
  readonly basicAuth?: true;
  readonly jobToken?: true;
  readonly scopes: readonly string[];
  readonly tier?: Tier;
  readonly unlicensed: Reply | undefined;
  readonly before: (context: RequestContext, place: { readonly id: string }) => void;
  readonly run: (context: RequestContext, args: JsonObject) => Reply;
}

/** Declares an endpoint; the types of its arguments follow from its path and parameters. */
export function route<const Path extends string, Subject, const P extends Params>(
  declared: Route<Path, P, Subject>,
): AnyRoute {
  const {
    method,
    path,
    params,
    rules = [],
    scopes = [],
    unlicensed,
    before = anyone,
    access,
    handle,
    ...rest
  } = declared;
  return {
    ...rest,
    method,
    path,
    params: params ?? {},
    rules,
    scopes,
    unlicensed,
    before,
    anonymous: declared.anonymous === true,
    run: (context, values) => {
      // The parameter layer has just made these values from the very same declaration.
      const args = values as Readonly<Record<string, Json>> as unknown as RouteArgs<Path, P>;
      return handle({ context, args, subject: access(context, args) });
    },
  };
}

/** An access rule that lets everyone in that got this far. */
export const anyone = (): undefined => undefined;
