import type {Endpoint} from '../../../contract/endpoint.ts';
import {type HttpMethod, httpMethods} from '../../../contract/enums.ts';
import {
	type Answer,
	type AnswerCapture,
	type AnswerCheck,
	noDetail,
	type TravelledValue,
} from '../../domain/endpoint-detail.ts';
import {familyOfPath, pathKey} from '../../domain/endpoint-path.ts';
import {schemaOfSamples} from '../../inference/sample-schema.ts';
import type {DocumentEndpoint} from '../document-endpoints.ts';
import {isObject} from '../../../source/documents/document-value.ts';
import {withoutSecrets} from './secret-fields.ts';
import type {Requirement} from '../../domain/requirement.ts';

/** A body as it was written down: what can be read of it as JSON, and the media type. */
export type Sample = {contentType: string; value?: unknown};

/** One mention of an operation by a collection, a recording or a text. */
export type Mention = {
	method: HttpMethod;
	/** Template. */
	path: string;
	line: number | null;
	summary?: string | null;
	description?: string | null;
	tags?: readonly string[];
	query?: ReadonlyArray<{name: string; value: string | null; required?: boolean; schema?: unknown}>;
	headers?: readonly string[];
	/** Headers that choose the form of the answer, with their values. */
	negotiation?: Readonly<Record<string, string>>;
	pathValues?: Readonly<Record<string, string>>;
	body?: Sample | null;
	/** Schema of the body that a table gives. */
	bodySchema?: unknown;
	answers?: ReadonlyArray<{
		status: string;
		body?: Sample | null;
		headers?: readonly string[];
		description?: string | null;
	}>;
	auth?: Endpoint['auth'];
	captures?: readonly AnswerCapture[];
	checks?: readonly AnswerCheck[];
	protocol?: 'rest' | 'graphql' | 'json-rpc' | 'grpc';
};

type Draft = {method: HttpMethod; path: string; mentions: Mention[]};

const mostMentions = 60;
const largestSample = 65_536;
const largestExample = 16_384;
const mostExamples = 3;

/** The method of a mention, upper case; null for one that is no endpoint's, such as OPTIONS. */
export const endpointMethod = (method: string): HttpMethod | null =>
	httpMethods.find(one => one === method.toUpperCase()) ?? null;

/** Gathers what is said of operations in many places, one draft for each method and path. */
export function createDrafts() {
	const drafts = new Map<string, Draft>();
	return {
		has: (method: string, path: string) => drafts.has(`${method} ${pathKey(path)}`),
		all: (): ReadonlyArray<{method: HttpMethod; path: string}> => [...drafts.values()],
		add(mention: Mention): void {
			const name = `${mention.method} ${pathKey(mention.path)}`;
			const draft = drafts.get(name) ?? {method: mention.method, path: mention.path, mentions: []};
			drafts.set(name, draft);
			if (draft.mentions.length < mostMentions) draft.mentions.push(mention);
		},
		*endpoints(): Generator<DocumentEndpoint> {
			for (const draft of drafts.values()) yield endpointOf(draft);
		},
	};
}
export type Drafts = ReturnType<typeof createDrafts>;

function endpointOf({method, path, mentions}: Draft): DocumentEndpoint {
	const first = <T>(pick: (mention: Mention) => T | null | undefined): T | null => {
		for (const mention of mentions) {
			const value = pick(mention);
			if (value !== null && value !== undefined) return value;
		}
		return null;
	};
	const bodies = bodiesOf(mentions);
	const answers = answersOf(mentions);
	const statuses = answers.flatMap(({status}) => (/^\d+$/.test(status) ? [Number(status)] : []));
	const success = answers.find(({status}) => status.startsWith('2'));
	const [body] = bodies;
	return {
		method,
		path,
		basePath: '',
		serverOrigin: null,
		family: familyOfPath(path),
		summary: first(({summary}) => summary?.slice(0, 200)),
		requestShape: {
			contentType: body?.contentType ?? null,
			path: [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => {
				const example = first(({pathValues}) => pathValues?.[name]);
				return {name, required: true, schema: {}, ...(example === null ? {} : {example})};
			}),
			query: queryOf(mentions),
			headers: headersOf(mentions),
			body: body?.schema ?? null,
			sample: body?.examples[0] ?? null,
		},
		responseShape: {
			statuses: statuses.sort((one, other) => one - other),
			body: success?.schema ?? null,
			observed: false,
		},
		auth: first(({auth}) => auth) ?? {required: null, authType: null},
		detail: {
			...noDetail,
			description: first(({description}) => description?.slice(0, 2000)),
			tags: [...(first(({tags}) => (tags && tags.length > 0 ? tags : null)) ?? [])],
			bodies,
			answers,
			captures: mentions.flatMap(({captures = []}) => captures),
			checks: mentions.flatMap(({checks = []}) => checks),
			protocol: first(({protocol}) => protocol) ?? (mentions.some(isRpc) ? 'json-rpc' : 'rest'),
			sources: [{kind: 'text', documentId: null, name: '', line: first(({line}) => line)}],
		},
	};
}

