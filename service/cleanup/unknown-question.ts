import {isSuccess} from '../domain/status.ts';
import {sealedStart} from '../domain/sealed-text.ts';
import type {RunOrigin} from '../store/cleanup/read-sweep.ts';
import type {UnknownQuestion} from '../store/cleanup/sweep-store.ts';
import {withoutAction} from '../inference/creation-path.ts';
import {isObject, scalarsOf, scalarText} from '../inference/json-value.ts';
import {bestFit, parameterOf, segmentsOf} from '../inference/path-template.ts';
import {schemaSample} from '../inference/schema-sample.ts';
import {plainName} from '../inference/word-form.ts';
import type {KnownEndpoint} from './known-endpoint.ts';
import {listItems} from './list-pages.ts';
import {madeUpParts} from './made-up-parts.ts';
import {addressBeside, type ObservedCall} from './observed-call.ts';
import {keyOfText} from './record-keys.ts';
import type {Sightings} from './sightings.ts';
import {isInDoubt, isRefused} from '../domain/cleanup.ts';

/** What is known of the batch around a call of unknown outcome. */
type QuestionParts = {
	calls: readonly ObservedCall[];
	callsOfRun: ReadonlyMap<string, readonly ObservedCall[]>;
	origins: ReadonlyMap<string, RunOrigin>;
	sightings: Sightings;
	endpoints: readonly KnownEndpoint[];
	base: readonly string[];
	/** `RUN_TAG` of the execution that made a call, which was drawn for it alone; null: it may have been that of another one. */
	tagOf(call: ObservedCall): string | null;
	/** Whether a path holds records of its own. */
	isCollection(path: readonly string[]): boolean;
};

