import type {ApiModel} from '../kinds/analyse-api.ts';
import type {Schemas} from '../model/schema.ts';
import {wordsOf, remembered} from '../../inference/word-form.ts';
import {formOf} from '../model/answer-form.ts';
import {type PlanOperation, answerFor, isJsonType} from '../model/operation.ts';
import {tokenNames} from '../code/secrets-sent.ts';
import {givesTokens, isLogin} from '../model/meaning.ts';
import type {Assert, Check, JsonSchema, Operation, Strength} from '../recipe.ts';
import {withCertainRecord} from './certain-record.ts';

type Source = {strength: Strength; from: Assert['provenance']['from']; where: string};

const made = (id: string, message: string, check: Check, {strength, from, where}: Source): Assert => ({
	id,
	message,
	check,
	strength,
	state: 'active',
	provenance: {from, where, runId: null, since: 'plan'},
});

/** An assertion that holds for every API: a rule says so. */
export const hard = (id: string, message: string, check: Check, rule: string): Assert =>
	made(id, message, check, {strength: 'hard', from: 'rule', where: rule});

/** An assertion that the document decides. */
export const decided = (id: string, message: string, check: Check, where: string): Assert =>
	made(id, message, check, {strength: 'decided', from: 'document', where});

/** An assertion that the first run makes precise. */
export const learned = (id: string, message: string, check: Check, rule: string): Assert =>
	made(id, message, check, {strength: 'learned', from: 'rule', where: rule});

const secretName =
	/(?:pass(?:word|wd|phrase)|secret|token|api_?key|private_?key|credential|hash$|salt$|ssn|card_?number|cvv)/i;
export const isSecretName = (name: string): boolean => secretName.test(name);

/**
 * What every call has to keep: no 5xx, no trace of the code behind it, no secret that no schema speaks of.
 *
 * @param isRefusal it is to be refused: what the schema of its success names has no place in the words of a refusal, what
 * was sent may come back in them
 */
export function always({schemas}: ApiModel, operation: PlanOperation, isRefusal = false): Assert[] {
	const form = formOf(schemas, operation);
	const isRecord = !isRefusal && (form.form === 'record' || form.form === 'list');
	const answered = namesOf(schemas, isRefusal ? undefined : operation.success?.schema);
	// A login answers with a token, and where nothing is said of an answer it may be what is asked for.
	const isSilent = operation.success?.schema == null && operation.method !== 'DELETE';
	const isOpen =
		!isRefusal && (isLogin(operation, schemas) || (isSilent && (operation.success === null || givesTokens(operation))));
	const allowed = [
		...new Set([
			...(isRecord ? form.view.properties.keys() : []),
			...answered.secrets,
			...(isOpen ? tokenNames : []),
			...(isRefusal ? sentNames(schemas, operation) : []),
		]),
	].filter(isSecretName);
	return [
		hard('no-server-error', 'the API failed with {actual}', {type: 'noServerError'}, 'an API answers no 5xx'),
		hard(
			'no-trace',
			'the answer shows the code behind it: {actual}',
			{type: 'noTrace'},
			'errors show no trace and no SQL',
		),
		...(answered.areData
			? []
			: [
					hard(
						'no-secret',
						'the answer holds {actual}',
						{type: 'noSecret', allowed, ...(handsOutSecrets(schemas, operation) ? {hides: true} : {})},
						'answers hold no secret that no schema has',
					),
				]),
	];
}

type Shown = (key: string) => readonly Assert[];
const shownBy = new WeakMap<ApiModel, Shown>();

/** That an answer holds no secret but those that its document names; nothing where it names none. */
export function shownSecrets(api: ApiModel, {method, path}: Operation): readonly Assert[] {
	const shown = shownBy.get(api) ?? shownIn(api);
	shownBy.set(api, shown);
	return shown(`${method} ${path}`);
}

