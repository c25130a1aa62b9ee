import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import {isObject} from '../../../inference/json-value.ts';
import type {Capture, Place, Step} from '../../recipe.ts';
import {answerPointers, mainStep, pointerIn} from '../fields.ts';
import {whole} from '../sentence.ts';
import {type Form, howMany, nothing, type Reading, type Scope, type Subject} from '../subject.ts';
import {endpointsOf, stems, targetsOf} from '../targets.ts';

const name = '([A-Za-z_][A-Za-z0-9_]{0,63})';
const header = '(?:the )?(?:header )?([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)(?: header)?';

/** The tests that a capture is about: those in front of one, else those that give the variable. */
function givers(variable: string | null, target: string, scope: Scope): readonly Subject[] {
	const wanted = targetsOf(target, scope).filter(({recipe}) => recipe !== null);
	if (scope.at !== 'plan' || variable === null) return wanted;
	return wanted.filter(
		({recipe, produces}) =>
			produces.includes(variable) || mainStep(recipe!).captures.some(one => one.variable === variable),
	);
}

const handleOf = ({captures}: Step): Capture | undefined => captures.find(({isHandle}) => isHandle) ?? captures[0];

/** Takes a variable from another place of the answer. */
function take(
	subjects: readonly Subject[],
	variable: string | null,
	place: (step: Step) => Place | null,
	scope: Scope,
): Reading | null {
	// "take it from …" says no name.
	const named = variable !== null && /^(?:it|its|this|that|the|them)$/i.test(variable) ? null : variable;
	return takeNamed(subjects, named, place, scope);
}

function takeNamed(
	subjects: readonly Subject[],
	variable: string | null,
	place: (step: Step) => Place | null,
	scope: Scope,
): Reading | null {
	const operations: ChangeOperation[] = [];
	for (const {id, recipe} of subjects) {
		if (!recipe) continue;
		const main = mainStep(recipe);
		const step = recipe.steps.find(({captures}) => captures.some(one => one.variable === variable)) ?? main;
		const known = variable === null ? handleOf(step) : step.captures.find(one => one.variable === variable);
		const from = place(step);
		const called = variable ?? known?.variable ?? (from && nameFor(from));
		if (!from || !called) continue;
		const capture: Capture = {
			variable: called,
			tag: known?.tag ?? 'value',
			from,
			publish: known?.publish ?? scope.at !== 'chain',
			isHandle: known?.isHandle ?? false,
			deletedBy: known?.deletedBy ?? null,
		};
		const where = from.in === 'header' ? `the header ${from.pointer}` : from.pointer;
		operations.push({
			op: 'capture.set',
			target: id,
			step: step.id,
			capture,
			reason: `${called} is taken from ${where}`,
		});
	}
	if (operations.length === 0) return null;
	return {operations, said: `${howMany(operations, scope)}: ${operations[0]!.reason}`};
}

const nameFor = ({pointer}: Place): string | null => stems(pointer.replace(/^\$/, '')).join('_') || null;

/** Where the list of an answer stands: a known place, else the answer itself. */
function listOf(step: Step): string {
	for (const {check} of step.asserts) {
		if (check.type === 'contains') return check.list;
		if (check.type !== 'shape' || !isObject(check.schema)) continue;
		if (check.schema['type'] === 'array') return check.pointer;
		const properties = check.schema['properties'];
		if (!isObject(properties)) continue;
		const list = Object.entries(properties).find(([, one]) => isObject(one) && one['type'] === 'array');
		if (list) return `${check.pointer}.${list[0]}`;
	}
	return '$';
}

const ordinal = (word: string): number => ({first: 0, second: 1, third: 2})[word.toLowerCase()] ?? 0;

