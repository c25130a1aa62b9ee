import * as z from 'zod/mini';
import {type Outcome, outcome} from './outcome.ts';
import {type FindingKind, findingKinds} from './finding.ts';
import {type HttpMethod, httpMethods, type TestKind, testKinds} from './enums.ts';

/**
 * The one model of a test: rows, code, chains, refinements, data-flow and cleanup views read and write recipes only.
 * Unknown fields are kept, so that what a newer version has written survives an older reader.
 */

export const recipeVersion = 1;

export type Json = null | boolean | number | string | Json[] | {[key: string]: Json};
/** A JSON Schema as documents write them; `false` allows nothing. */
export type JsonSchema = boolean | {[keyword: string]: unknown};

export const recipeSafeties = ['reads', 'own_records', 'borrows', 'refused_only'] as const;
export type RecipeSafety = (typeof recipeSafeties)[number];
export const stepRoles = ['setup', 'act', 'verify', 'poll'] as const;
export const equalities = [
	'exact',
	'trimmed',
	'caseless',
	'lower',
	'upper',
	'letters',
	'rounded',
	'instant',
	'number',
	'set',
] as const;
export const instantFormats = ['date', 'date-time', 'epoch-s', 'epoch-ms'] as const;
export const fileGenerators = ['png', 'text', 'csv', 'pdf', 'bytes'] as const;
export const strengths = ['hard', 'decided', 'learned'] as const;
export type Strength = (typeof strengths)[number];
export const provenances = ['rule', 'document', 'observed', 'user'] as const;

export type Recipe = {
	recipeVersion: number;
	/** `rcp_…` */
	id: string;
	/** Id of the row template (`create`, `invalid-body`, …), `chain` or `custom`. */
	template: string;
	kind: TestKind;
	/** The endpoint the test is about; the gate checks that its code calls it. */
	endpoint: Operation;
	/** First line of the docstring. */
	title: string;
	/** What the document or the first run says. */
	why: string;
	produces: string[];
	consumes: string[];
	/** `late`: may harm the API, runs last. */
	phase: 'normal' | 'late';
	/** `refused_only`: creates by accident only. */
	safety: RecipeSafety;
	steps: Step[];
	/** Explicit steps; the sweep does the rest. */
	teardown: Step[];
	limits: {timeoutSeconds: number; maxCalls: number};
	/** Seed of the literals. */
	seed: string;
	/** Absent: the status of an answer says how the call went. */
	outcome?: Outcome | undefined;
	source: {planId: string; rowId: string | null; documentId: string | null; generator: string};
};

/** `path` is a template; `base` is what stands between the target of a project and it: `/api/v1`. */
export type Operation = {method: HttpMethod; path: string; base?: string | undefined};

/** Where an operation is called, below the target of its project: a template. */
export const calledPath = ({base = '', path}: Operation): string => base + path;

export type Step = {
	id: string;
	title: string;
	role: (typeof stepRoles)[number];
	call: Call;
	/** Empty: one call, else one per case. */
	cases: Case[];
	/** The one call is made that many times at once. */
	copies?: number | undefined;
	/** Fields that an entry of the list may lack, because who makes it may leave them out: no run teaches that they are there. */
	mayLack?: string[] | undefined;
	waitBeforeMs: number;
	repeat: {untilAssert: string; everyMs: number; atMostMs: number} | null;
	asserts: Assert[];
	captures: Capture[];
	/** Cases that have left the table because the API answers them in another way than its document, in the order they left. */
	left?: LeftCase[] | undefined;
};

export type Call = {
	operation: Operation;
	path: Values;
	query: Values;
	headers: Values;
	body: Body | null;
	auth: 'project' | 'none' | 'wrong' | {set: string};
	timeoutSeconds: number;
	followRedirects: false;
};
/** `auth`: the credential of this case, where it is not that of the call. */
export type Case = {name: string; patch: {at: Place; value: Value | 'absent'}[]; auth?: 'none' | 'wrong' | undefined};
/** `place` is where it stood in the table; `differences` are those it left for, each with the expectation that shows it. */
export type LeftCase = {case: Case; place: number; differences: ({assert: string} & InsteadOf)[]};
export type Capture = {
	variable: string;
	tag: string;
	from: Place;
	publish: boolean;
	isHandle: boolean;
	deletedBy: Operation | null;
};

