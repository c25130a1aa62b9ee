import * as z from 'zod/mini';
import {type Id, type IdPrefix, idPrefixes} from './ids.ts';

/**
 * The small types every object is made of (notation table of the HTTP specification). Answers are loose objects: unknown
 * keys are kept and passed through, because a newer service may add some within one version.
 */

/** RFC 3339 UTC with milliseconds, `2026-01-31T09:30:00.000Z`. */
export const timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'timestamp'));

type IdOf<Prefix extends IdPrefix> = z.ZodMiniType<Id<Prefix>, Id<Prefix>>;
const idsMade = new Map<IdPrefix, IdOf<IdPrefix>>();

/**
 * `<prefix>_<26 lower-case Crockford base32 characters>`; opaque for clients, which accept any non-empty string. One shape
 * for each prefix: every object of the contract has some.
 */
export function id<Prefix extends IdPrefix>(prefix: Prefix): IdOf<Prefix> {
	const known = idsMade.get(prefix);
	if (known) return known as IdOf<Prefix>;
	const made = z.string().check(z.minLength(1), z.meta({description: `${idPrefixes[prefix]}, ${prefix}_…`}));
	idsMade.set(prefix, made as IdOf<IdPrefix>);
	return made as IdOf<Prefix>;
}

export const integer = z.number().check(z.int());
export const count = integer.check(z.gte(0));

/** Credits: number ≥ 0 with at most two decimals. */
export const credits = z.number().check(z.gte(0));

/** Absolute http or https URL. Whether its host is allowed is the target rule's business, not the shape's. */
export const httpUrl = z
	.string()
	.check(z.refine(value => /^https?:$/.test(parsedProtocol(value)), {message: 'must be an http or https URL'}));

function parsedProtocol(value: string): string {
	try {
		return new URL(value).protocol;
	} catch {
		return '';
	}
}

/** Text that is not blank, trimmed, of at most `max` characters. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** Name of a variable that a test produces or consumes: case-sensitive. */
export const variableName = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'identifier'));
export const variableNames = z.array(variableName).check(z.maxLength(50));

/** `<width>x<height>` of a plan, each from 200 to 7680. */
export const viewportPattern =
	/^(?:[2-9]\d\d|[1-6]\d{3}|7[0-5]\d\d|76[0-7]\d|7680)x(?:[2-9]\d\d|[1-6]\d{3}|7[0-5]\d\d|76[0-7]\d|7680)$/;

/** Query integer: arrives as text. */
export const queryInteger = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));

/** Query flag: `true` or `false`. */
export const queryFlag = z.pipe(
	z.enum(['true', 'false']),
	z.transform(value => value === 'true'),
);

/** Comma list of enumeration values in a query, such as `status=passed,failed`. */
export const queryList = <const T extends readonly [string, ...string[]]>(values: T) =>
	z.pipe(
		z.pipe(
			z.string(),
			z.transform(value =>
				value
					.split(',')
					.map(part => part.trim())
					.filter(Boolean),
			),
		),
		z.array(z.enum(values)),
	);

/** `{testId, title}`; a title is the test's name. */
export const ref = z.looseObject({testId: id('tst'), title: z.string()});
export type Ref = z.infer<typeof ref>;

export const pageSize = z.optional(queryInteger(1, 100));
/** Continues a list; what it holds is the service's business, which refuses every text that it has not made itself. */
export const cursor = z.optional(z.string());
/** Seconds a request may be held, 1 to 25. */
export const waitSeconds = z.optional(queryInteger(1, 25));
/** Version already known to the caller; rows changed since are sent. */
export const since = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

/** `{items, nextToken}`; a null token ends the list. */
export const page = <T extends z.ZodMiniType>(item: T) =>
	z.looseObject({items: z.array(item), nextToken: z.nullable(z.string())});
export type Page<T> = {items: T[]; nextToken: string | null};

/** Set of keys of a patch: `{a?: …}` with at least one of them. */
export const notEmpty = <T extends z.ZodMiniType>(schema: T) =>
	schema.check(
		z.refine(value => Object.values(value as object).some(part => part !== undefined), {
			message: 'empty',
			params: {reason: 'empty'},
		}),
	);
