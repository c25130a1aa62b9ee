import type {HttpMethod} from '../../../contract/enums.ts';
import type {JsonObject} from '../../inference/json-value.ts';
import {isMaking, readBefore} from '../../inference/lead-up.ts';
import {parameterOf, segmentsOf} from '../../inference/path-template.ts';
import type {Operation} from '../recipe.ts';
import type {PlanAnswer, PlanEndpoint, PlanParameter} from './plan-endpoint.ts';

/** An endpoint made ready to be planned. */
export type PlanOperation = {
	/** Place in the document. */
	index: number;
	endpoint: PlanEndpoint;
	method: HttpMethod;
	path: string;
	/** `POST /users`: as the API has it, whatever its form in REST is. */
	key: string;
	segments: readonly string[];
	/** Path with every parameter as `{}`: templates that differ only in names are the same. */
	shape: string;
	pathParameters: readonly PlanParameter[];
	query: readonly PlanParameter[];
	headers: readonly PlanParameter[];
	/** Documented 2xx answer with the lowest status; null: none. */
	success: PlanAnswer | null;
	/** Documented statuses as numbers, ascending. */
	statuses: readonly number[];
};

export const isParameter = (segment: string): boolean => parameterOf(segment) !== null;

export const shapeOf = (segments: readonly string[]): string =>
	`/${segments.map(segment => (isParameter(segment) ? '{}' : segment)).join('/')}`;

const keyOf = ({method, path}: {method: HttpMethod; path: string}): string => `${method} ${path}`;

export function compileOperations(endpoints: readonly PlanEndpoint[]): PlanOperation[] {
	return endpoints.map((endpoint, index) => {
		const segments = segmentsOf(endpoint.path.split('?', 1)[0] ?? '');
		const named = new Map(endpoint.parameters.filter(one => one.in === 'path').map(one => [one.name, one]));
		const pathParameters = segments.flatMap(segment => {
			const name = parameterOf(segment);
			return name === null ? [] : [named.get(name) ?? {in: 'path' as const, name, required: true, schema: {}}];
		});
		const successes = endpoint.answers.filter(({status}) => /^2/.test(status));
		return {
			index,
			endpoint,
			method: endpoint.method,
			path: endpoint.path,
			key: keyOf(endpoint.spoken ?? endpoint),
			segments,
			shape: shapeOf(segments),
			pathParameters,
			query: endpoint.parameters.filter(one => one.in === 'query'),
			headers: endpoint.parameters.filter(one => one.in === 'header'),
			success: successOf([...successes].sort((a, b) => (a.status < b.status ? -1 : 1)).map(readable)),
			statuses: endpoint.answers
				.filter(({status}) => /^\d{3}$/.test(status))
				.map(({status}) => Number(status))
				.sort((a, b) => a - b),
		};
	});
}

/** An operation as its API has it, which is how recipes, stores and people name it. */
export const asCalled = ({method, path, endpoint: {spoken, basePath}}: PlanOperation): Operation =>
	named(spoken ?? {method, path}, basePath);

/** The operation that a recipe, a store or a person names so; undefined: none does. */
export const operationOf = (
	operations: readonly PlanOperation[],
	called: {method: HttpMethod; path: string},
): PlanOperation | undefined => operations.find(({key}) => key === keyOf(called));

/** An operation as a recipe names it while it is planned: in its form in REST. */
export const asOperation = ({method, path, endpoint: {basePath}}: PlanOperation): Operation =>
	named({method, path}, basePath);

const named = ({method, path}: {method: HttpMethod; path: string}, base: string): Operation => ({
	method,
	path,
	...(base === '' ? {} : {base}),
});

/** A media type whose body is JSON; without one nothing else is known. */
export const isJsonType = (contentType: string | null): boolean =>
	contentType === null || /[/+]json\b|^\*\/\*/i.test(contentType);

/** A media type whose body is a form of names and values. */
export const isFormType = (contentType: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(contentType);

/** Whether a body has fields that can be wrong one by one. */
export const hasFields = ({contentType}: {contentType: string}): boolean =>
	/json/i.test(contentType) || isFormType(contentType);

/**
 * The documented success. Where the document says nothing of what it holds, what was seen says so, also under another
 * status; null: no success is known.
 *
 * @param answers successes, ascending by status
 */
function successOf(answers: readonly PlanAnswer[]): PlanAnswer | null {
	const [first] = answers;
	if (!first || saysWhatIsThere(first)) return first ?? null;
	const seen = answers.find(answer => answer.observed && saysWhatIsThere(answer));
	return seen ? {...seen, status: first.status} : first;
}

const saysWhatIsThere = (answer: PlanAnswer): boolean => answer.schema !== null || carries(answer, 'location');

/** Whether an answer is said to carry a header. @param header in lower case */
export const carries = (answer: Pick<PlanAnswer, 'headers'> | null, header: string): boolean =>
	answer?.headers.some(({name}) => name.toLowerCase() === header) ?? false;

/** The schema of a text, a page or a file says nothing of places in JSON. */
const readable = (answer: PlanAnswer): PlanAnswer =>
	isJsonType(answer.contentType) && saysSomething(answer.schema) ? answer : {...answer, schema: null};

/** `{}`, as frameworks write it where nobody has said what is answered. */
const saysSomething = (schema: unknown): boolean =>
	typeof schema !== 'object' || schema === null || Object.keys(schema).length > 0;

/** Whether the document says how bad input is answered: 400, 422, `4XX` or `default`. */
export const documentsRefusal = ({endpoint}: PlanOperation): boolean =>
	endpoint.answers.some(({status}) => /^(?:400|422|4xx|default)$/i.test(status));

/** Whether a change has to say which state it is about: it is refused with "428 Precondition Required" where it does not. */
export const wantsState = ({endpoint}: PlanOperation): boolean => endpoint.answers.some(({status}) => status === '428');

/** A documented answer by its status, also by its class and `default`. */
export const answerFor = ({endpoint}: PlanOperation, status: number): PlanAnswer | null =>
	endpoint.answers.find(one => one.status === String(status)) ??
	endpoint.answers.find(one => one.status.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
	null;

/** What has to be done to a record before an operation, in its order. */
export const firstsOf = (
	{operations}: {readonly operations: readonly PlanOperation[]},
	{endpoint}: PlanOperation,
): PlanOperation[] =>
	endpoint.before.flatMap(key => {
		const {method, path, body} = readBefore(key);
		return isMaking({method, body}) ? [] : (operations.find(one => one.key === `${method} ${path}`) ?? []);
	});

/**
 * What the record of an operation has to be made with, so that it comes to a state in which the operation takes it: a
 * part of the body by the key of its creator.
 */
export const makingsOf = ({endpoint}: PlanOperation): ReadonlyMap<string, JsonObject> =>
	new Map(
		endpoint.before
			.map(readBefore)
			.flatMap(({method, path, body}) =>
				isMaking({method, body}) ? [[`${method} ${path}`, JSON.parse(body!) as JsonObject] as const] : [],
			),
	);

/** The body that another operation has where it comes before this one, as JSON; null: it has its own. */
export const bodyBefore = ({endpoint}: PlanOperation, first: PlanOperation): string | null =>
	endpoint.before.map(readBefore).find(({method, path}) => `${method} ${path}` === first.key)?.body ?? null;