export type Values = {[name: string]: Value};
/**
 * `pointer`: `$.data.id` in a body, else the name. Of a capture: a place of the answer; `{in: 'path'}` and a body's
 * `sent:$.name` are what the request carried, for records whose creator chooses their name. `{in: 'header', pointer:
 * 'Location'}` of a handle is its last segment.
 */
export type Place = {in: 'path' | 'query' | 'header' | 'body' | 'status'; pointer: string};
export type Part = {name: string; fileName: string | null; contentType: string | null; value: Value};
export type Body = {contentType: string; value: Value} | {contentType: string; raw: string} | {parts: Part[]};

export type Value =
	| {is: 'literal'; value: Json}
	/** `amber.{RUN_TAG}@example.com` */
	| {is: 'unique'; shape: string}
	| {is: 'generated'; schema: JsonSchema; bound?: 'min' | 'max' | 'below' | 'above' | undefined}
	| {is: 'env'; key: string}
	| {is: 'variable'; name: string}
	/** `header:Location` is the last segment of that header; `prefix` stands in front of the value: `Bearer `. */
	| {is: 'step'; step: string; pointer: string; prefix?: string | undefined}
	| {is: 'now'; offsetSeconds: number; format: (typeof instantFormats)[number]}
	| {is: 'object'; fields: Values}
	| {is: 'array'; items: Value[]}
	| {is: 'file'; generator: (typeof fileGenerators)[number]};

/**
 * How the pages of a list are asked for; `size`: absent where the API alone says how long a page is: then `more` says
 * whether another one follows; `most`: entries that one page may have; `next`: where an answer holds the next
 * cursor; `more`: where it says whether there is a next page.
 */
export type Paging = {
	size?: string | undefined;
	page: string;
	by: 'page' | 'offset' | 'cursor';
	first: number;
	most: number;
	next?: string | undefined;
	more?: string | undefined;
};

export type Check =
	| {type: 'status'; oneOf: (number | '2xx' | '4xx')[]}
	| {type: 'noServerError' | 'noTrace'}
	| {type: 'noSecret'; allowed: string[]; hides?: boolean}
	| {type: 'contentType'; is: string}
	| {type: 'latency'; ms: number}
	| {type: 'header'; name: string; matches: string | null; namesRecord: boolean}
	| {type: 'shape'; pointer: string; schema: JsonSchema; closed: boolean}
	| {type: 'equals'; pointer: string; value: Value; as: (typeof equalities)[number]}
	/** Read = created; kept. */
	/** `follows`: fields that a server works out, which may follow a change until a run has shown that they do not. */
	| {
			type: 'sameAs';
			pointer: string;
			step: string;
			other: string;
			except: string[];
			follows?: string[] | undefined;
	  }
	| {
			type: 'contains';
			list: string;
			handle: Value;
			present: boolean;
			locate: 'filter' | 'lastPage' | 'walk';
			/** How its pages are turned, when it has some. */
			paging?: Paging | null | undefined;
	  }
	| {type: 'every'; list: string; field: string; op: '=' | '<=' | '>='; value: Value}
	/** `isText`: capitals and small letters are one, as people sort. */
	| {
			type: 'ordered';
			list: string;
			by: string;
			descending: boolean;
			isText?: boolean | undefined;
			/** Only these entries count, by their handle in `field`; `isSent`: each of them has the value that is sorted by. */
			among?: {field: string; handles: Value[]; isSent: boolean} | undefined;
	  }
	/** Another answer than that of an earlier step, whatever names and numbers both repeat. */
	| {type: 'unlike'; step: string}
	/** The answer itself, byte by byte: a file that was sent. */
	| {type: 'content'; value: Value}
	/** `list`: where the entries of a page stand. */
	| {
			type: 'pages';
			size: string;
			page: string;
			total: string | null;
			list?: string | undefined;
			next?: string | undefined;
	  };

export type Assert = {
	/** `status`, `echo:$.email`; one that begins with `if-accepted:` counts for 2xx answers only. */
	id: string;
	/** `{field}: expected {expected}, …` */
	message: string;
	check: Check;
	strength: Strength;
	state: 'active' | 'probation' | 'dropped';
	provenance: {from: (typeof provenances)[number]; where: string; runId: string | null; since: string};
	/** What this stands in the place of, so that it can be taken back, and the difference it was made for. */
	instead?:
		| {
				assert: Omit<Assert, 'instead'> | null;
				difference?: InsteadOf | undefined;
				/** What else differs there. */
				further?: InsteadOf[] | undefined;
		  }
		| undefined;
};
export type InsteadOf = {
	kind: FindingKind;
	difference: string;
	document: string | null;
	observed: string;
};

