import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import type {Place, Value} from '../../recipe.ts';
import {runTag} from '../../data/unique-shape.ts';
import {mainStep, sentField} from '../fields.ts';
import {literalOf, whole} from '../sentence.ts';
import {type Form, howMany, nothing, type Reading, type Scope, type Subject} from '../subject.ts';
import {targetsOf} from '../targets.ts';

const headerName = '([A-Z][A-Za-z0-9]*(?:-[A-Za-z][A-Za-z0-9]*)+)';

/**
 * Sends something else at a place, in every call of these tests that sends it.
 *
 * @param instead what is sent in the place of a value; null: that one stays
 * @param added what is sent where nothing is yet; null: nothing
 */
function send(
	subjects: readonly Subject[],
	words: string,
	instead: (before: Value) => Value | 'absent' | null,
	said: string,
	scope: Scope,
	added: Value | null,
): Reading | null {
	const choices = new Set<string>();
	const operations: ChangeOperation[] = [];
	const touched = new Set<Subject>();
	for (const subject of subjects) {
		const {recipe, id} = subject;
		if (!recipe) continue;
		const main = mainStep(recipe);
		const before = operations.length;
		// What every acting and preparing call of the test sends by that name is the same thing.
		for (const step of recipe.steps) {
			const places = sentField(step, words);
			const outer = new Set(places.map(({at}) => at.pointer));
			if (outer.size > 1 && step === main && scope.at !== 'plan') for (const pointer of outer) choices.add(pointer);
			for (const {at, value: before} of places) {
				const value = at.in === 'path' ? null : instead(before);
				if (value === null) continue;
				operations.push({op: 'value.set', target: id, step: step.id, at, value, reason: said});
			}
		}
		if (
			operations.length === before &&
			added !== null &&
			/^(?:POST|PUT|PATCH)$/.test(main.call.operation.method) &&
			main.call.body &&
			'value' in main.call.body &&
			main.cases.length === 0
		) {
			const at: Place = {in: 'body', pointer: words.startsWith('$') ? words : `$.${words.trim()}`};
			operations.push({op: 'value.set', target: id, step: main.id, at, value: added, reason: said});
		}
		if (operations.length > before) touched.add(subject);
	}
	if (choices.size > 1)
		return {
			ask: `Which ${words} do you mean?`,
			choices: [...choices].map(pointer => ({label: pointer, text: said.replace(words, pointer)})),
		};
	return operations.length === 0 ? null : {operations, said: `${howMany([...touched], scope)}: ${said}`};
}

