import * as z from 'zod/mini';

/**
 * Where the answers of an API say how a call went that answers 2xx to everything: the field at the top of the body,
 * what it holds after a success (null: it is missing), and whether a refusal begins with a status of HTTP: `40401`.
 */
export type Outcome = {field: string; success: Array<string | number | boolean | null>; isHttp: boolean};

/** How an API says in its answers how a call went. */
export const outcome: z.ZodMiniType<Outcome, Outcome> = z.looseObject({
	field: z.string(),
	success: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).check(z.minLength(1)),
	isHttp: z.boolean(),
});