/** Code whose values may come again: drawn from a seed, made of a text, or read from somewhere. */
const repeatable =
	/\bseed\s*\(|\bRandom\s*\(\s*[^)\s]|\buuid[35]\b|\bhashlib\b|\bmd5\b|\bsha\d|\bcrc32\b|\bopen\s*\(|\bread_text\b|\benviron\b|\bgetenv\b|\bFaker\b/;
/** Variables that say where the API is and who asks, and whose values are masked or stand in no record. */
const harmless = /url|host|port|token|secret|password|api_?key|login|user(?:name)?$|e?mail/i;
const identifying = /^(?:x-)?(?:idempotency|request|correlation)-(?:key|id)$/;
/** How long an API may take to make what nobody waits for any more. */
const leastPatienceMs = 10_000;
const mostPatienceMs = 60_000;

/**
 * How it can be found out what a call of unknown outcome has made; a text: why nothing can, empty where its test is not
 * known any more. What is asked for is only
 * what this call alone has sent and what its test has drawn: not a text of the code, nothing that the run was given, and
 * nothing that any answer had shown before. Whoever else has made a record meanwhile cannot have that value.
 *
 * Calls have to be asked for in the order in which they were sent.
 */
export function questionOf(call: ObservedCall, parts: QuestionParts): UnknownQuestion | string {
	const origin = parts.origins.get(call.runId);
	if (!origin) return '';
	if (isRepeatable(origin)) return 'its test may come to the values that it sent again';
	const isPut = call.method === 'PUT';
	const values = sentValues(call).filter(value => isOwn(value.text, call, origin, parts));
	if (values.length === 0) return 'nothing that it sent was made up for it alone';
	const segments = isPut ? call.segments : withoutAction(call.segments);
	const url = addressBeside(call, segments);
	const reading = parts.endpoints.filter(({method}) => method === 'GET');
	const endpoint = bestFit(reading, segments, parts.base)?.endpoint ?? null;
	// What was answered goes on no longer.
	const patienceMs = isInDoubt(call) ? 0 : patienceOf(parts.calls);
	const sent = isObject(call.request) ? call.request : {};
	if (isPut) {
		const isReadable = isMember(endpoint) || parts.calls.some(read => isReadBeside(read, call));
		return {
			url,
			isList: false,
			values,
			parameters: [],
			shows: [],
			sent,
			isReadable,
			isRefused: false,
			sentAt: call.startedAt,
			patienceMs,
		};
	}
	if (Array.isArray(call.request)) return 'it may have made several records';
	const list = endpoint && !isMember(endpoint) ? endpoint : null;
	if (list === null && !parts.isCollection(segments)) return `no list of /${segments.join('/')} is known`;
	const parameters = (list?.requestShape?.query ?? []).map(({name}) => name);
	const about = {url, isList: true, values, parameters, sent, isReadable: true, sentAt: call.startedAt, patienceMs};
	// That a refused call has made nothing needs no proof.
	if (isRefused(call)) return {...about, shows: [], isRefused: true};
	return {...about, shows: fieldsOf(list, parts.calls, segments), isRefused: false};
}

const isRepeatable = ({code, variables, isSeedShared}: RunOrigin): boolean =>
	repeatable.test(code) ||
	(isSeedShared && code.includes('RUN_TAG')) ||
	variables.some(
		name => !harmless.test(name) && new RegExp(`\\b(?:VAR_)?${name.replace(/\W/g, '\\$&')}\\b`).test(code),
	);

/** What a call has sent by which its record may be known; of a PUT the name that it chose. */
function sentValues({method, segments, request, requestHeaders}: ObservedCall): UnknownQuestion['values'] {
	if (method === 'PUT') return [{field: '', text: segments.at(-1) ?? ''}];
	const body = [...scalarsOf(request, scalarText)].map(({key, text}) => ({field: plainName(key), text}));
	const headers = Object.entries(requestHeaders).flatMap(([name, value]) =>
		identifying.test(name) ? [{field: plainName(name.replace(/^x-/, '')), text: value}] : [],
	);
	return [...body, ...headers].filter(({field, text}) => field !== '' && scalarText(text) !== null);
}

/** Whether a text is of this call alone. */
function isOwn(text: string, call: ObservedCall, {code, given}: RunOrigin, parts: QuestionParts): boolean {
	const {sightings} = parts;
	if (text.includes(sealedStart)) return false;
	const tag = parts.tagOf(call)?.toLowerCase();
	const isTagged = tag !== undefined && text.toLowerCase().includes(tag);
	const drawn = [...madeUpParts(text, call.startedAt), ...(isTagged ? [tag] : [])];
	const known = [code, ...given].map(one => one.toLowerCase());
	if (!drawn.some(part => !known.some(one => one.includes(part)))) return false;
	if (sightings.lastShown(call, [keyOfText(text)]) !== null) return false;
	const plain = text.toLowerCase();
	const says = (one: string | null) => one?.toLowerCase().includes(plain) === true;
	// Many calls are refused, and what was drawn for a run no other one says.
	const calls = isRefused(call) ? parts.callsOfRun.get(call.runId) : parts.calls;
	return !calls?.some(other => {
		if (other === call) return false;
		const isWriting = other.method === 'POST' || other.method === 'PUT' || other.method === 'PATCH';
		if (isWriting && (says(other.requestText) || says(other.segments.join('/')))) return true;
		const isBefore = other.answeredAt <= call.startedAt + 1;
		return isBefore && (says(other.responseText) || says(other.location));
	});
}

const isMember = (endpoint: KnownEndpoint | null): boolean =>
	endpoint !== null && parameterOf(segmentsOf(endpoint.path).at(-1) ?? '') !== null;

/** A read of another record of the same collection that was answered 2xx. */
const isReadBeside = ({method, status, segments}: ObservedCall, call: ObservedCall): boolean =>
	method === 'GET' &&
	isSuccess(status) &&
	segments.length === call.segments.length &&
	segments.slice(0, -1).join('/') === call.segments.slice(0, -1).join('/');

/** Names of the fields that a list shows of its records, as its document says or as it has shown them. */
function fieldsOf(list: KnownEndpoint | null, calls: readonly ObservedCall[], path: readonly string[]): string[] {
	const answers = calls.filter(
		({method, status, segments}) => method === 'GET' && isSuccess(status) && segments.join('/') === path.join('/'),
	);
	const bodies = [schemaSample(list?.responseShape?.body), ...answers.map(({response}) => response)];
	const names = bodies.flatMap(body => (listItems(body) ?? []).flatMap(item => [...scalarsOf(item)]));
	return [...new Set(names.map(({key}) => plainName(key)))];
}

/** Three times the longest answer of the batch. */
const patienceOf = (calls: readonly ObservedCall[]): number => {
	const longest = Math.max(0, ...calls.map(call => (call.status === null ? 0 : call.answeredAt - call.startedAt)));
	return Math.min(mostPatienceMs, Math.max(leastPatienceMs, 3 * longest));
};