function sendHeader(
	subjects: readonly Subject[],
	name: string,
	value: Value,
	shown: string,
	scope: Scope,
): Reading | null {
	const reason = `sends ${name}${shown}`;
	const operations = subjects.flatMap(({id, recipe}): ChangeOperation[] =>
		recipe
			? [{op: 'value.set', target: id, step: mainStep(recipe).id, at: {in: 'header', pointer: name}, value, reason}]
			: [],
	);
	return operations.length === 0 ? null : {operations, said: `${howMany(operations, scope)}: ${reason}`};
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const inEachRun = '(?:(?:in|for|on|with|at) )?(?:each|every)(?: new)? (?:run|time|test run|execution)';
const another = '(?:different|distinct|unique|new|fresh|another|its own|a new one|another one)';
const fieldName = '[`"\']?([\\w.$\\[\\]-]+)[`"\']?';
/** The advice of a run that met its own record leaves a choice; the other half is what the sweep does anyway. */
const orDelete = '(?:,? or delete the record at the end)?';
const aim = '(?: (?:when|for|in|of) (.+?))?';

/** A text that is the same in every run, with the tag of the run in it; null: it differs already, or is no text. */
function perRun(value: Value): Value | null {
	if (value.is !== 'literal' || typeof value.value !== 'string') return null;
	const text = value.value.replaceAll(/[{}]/g, '');
	const at = text.indexOf('@');
	return {is: 'unique', shape: at > 0 ? `${text.slice(0, at)}.${runTag}${text.slice(at)}` : `${text}-${runTag}`};
}

/** What requests carry. */
export const dataForms: readonly Form[] = [
	{
		family: 'data; exclude; ask',
		example: 'make sku different in each run',
		patterns: [
			whole(`make (?:the )?${fieldName}${aim} ${another} ${inEachRun}${orDelete}`),
			whole(
				`(?:let )?(?:the )?${fieldName}${aim} (?:(?:must|should|has to|needs to) )?(?:differ|be ${another}|change|vary) ${inEachRun}`,
			),
			whole(`(?:send|use|take) (?:an? |the )?${another} ${fieldName}${aim} ${inEachRun}`),
			whole(`vary (?:the )?${fieldName}${aim} (?:${inEachRun}|(?:per|by|between) runs?)`),
		],
		read([, field = '', words = ''], scope) {
			const wanted = targetsOf(words, scope);
			if (wanted.length === 0) return null;
			const sent = wanted.flatMap(({recipe}) => recipe?.steps.flatMap(step => sentField(step, field)) ?? []);
			if (sent.length === 0) return nothing(`No call sends ${field}.`);
			if (sent.every(({value}) => value.is === 'unique')) return nothing(`${field} differs in each run already.`);
			const said = `${field} differs in each run`;
			return (
				send(wanted, field, perRun, said, scope, null) ?? nothing(`${field} is no text that a tag could be added to.`)
			);
		},
	},
	{
		family: 'data; exclude; ask',
		example: 'send Idempotency-Key',
		patterns: [
			whole(
				`(?:send|add|include|pass|set)(?: (?:a|an|the))?(?: header)? ${headerName}(?: header)?(?:(?: with| =|:| to)(?: the value)? (.+?))?(?: (?:when|for|on|with|in) (.+))?`,
			),
			whole(
				`(?:send|add|include|pass|set|use) (?:the |a )?header ([A-Za-z][\\w-]*)(?:(?: with| =|:| to)(?: the value)? (.+?))?(?: (?:when|for|on|in) (.+))?`,
			),
		],
		read([, name = '', value, words = ''], scope) {
			const wanted = targetsOf(words, scope);
			if (wanted.length === 0) return null;
			const meant = value === undefined ? undefined : literalOf(value);
			const sent: Value =
				meant === undefined
					? {is: 'unique', shape: `${name.toLowerCase()}-{RUN_TAG}`}
					: {is: 'literal', value: String(meant)};
			const posts = wanted.filter(({recipe}) => recipe && mainStep(recipe).call.operation.method !== 'GET');
			const isKey = /^idempotency-key$/i.test(name);
			return sendHeader(
				isKey && posts.length > 0 ? posts : wanted,
				name,
				sent,
				meant === undefined ? '' : ` ${shown(meant)}`,
				scope,
			);
		},
	},
	{
		family: 'data; exclude; ask',
		example: 'do not send note',
		patterns: [
			whole(
				"(?:don't|do not|never|stop) send(?:ing)? (?:the )?(?:field |header |parameter )?([\\w.$'\\[\\]-]+)(?: (?:when|for|on|in|to) (.+))?",
			),
			whole(
				"(?:leave out|omit|drop|remove) (?:the )?(?:field|header|parameter) ([\\w.$'\\[\\]-]+)(?: (?:when|for|on|in|from) (.+))?",
			),
			whole("(?:leave out|omit) (?:the )?([\\w.$'\\[\\]-]+)(?: (?:when|for|on|in|from) (.+))?"),
			whole("send (?:no|it without) ([\\w.$'\\[\\]-]+)(?: (?:when|for|on|in|to) (.+))?"),
		],
		read([, field = '', words = ''], scope) {
			const wanted = targetsOf(words, scope);
			return wanted.length === 0 ? null : send(wanted, field, () => 'absent', `${field} is not sent`, scope, null);
		},
	},
	{
		family: 'data; exclude; ask',
		example: 'use SKU-1 as sku',
		patterns: [
			whole("(?:use|take|send|put) (.+?) (?:as|for|in) (?:the )?([\\w.$'\\[\\]-]+)(?: (?:when|for|on|of) (.+))?"),
			whole("(?:set|change) (?:the )?([\\w.$'\\[\\]-]+) (?:to|=) (.+?)(?: (?:when|for|on|in) (.+))?"),
			whole("send (?:the |an? )?([\\w.$'\\[\\]-]+)(?: of| =|:| as)? (.+?)(?: (?:when|for|on|to|in) (.+))?"),
		],
		read([sentence, one = '', other = '', words = ''], scope) {
			const isValueFirst = /^(?:use|take|put)/i.test(sentence) || (/^send/i.test(sentence) && / as /i.test(sentence));
			const [field, value] = isValueFirst ? [other, one] : [one, other];
			if (/^(?:priority|status|wait|timeout)$/i.test(field) || /\bheader\b/i.test(sentence)) return null;
			const meant = literalOf(value);
			const wanted = targetsOf(words, scope);
			if (meant === undefined || wanted.length === 0) return null;
			const sent: Value = {is: 'literal', value: meant};
			const said = `${field} is ${shown(meant)}`;
			const found = send(wanted, field, () => sent, said, scope, scope.at === 'plan' ? null : sent);
			return found ?? nothing(`No call sends ${field}.`);
		},
	},
];