/** The answers of a large API are many, and few of them are asked about: each when it is. */
function shownIn(api: ApiModel): Shown {
	const operations = new Map(api.operations.map(one => [one.key, one]));
	const names = ({check}: Assert) => check.type === 'noSecret' && check.allowed.length > 0;
	return remembered(key => {
		const operation = operations.get(key);
		return operation ? always(api, operation).filter(names) : [];
	});
}

/** Whether the success of an operation holds what nobody should see in the words of a failed test: a fresh token. */
const handsOutSecrets = (schemas: Schemas, operation: PlanOperation): boolean =>
	isLogin(operation, schemas) ||
	namesOf(schemas, operation.success?.schema).secrets.some(name =>
		/^(?:\w*(?:access|refresh|session|auth|api)_?)?(?:token|key|secret)$/i.test(name),
	);

/** Names of what a request may carry: a refusal that repeats it tells nobody anything new. */
const sentNames = (schemas: Schemas, {endpoint, query}: PlanOperation): string[] => [
	...namesOf(schemas, endpoint.body?.schema).secrets,
	...query.map(({name}) => name),
];

/** Names in a schema. */
type Names = {
	/** Those that are like the name of a secret, once each. */
	secrets: readonly string[];
	/** Whether names of fields are data somewhere, such as labels: one may be called like a secret. */
	areData: boolean;
};

const noNames: Names = {secrets: [], areData: false};
const knownNames = new WeakMap<object, Names>();

/** The names in a schema, four levels deep. Every template asks for those of the same few bodies and answers. */
function namesOf(schemas: Schemas, schema: unknown): Names {
	const plain = schema === undefined ? undefined : schemas.plain(schema, 4);
	if (typeof plain !== 'object' || plain === null) return noNames;
	let names = knownNames.get(plain);
	if (!names) {
		const secrets = new Set<string>();
		const areData = readNames(plain, secrets);
		names = {secrets: [...secrets], areData};
		knownNames.set(plain, names);
	}
	return names;
}

/** Adds the names that are like that of a secret; whether names of fields are data. */
function readNames(schema: JsonSchema | undefined, secrets: Set<string>): boolean {
	if (typeof schema !== 'object' || schema === null) return false;
	const {additionalProperties, properties, items} = schema as Record<string, JsonSchema | undefined>;
	let areData = typeof additionalProperties === 'object';
	for (const [name, part] of Object.entries(properties ?? {})) {
		if (isSecretName(name)) secrets.add(name);
		if (readNames(part as JsonSchema, secrets)) areData = true;
	}
	return readNames(items, secrets) || areData;
}

/** The documented success of an operation; any 2xx, made precise by the first run, where the document is silent. */
export function succeeds(operation: PlanOperation): Assert {
	const documented = operation.statuses.filter(status => status >= 200 && status < 300);
	const message = 'expected {expected}, got {actual}';
	if (documented.length === 0)
		return learned('status', message, {type: 'status', oneOf: ['2xx']}, 'a valid request succeeds');
	return decided(
		'status',
		message,
		{type: 'status', oneOf: documented},
		`responses.${documented.join(', responses.')}`,
	);
}

/** Refusals that speak of the caller or of the form of a call, not of what it asks for. */
const ofCaller = new Set([401, 402, 403, 405, 406, 407, 408, 409, 411, 412, 413, 414, 415, 428, 429, 431]);

/** Statuses that an operation can have: nobody is forbidden what is open to all. */
export const possible = ({endpoint}: PlanOperation, statuses: readonly number[]): number[] =>
	statuses.filter(status => status !== 403 || endpoint.secure !== false);

/**
 * A refusal: decided with the documented statuses among the wanted ones, else learned, beginning with what is usual.
 *
 * @param wanted statuses that mean this refusal, the document's word for it
 */
