import {parameterOf, segmentsOf} from './path-template.ts';
import {fitSegment} from './segment-pattern.ts';
import {isMakingWord, kindOf, singular, withoutFormat} from './word-form.ts';

/** What is known of a request that may have created a record: a recorded call, or an operation of a document. */
export type Creation = {
	/** Upper case. */
	method: string;
	/** Path of the request, decoded; or the segments of its template. */
	segments: readonly string[];
	/** Segments of the template that the request fits, where one is known. */
	template?: readonly string[] | null;
	/** Segments of the `Location` header; null without one. */
	location?: readonly string[] | null;
	/** Segments of addresses at which the record in the answer says that it is itself. */
	links?: ReadonlyArray<readonly string[]>;
	/** Parsed bodies, or what their schemas allow; undefined: none. */
	request?: unknown;
	response?: unknown;
	/** Names of its query parameters. */
	query?: ReadonlySet<string>;
	/** The status of the answer, or those that a document names. */
	statuses?: readonly number[];
	/** Whether its path can be read, which makes it a collection. */
	isReadable?: boolean;
	/** What the document calls the operation. */
	summary?: string | null;
};

/** Segments of a creating path without a bare action at its end: `/users/create` → `/users`. */
export const withoutAction = (segments: readonly string[]): readonly string[] =>
	segments.length > 1 && isMakingWord(segments.at(-1)!) ? segments.slice(0, -1) : segments;

/** Whether an answer or its document says that something was made: 201, 202 of a collection, or "Create a …". */
export const saysCreated = ({statuses = [], summary, isReadable}: Creation): boolean =>
	statuses.includes(201) ||
	(statuses.includes(202) && isReadable === true) ||
	isMakingWord(singular(summary?.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''));

const version = /^(?:v\d+(?:\.\d+)*(?:(?:alpha|beta)\d*)?|\d{4}-\d{2}(?:-\d{2})?)$/i;

/** Whether a segment names a version of the API: `v1`, `v2beta1`, `2023-10`. */
export const isVersion = (segment: string): boolean => version.test(segment);

/**
 * How a segment of a template stands to one of a path: 2 the same, 1 the same word in another version, number, case or
 * form (`v9` and `v10`, `silence` and `silences`, `users` and `users.json`), 0 another one.
 */
export function segmentLikeness(template: string, given: string): 0 | 1 | 2 {
	if (template === given || template === withoutFormat(given)) return 2;
	if (isVersion(template) && isVersion(given)) return 1;
	const kind = kindOf(template);
	return kind !== '' && kind === kindOf(given) ? 1 : 0;
}

/** Whether segments are no more than a base path: what stands there may not name a record or another resource. */
export function isBase(prefix: readonly string[], bases: ReadonlyArray<readonly string[]>): boolean {
	let rest = prefix;
	for (const base of bases)
		if (base.length > 0 && base.every((segment, place) => segment === rest[place])) rest = rest.slice(base.length);
	return rest.every(segment => /^(?:api|rest)$/i.test(segment) || isVersion(segment));
}

export const basesOf = (base: readonly string[], basePath: string | undefined): ReadonlyArray<readonly string[]> => [
	base,
	segmentsOf(basePath ?? ''),
];

const isFormOf = (segment: string, parameter: string) =>
	segment.startsWith(`{${parameter}}.`) && /\.(?:json|xml|ya?ml|csv)$/i.test(segment);

/** How a template stands to a path whose segments may be spelled in another way; null: it does not fit. */
type LooseFit = {values: Map<string, string>; prefix: string[]; isExact: boolean};

/**
 * Fits a template to a path below a base path, with other versions, numbers and forms of its words.
 *
 * @param creation its template tells which segments of its path are values
 */
export function looseFit(template: readonly string[], path: readonly string[], creation: Creation): LooseFit | null {
	const extra = path.length - template.length;
	if (extra < 0 || template.length === 0) return null;
	const known = creation.template?.length === creation.segments.length ? creation.template : null;
	const values = new Map<string, string>();
	let isExact = true;
	for (const [place, segment] of template.entries()) {
		const given = path[extra + place]!;
		const parameter = parameterOf(segment);
		if (parameter !== null) {
			// `/users/me` does not address the user `me` when the API says that it is a path of its own.
			const meant = known?.[extra + place];
			if (meant !== undefined && parameterOf(meant) === null) return null;
			const own = fitSegment(segment, given);
			// `{id}.json` and `7`: the form of the answer may be left out, what else stands beside the value may not.
			if (own === null && !isFormOf(segment, parameter)) return null;
			for (const [name, value] of own ?? [[parameter, given] as const]) values.set(name, value);
			continue;
		}
		const alike = segmentLikeness(segment, given);
		if (alike === 0) return null;
		if (alike === 1) isExact = false;
	}
	// A parameter in front would fit anything that stands below another path.
	if (extra > 0 && parameterOf(template[0]!) !== null && !isBase(path.slice(0, extra), [])) return null;
	return {values, prefix: path.slice(0, extra), isExact};
}