const json = z.unknown() as unknown as z.ZodMiniType<Json, Json>;
const jsonSchema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);
const operation = z.looseObject({
	method: z.enum(httpMethods),
	path: z.string().check(z.regex(/^\//, 'starts_with_slash')),
	/** Absent: its paths begin at the target. */
	base: z.optional(z.string()),
});
/** A place of a request or of an answer. */
export const place: z.ZodMiniType<Place, Place> = z.looseObject({
	in: z.enum(['path', 'query', 'header', 'body', 'status']),
	pointer: z.string(),
});

export const value: z.ZodMiniType<Value, Value> = z.lazy(() =>
	z.discriminatedUnion('is', [
		z.looseObject({is: z.literal('literal'), value: json}),
		z.looseObject({is: z.literal('unique'), shape: z.string()}),
		z.looseObject({
			is: z.literal('generated'),
			schema: jsonSchema,
			bound: z.optional(z.enum(['min', 'max', 'below', 'above'])),
		}),
		z.looseObject({is: z.literal('env'), key: z.string()}),
		z.looseObject({is: z.literal('variable'), name: z.string()}),
		z.looseObject({
			is: z.literal('step'),
			step: z.string(),
			pointer: z.string(),
			prefix: z.optional(z.string()),
		}),
		z.looseObject({is: z.literal('now'), offsetSeconds: z.number(), format: z.enum(instantFormats)}),
		z.looseObject({is: z.literal('object'), fields: values}),
		z.looseObject({is: z.literal('array'), items: z.array(value)}),
		z.looseObject({is: z.literal('file'), generator: z.enum(fileGenerators)}),
	]),
);
const values: z.ZodMiniType<Values, Values> = z.lazy(() => z.record(z.string(), value));

const body: z.ZodMiniType<Body, Body> = z.union([
	z.looseObject({contentType: z.string(), raw: z.string()}),
	z.looseObject({
		parts: z.array(
			z.looseObject({
				name: z.string(),
				fileName: z.nullable(z.string()),
				contentType: z.nullable(z.string()),
				value,
			}),
		),
	}),
	z.looseObject({contentType: z.string(), value}),
]);

const check: z.ZodMiniType<Check, Check> = z.discriminatedUnion('type', [
	z.looseObject({
		type: z.literal('status'),
		oneOf: z.array(z.union([z.number(), z.enum(['2xx', '4xx'])])).check(z.minLength(1)),
	}),
	z.looseObject({type: z.enum(['noServerError', 'noTrace'])}),
	z.looseObject({type: z.literal('noSecret'), allowed: z.array(z.string()), hides: z.optional(z.boolean())}),
	z.looseObject({type: z.literal('contentType'), is: z.string()}),
	z.looseObject({type: z.literal('latency'), ms: z.number()}),
	z.looseObject({
		type: z.literal('header'),
		name: z.string(),
		matches: z.nullable(z.string()),
		namesRecord: z.boolean(),
	}),
	z.looseObject({type: z.literal('shape'), pointer: z.string(), schema: jsonSchema, closed: z.boolean()}),
	z.looseObject({type: z.literal('equals'), pointer: z.string(), value, as: z.enum(equalities)}),
	z.looseObject({
		type: z.literal('sameAs'),
		pointer: z.string(),
		step: z.string(),
		other: z.string(),
		except: z.array(z.string()),
		follows: z.optional(z.array(z.string())),
	}),
	z.looseObject({
		type: z.literal('contains'),
		list: z.string(),
		handle: value,
		present: z.boolean(),
		locate: z.enum(['filter', 'lastPage', 'walk']),
		paging: z.optional(
			z.nullable(
				z.looseObject({
					size: z.optional(z.string()),
					page: z.string(),
					by: z.enum(['page', 'offset', 'cursor']),
					first: z.number(),
					most: z.number(),
					next: z.optional(z.string()),
					more: z.optional(z.string()),
				}),
			),
		),
	}),
	z.looseObject({
		type: z.literal('every'),
		list: z.string(),
		field: z.string(),
		op: z.enum(['=', '<=', '>=']),
		value,
	}),
	z.looseObject({
		type: z.literal('ordered'),
		list: z.string(),
		by: z.string(),
		descending: z.boolean(),
		isText: z.optional(z.boolean()),
		among: z.optional(z.looseObject({field: z.string(), handles: z.array(value), isSent: z.boolean()})),
	}),
	z.looseObject({type: z.literal('unlike'), step: z.string()}),
	z.looseObject({type: z.literal('content'), value}),
	z.looseObject({
		type: z.literal('pages'),
		size: z.string(),
		page: z.string(),
		total: z.nullable(z.string()),
		list: z.optional(z.string()),
		next: z.optional(z.string()),
	}),
]);

/** One expectation. */
export const assert: z.ZodMiniType<Assert, Assert> = z.looseObject({
	id: z.string(),
	message: z.string(),
	check,
	strength: z.enum(strengths),
	state: z.enum(['active', 'probation', 'dropped']),
	provenance: z.looseObject({
		from: z.enum(provenances),
		where: z.string(),
		runId: z.nullable(z.string()),
		since: z.string(),
	}),
});

/** What a recipe takes out of an answer. */
export const capture: z.ZodMiniType<Capture, Capture> = z.looseObject({
	variable: z.string(),
	tag: z.string(),
	from: place,
	publish: z.boolean(),
	isHandle: z.boolean(),
	deletedBy: z.nullable(operation),
});

const case_ = z.looseObject({
	name: z.string(),
	patch: z.array(z.looseObject({at: place, value: z.union([z.literal('absent'), value])})),
	auth: z.optional(z.enum(['none', 'wrong'])),
});

/** A difference that a case has left its table for. */
export const caseDifference = z.strictObject({
	assert: z.string(),
	kind: z.enum(findingKinds),
	difference: z.string(),
	document: z.nullable(z.string()),
	observed: z.string(),
});

/** A case that has left its table. */
export const leftCase = z.looseObject({
	case: case_,
	place: z.number().check(z.int(), z.gte(0)),
	differences: z.array(caseDifference),
});

/** One call of a recipe with what is expected of its answer. */
export const step: z.ZodMiniType<Step, Step> = z.looseObject({
	id: z.string().check(z.minLength(1)),
	title: z.string(),
	role: z.enum(stepRoles),
	call: z.looseObject({
		operation,
		path: values,
		query: values,
		headers: values,
		body: z.nullable(body),
		auth: z.union([z.enum(['project', 'none', 'wrong']), z.looseObject({set: z.string()})]),
		timeoutSeconds: z.number(),
		followRedirects: z.literal(false),
	}),
	cases: z.array(case_),
	copies: z.optional(z.number().check(z.int(), z.gte(2), z.lte(50))),
	mayLack: z.optional(z.array(z.string())),
	waitBeforeMs: z.number().check(z.gte(0)),
	repeat: z.nullable(z.looseObject({untilAssert: z.string(), everyMs: z.number(), atMostMs: z.number()})),
	asserts: z.array(assert),
	captures: z.array(capture),
	left: z.optional(z.array(leftCase)),
});

/** A recipe as it is stored and sent; `recipeVersion` is checked by who writes. */
export const recipe: z.ZodMiniType<Recipe, Recipe> = z.looseObject({
	recipeVersion: z.number().check(z.int(), z.gte(1)),
	id: z.string(),
	template: z.string(),
	kind: z.enum(testKinds),
	endpoint: operation,
	title: z.string(),
	why: z.string(),
	produces: z.array(z.string()),
	consumes: z.array(z.string()),
	phase: z.enum(['normal', 'late']),
	safety: z.enum(recipeSafeties),
	steps: z.array(step).check(z.minLength(1)),
	teardown: z.array(step),
	limits: z.looseObject({timeoutSeconds: z.number(), maxCalls: z.number()}),
	seed: z.string(),
	outcome: z.optional(outcome),
	source: z.looseObject({
		planId: z.string(),
		rowId: z.nullable(z.string()),
		documentId: z.nullable(z.string()),
		generator: z.string(),
	}),
});

/**
 * A recipe in an answer: what every version has is checked, what is inside the steps is passed through, because one that a
 * newer version has written can still be shown.
 */
export const recipeAnswer = z.looseObject({
	recipeVersion: z.number(),
	id: z.string(),
	template: z.string(),
	kind: z.string(),
	title: z.string(),
	why: z.string(),
	produces: z.array(z.string()),
	consumes: z.array(z.string()),
	steps: z.array(z.unknown()),
}) as unknown as z.ZodMiniType<Recipe, Recipe>;