/** Where values come from and what they are called. */
export const captureForms: readonly Form[] = [
	{
		family: 'capture, rename, feed',
		example: 'rename user_id to buyer_id',
		patterns: [
			whole(`(?:rename|change|call) (?:the )?(?:variable |value )?${name} (?:to|as|into|from now on)? ?${name}`),
			whole(`(?:the )?(?:variable )?${name} (?:should be|must be|is|is to be) (?:called|named|renamed to) ${name}`),
			whole(`use the name ${name} (?:instead of|for|rather than) ${name}`),
		],
		read([sentence, one = '', other = ''], scope) {
			const [from, to] = /^use the name/i.test(sentence) ? [other, one] : [one, other];
			return rename(from, to, scope);
		},
	},
	{
		family: 'capture, rename, feed',
		example: 'call it buyer_id',
		patterns: [whole(`(?:call|name|rename) (?:it|the (?:id|variable|value|handle)|this|that)(?: to| as)? ${name}`)],
		read([, to = ''], scope) {
			const names = [...new Set(scope.subjects.flatMap(({produces}) => produces))];
			if (names.length === 0) return nothing('It gives no variable that could have another name.');
			if (names.length > 1)
				return {
					ask: 'Which variable do you mean?',
					choices: names.slice(0, 9).map(from => ({label: from, text: `rename ${from} to ${to}`})),
				};
			return rename(names[0]!, to, scope);
		},
	},
	{
		family: 'capture, rename, feed',
		example: 'feed cart_id from …',
		patterns: [
			whole(`feed ${name} (?:from|with|by) (?:the )?(.+)`),
			whole(`${name} (?:comes|should come|must come|is fed|is taken|is produced|is given) (?:from|by) (?:the )?(.+)`),
			whole(`(?:take|get|use) ${name} (?:of|from|out of) (?:the )?(.+)`),
			whole(`(?:use|take|let) (?:the )?(.+?) (?:as (?:the )?(?:producer|source) of|for|give|produce|feed) ${name}`),
		],
		read([sentence, one = '', other = ''], scope) {
			const isSourceFirst =
				/(?:as (?:the )?(?:producer|source) of|\bfor\b|\bgive\b|\bproduce\b|\bfeed\b) [A-Za-z_]\w*$/i.test(sentence) &&
				!/^feed/i.test(sentence);
			const [variable, words] = isSourceFirst ? [other, one] : [one, other];
			if (
				pointerIn(words) !== null ||
				/^(?:the )?(?:header|body|answer|response|first|last)\b/i.test(words) ||
				/header$/i.test(words)
			)
				return null;
			return feed(variable, words, scope);
		},
	},
	{
		family: 'capture, rename, feed',
		example: 'take user_id from the header Location',
		patterns: [
			whole(
				`(?:take|capture|read|get|extract) ${name} (?:from|out of) (?:the )?(?:header )${header}(?: (?:of|when|in) (.+))?`,
			),
			whole(`(?:take|capture|read|get|extract) ${name} (?:from|out of) ${header} header(?: (?:of|when|in) (.+))?`),
			whole(`(?:take|capture|save|store|keep) (?:the )?(?:header )${header} as ${name}(?: (?:of|when|in) (.+))?`),
		],
		read([sentence, one = '', other = '', target = ''], scope) {
			const [variable, called] = /\bas [A-Za-z_]\w*/.test(sentence) ? [other, one] : [one, other];
			return take(givers(null, target, scope), variable, () => ({in: 'header', pointer: called}), scope);
		},
	},
	{
		family: 'capture, rename, feed',
		example: 'use the Location header',
		patterns: [
			whole(
				`(?:use|take|capture|read) (?:the id |the handle |it )?(?:from |out of )?(?:the )?${header} header(?: (?:of|when|in|for) (.+))?`,
			),
			whole(
				`(?:the )?(?:id|handle) (?:is|stands|comes) (?:in|from) (?:the )?${header}(?: header)(?: (?:of|when|in|for) (.+))?`,
			),
			whole(`(?:use|take|read) (?:the )?header ${header}(?: (?:of|when|in|for) (.+))?`),
		],
		read([, called = '', target = ''], scope) {
			const wanted = givers(null, target, scope).filter(({produces}) => scope.at !== 'plan' || produces.length > 0);
			return take(wanted, null, () => ({in: 'header', pointer: called}), scope);
		},
	},
	{
		family: 'capture, rename, feed',
		example: 'take user_id from data.user.id',
		patterns: [
			whole(
				`(?:take|capture|read|get|extract) ${name} (?:from|out of|at) (?:the )?(\\$?[\\w.$\\[\\]*'-]+)(?: (?:of|when|in) (.+))?`,
			),
			whole(`${name} (?:is|stands|can be found) (?:in|at|under) (\\$?[\\w.$\\[\\]*'-]+)(?: (?:of|when|in) (.+))?`),
			whole(
				`(?:capture|save|store|keep|remember) (?:the )?(\\$?[\\w.$\\[\\]*'-]+) as ${name}(?: (?:of|when|in) (.+))?`,
			),
		],
		read([sentence, one = '', other = '', target = ''], scope) {
			const isAs =
				/^(?:capture|save|store|keep|remember)\b.* as [A-Za-z_]/i.test(sentence) && !/ from /i.test(sentence);
			const [variable, words] = isAs ? [other, one] : [one, other];
			const pointer = pointerIn(words);
			const subjects = givers(null, target, scope).filter(
				({produces}) => scope.at !== 'plan' || isAs || produces.includes(variable),
			);
			return take(subjects, variable, step => placeOf(step, words, pointer), scope);
		},
	},
	{
		family: 'capture, rename, feed',
		example: "capture the first item's id",
		patterns: [
			whole(
				`(?:take|capture|use|read|get) (?:the )?(first|second|third|last) (?:\\w+)(?:'s|s'|s) ([\\w-]+)(?: as ${name})?(?: (?:of|when|in) (.+))?`,
			),
			whole(
				`(?:take|capture|use|read|get) (?:the )?([\\w-]+) of (?:the )?(first|second|third|last) (?:\\w+)(?: as ${name})?(?: (?:of|when|in) (.+))?`,
			),
			whole(
				`(?:the )?(?:answer|response|result|it) is an? (?:list|array)(?:,| and|;)? ?(?:so )?(?:take|use|capture) (?:its|the) (first|second|third|last) (?:\\w+(?:'s|s'|s) )?([\\w-]+)(?: as ${name})?(?: (?:of|when|in) (.+))?`,
			),
		],
		read([sentence, one = '', other = '', variable, target = ''], scope) {
			const isFieldFirst =
				/^(?:take|capture|use|read|get) (?:the )?[\w-]+ of (?:the )?(?:first|second|third|last)/i.test(sentence);
			const [which, field] = isFieldFirst ? [other, one] : [one, other];
			const isRoot = /is an? (?:list|array)/i.test(sentence);
			const subjects = givers(null, target, scope).filter(
				({produces}) => scope.at !== 'plan' || variable !== undefined || produces.length > 0,
			);
			return take(
				subjects,
				variable ?? null,
				step => ({in: 'body', pointer: `${isRoot ? '$' : listOf(step)}[${ordinal(which)}].${field}`}),
				scope,
			);
		},
	},
];