/** Headers of an operation's own; those that choose the answer are sent where every request of it chose the same. */
function headersOf(mentions: readonly Mention[]): Endpoint['requestShape']['headers'] {
	const asked = mentions.flatMap(({negotiation}) => (negotiation ? [negotiation] : []));
	const chosen = new Map(asked.flatMap(one => Object.entries(one)));
	const isAlike = ([name, value]: [string, string]) => asked.every(one => one[name] === value);
	const schema = {type: 'string'};
	return [
		...[...chosen].map(one => ({name: one[0], required: isAlike(one), schema, example: one[1]})),
		...[...new Set(mentions.flatMap(({headers = []}) => headers))].map(name => ({name, required: false, schema})),
	];
}

const isRpc = ({body}: Mention): boolean => isObject(body?.value) && body.value['jsonrpc'] === '2.0';

function queryOf(mentions: readonly Mention[]): Endpoint['requestShape']['query'] {
	const names = new Map<string, {required: boolean; schema: unknown; value: string | null}>();
	for (const {query = []} of mentions)
		for (const {name, value, required = false, schema} of query) {
			const known = names.get(name);
			if (known) {
				known.value ??= value;
				known.schema ??= schema;
			} else names.set(name, {required, schema: schema ?? null, value});
		}
	return [...names].map(([name, {required, schema, value}]) => ({
		name,
		required,
		schema: schema ?? (value === null ? {} : {type: /^-?\d{1,15}$/.test(value) ? 'integer' : 'string'}),
		...(value === null ? {} : {example: value}),
	}));
}

type Body = {contentType: string; schema: unknown; examples: unknown[]};

function bodiesOf(mentions: readonly Mention[]): Body[] {
	const samples = new Map<string, unknown[]>();
	for (const {body} of mentions) {
		if (!body) continue;
		const known = samples.get(body.contentType) ?? [];
		if (body.value !== undefined) known.push(body.value);
		samples.set(body.contentType, known);
	}
	const given = mentions.find(({bodySchema}) => bodySchema !== undefined)?.bodySchema;
	if (given !== undefined && samples.size === 0) samples.set('application/json', []);
	return [...samples].map(([contentType, values]) => ({
		contentType,
		schema: given ?? (values.length === 0 ? null : optional(schemaOfSamples(values), values.length)),
		examples: examplesOf(values, largestSample),
	}));
}

/** One sample does not show that what it holds has to be there. */
function optional(schema: Record<string, unknown>, samples: number): Record<string, unknown> {
	if (samples > 1) return schema;
	const {required: _, ...rest} = schema;
	return rest;
}

function answersOf(mentions: readonly Mention[]): Answer[] {
	const byStatus = new Map<
		string,
		{values: unknown[]; contentType: string | null; headers: Set<string>; words: string | null}
	>();
	for (const {answers = []} of mentions)
		for (const {status, body, headers = [], description = null} of answers) {
			const known = byStatus.get(status) ?? {values: [], contentType: null, headers: new Set(), words: null};
			byStatus.set(status, known);
			if (body) known.contentType ??= body.contentType;
			if (body?.value !== undefined) known.values.push(body.value);
			for (const name of headers) known.headers.add(name);
			known.words ??= description;
		}
	return [...byStatus]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([status, {values, contentType, headers, words}]) => ({
			status,
			description: words,
			contentType,
			schema: values.length === 0 ? null : schemaOfSamples(values),
			examples: examplesOf(values, largestExample),
			headers: [...headers].map(name => ({name, required: false, schema: {type: 'string'}})),
			observed: false,
		}));
}

const examplesOf = (values: readonly unknown[], largest: number): unknown[] =>
	values
		.slice(0, mostExamples)
		.map(value => withoutSecrets(value))
		.filter(value => JSON.stringify(value)?.length <= largest);

/** What a document says besides its endpoints; whoever has read it says which document that is. */
export type SourceNotes = {
	requirements: Array<Omit<Requirement, 'documentId' | 'documentName'>>;
	travelled: TravelledValue[];
};

/** What a reader makes of one document; the notes are complete once all endpoints were taken. */
export type SourceReading = {
	endpoints: Iterable<DocumentEndpoint>;
	notes(): SourceNotes;
	/** What was read in another way than it may be meant, in words. */
	remarks?: readonly string[];
};

export const noNotes: SourceNotes = {requirements: [], travelled: []};