export function refuses(operation: PlanOperation, wanted: readonly number[], rule: string, id = 'status'): Assert {
	const named = wanted.filter(status => answerFor(operation, status) !== null);
	// 403 alone speaks of the caller, not of what is asked for.
	const documented = named.length === 1 && named[0] === 403 && wanted.length > 1 ? [] : named;
	const message = '{case}: expected {expected}, got {actual}';
	if (documented.length > 0)
		return decided(id, message, {type: 'status', oneOf: documented}, `responses.${documented.join(', responses.')}`);
	// Where a document speaks of one refusal only, this is one, too.
	// 404 speaks of a record that is asked for, whatever else is wrong.
	const isOfRecord = (status: number) => status === 404 || status === 410;
	const other = operation.statuses.filter(
		status => status >= 400 && status < 500 && !ofCaller.has(status) && !isOfRecord(status),
	);
	const oneOf = [...wanted, ...other.filter(status => !wanted.includes(status))];
	return learned(id, message, {type: 'status', oneOf}, rule);
}

/** A refusal that has to be, whatever the document says: never a success. */
export const neverSucceeds = (id: string, message: string, oneOf: (number | '4xx')[], rule: string): Assert =>
	hard(id, message, {type: 'status', oneOf}, rule);

/** Media type and shape of the documented success, `levels` deep. */
export function documentedShape(api: ApiModel, operation: PlanOperation, levels: number): Assert[] {
	const {schemas} = api;
	const {success} = operation;
	if (success === null) return [];
	const isText = !isJsonType(success.contentType);
	const said = success.wanted ?? success.schema;
	if (!isText && (said === null || said === undefined)) return [];
	const asserts: Assert[] = [];
	if (success.contentType && (isText || /json/i.test(success.contentType)))
		asserts.push(
			decided(
				'content-type',
				'expected {expected}, got {actual}',
				{type: 'contentType', is: success.contentType},
				`responses.${success.status}.content`,
			),
		);
	if (isText) return asserts;
	const whole = withCertainRecord(api, operation, schemas.plain(said, levels));
	const isClosed = schemas.view(said).closed;
	const {pointer, schema} = isClosed ? {pointer: '$', schema: whole} : insideEnvelope(whole);
	// That a record is there at all is said by reading it.
	const isBare = pointer !== '$' && Object.keys(schema).join() === 'type';
	if (typeof schema === 'object' && Object.keys(schema).length > 0 && !isBare)
		asserts.push(
			decided(
				'shape',
				'{field}: expected {expected}, got {actual}',
				{type: 'shape', pointer, schema, closed: isClosed},
				`responses.${success.status}.content.schema`,
			),
		);
	return asserts;
}

/** Of an answer that holds one required record and nothing else the record: the way there is said by reading it. */
function insideEnvelope(schema: JsonSchema): {pointer: string; schema: JsonSchema} {
	const {properties, required} = schema as {properties?: Record<string, JsonSchema>; required?: string[]};
	const [[name, inner] = ['', true as JsonSchema], ...more] = Object.entries(properties ?? {});
	const isOnly = more.length === 0 && required?.includes(name) && /^[A-Za-z_]\w*$/.test(name);
	const isRecord = typeof inner === 'object' && inner !== null && ('properties' in inner || inner['type'] === 'object');
	return isOnly && isRecord ? {pointer: `$.${name}`, schema: inner} : {pointer: '$', schema};
}

const volatileWords = new Set(
	`updated modified last count counts version etag token seen accessed now elapsed duration expires expiry uptime age`.split(
		' ',
	),
);
/** Whether a field changes by itself between two looks at a record: `lastSeen`, `viewCount`, but no `discountCents`. */
export const isVolatile = (name: string): boolean => {
	const words = wordsOf(name);
	return (
		words.some(word => volatileWords.has(word) || /^(?:updated|modified)(?:at|on)$/.test(word)) &&
		!/^last_?name$/i.test(name)
	);
};

/** Where there is no record to be borrowed, the row is blocked: it says nothing of its operation. */
export const notEmpty = (pointer: string): Assert =>
	hard(
		'not-empty',
		'the list is empty',
		{type: 'shape', pointer, schema: {type: 'array', minItems: 1}, closed: false},
		'a record that is there is borrowed',
	);

/** A list that the row cannot fill: while it is empty nothing shows the shape of an entry, and the row is blocked. */
export const someEntry = (pointer: string): Assert => ({...notEmpty(pointer), id: 'some-entry'});