function placeOf(step: Step, words: string, pointer: string | null): Place | null {
	if (pointer !== null) return {in: 'body', pointer};
	if (!/^[\w$-]+$/.test(words)) return null;
	const known = answerPointers(step).find(one => one.toLowerCase().endsWith(`.${words.toLowerCase()}`));
	return {in: 'body', pointer: known ?? `$.${words}`};
}

function rename(from: string, to: string, scope: Scope): Reading | null {
	const knowing = scope.all.filter(({produces, consumes}) => produces.includes(from) || consumes.includes(from));
	if (knowing.length === 0) return /_/.test(from) ? nothing(`No test gives or needs ${from}.`) : null;
	if (scope.all.some(({produces, consumes}) => produces.includes(to) || consumes.includes(to)))
		return nothing(`There is a variable ${to} already.`);
	const reason = `${from} is called ${to}`;
	return {
		operations: [{op: 'variable.rename', from, to, reason}],
		said: `${reason} in ${knowing.length} ${knowing.length === 1 ? 'place' : 'places'}`,
	};
}

/** Chooses what feeds a variable: an endpoint for rows of a plan, a test for tests that a person has written. */
function feed(variable: string, words: string, scope: Scope): Reading | null {
	const named = scope.all.filter(({title, recipe}) => recipe === null && title.toLowerCase() === words.toLowerCase());
	const byHand = scope.subjects.filter(({recipe, consumes}) => recipe === null && consumes.includes(variable));
	const producers =
		named.length > 0
			? named
			: scope.all.filter(
					({recipe, produces, title}) =>
						recipe === null && produces.includes(variable) && title.toLowerCase().includes(words.toLowerCase()),
				);
	if (byHand.length > 0 && producers.length > 0) {
		if (producers.length > 1)
			return choose(
				variable,
				producers.map(({title}) => title),
			);
		const producer = producers[0]!.testId ?? producers[0]!.id;
		const reason = `${variable} comes from ${producers[0]!.title}`;
		return {
			operations: byHand.map(({id}): ChangeOperation => ({op: 'wiring.set', target: id, variable, producer, reason})),
			said: `${howMany(byHand, scope)}: ${reason}`,
		};
	}
	const own = new Set(scope.subjects.flatMap(({endpointId}) => endpointId ?? []));
	const edges = scope.edges.filter(
		one => one.variable === variable && (scope.at === 'plan' || own.has(one.endpointId)),
	);
	if (edges.length === 0) return /_/.test(variable) ? nothing(`No request needs ${variable}.`) : null;
	const ofTitle = targetsOf(words, {...scope, at: 'plan'}, scope.all).filter(({produces}) => produces.length > 0);
	const found = endpointsOf(words, scope).filter(({method}) => method !== 'DELETE');
	const making = found.filter(({method}) => method === 'POST' || method === 'PUT');
	const candidates = [...(making.length > 0 ? making : found)];
	if (candidates.length === 0)
		for (const {endpointId} of ofTitle) {
			const endpoint = scope.endpoints.find(one => one.endpointId === endpointId);
			if (endpoint && !candidates.includes(endpoint)) candidates.push(endpoint);
		}
	if (candidates.length === 0) return nothing(`No endpoint or test is called ${words}.`);
	if (candidates.length > 1)
		return choose(
			variable,
			candidates.map(({method, path}) => `${method} ${path}`),
		);
	const [producer] = candidates;
	const reason = `${variable} comes from ${producer!.method} ${producer!.path}`;
	return {
		operations: edges
			.filter(({endpointId}) => endpointId !== producer!.endpointId)
			.map(
				({endpointId, place}): ChangeOperation => ({
					op: 'edge.pin',
					endpointId,
					place,
					producerEndpointId: producer!.endpointId,
					reason,
				}),
			),
		said: reason,
	};
}

const choose = (variable: string, names: readonly string[]): Reading => ({
	ask: `Which of them gives ${variable}?`,
	choices: names.slice(0, 9).map(one => ({label: one, text: `feed ${variable} from ${one}`})),
});
